/* What differs between two lines, and which lines of two texts stand for each other. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* Bytes [start, end) of a line. */
typedef struct WordSpan {
    uint32_t start, end;
} WordSpan;

/* In order and apart from each other; where there are more, the last one reaches to their end. */
#define WORD_MARKS_MAX 64
typedef struct WordMarks {
    WordSpan spans[WORD_MARKS_MAX];
    size_t count;
} WordMarks;

/* The words and signs of each that the other has not. */
void words_differ(Arena scratch, Str old, Str new, WordMarks *of_old, WordMarks *of_new);

/* Lines that were changed into each other, in the order of both: indexes. */
typedef struct LinePair {
    uint32_t old, new;
} LinePair;
typedef VEC(LinePair) LinePairVec;

typedef struct LineList {
    const Str *lines;
    size_t count;
} LineList;

/* Those that have half of their words in common, as many as there are. Of very many lines only the
   first is compared with the first, and so on. */
void words_pair_lines(Arena *arena, Arena scratch, LineList old, LineList new, LinePairVec *pairs);
