/* Word diff: the words that differ between two lines, and which lines of two texts correspond. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* Bytes [start, end) of a line. */
typedef struct WordSpan {
    uint32_t start, end;
} WordSpan;

/* Ascending, disjoint spans. If there are more, the last one extends to the end of the last of
   them. */
#define WORD_MARKS_MAX 64
typedef struct WordMarks {
    WordSpan spans[WORD_MARKS_MAX];
    size_t count;
} WordMarks;

/* Marks the words and signs of each line that the other does not have. Indentation is marked only
   if nothing else differs. */
void words_differ(Arena scratch, Str old, Str new, WordMarks *of_old, WordMarks *of_new);

/* Indices of two lines that were changed into each other. Pairs are ascending in both. */
typedef struct LinePair {
    uint32_t old, new;
} LinePair;
typedef VEC(LinePair) LinePairVec;

typedef struct LineList {
    const Str *lines;
    size_t count;
} LineList;

/* Appends pairs of lines that share at least half of their words: the matching that is most similar
   in sum. Above a limit on their number, the first old line is paired with the first new one, and
   so on. */
void words_pair_lines(Arena *arena, Arena scratch, LineList old, LineList new, LinePairVec *pairs);
