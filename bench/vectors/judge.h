/* Evaluation of vectors: pairs of words with the same meaning, and finding a declaration by its
   comment. */
#pragma once

#include "corpus.h"

typedef struct Vectors {
    const Corpus *corpus;
    const int8_t *cells; /* dims of each word of the vocabulary */
    uint32_t dims;
} Vectors;

/* `list` has lines of two words each. Prints the mean and median rank, the mean of 1 / rank, and
   pairs of which a word has no vector. */
void judge_pairs(Arena *arena, const Vectors *vectors, Str list);
/* Searches held-out declarations by their comments. A comment is the mean of its words' vectors;
   words that the declaration has too are left out. Prints the mean of 1 / rank and the share of
   first places. */
void judge_declarations(const Vectors *vectors);
/* Prints the nearest words. */
void judge_neighbours(const Vectors *vectors, Str word, size_t count);
