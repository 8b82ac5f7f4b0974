/* What words of code mean to each other: vectors of words that were trained once, on comments and
   the declarations they describe, and are a part of the program (docs/quality.md, "Word vectors").
   The cosine of two of them says how much the words are about the same: `delete` is near `remove`
   and `unlink`. */
#pragma once

#include "base/str.h"

/* The first ones tell most: so many of them as one likes are vectors, too. */
#define WORD_VECTOR_DIMS 128

/* Of a term (text/terms.h): WORD_VECTOR_DIMS numbers, all vectors of about the same length; NULL
   for one without. It lives as long as the program. */
const int8_t *word_vector_of_term(uint32_t term);
/* Of a word in small letters, in any of the forms that have one stem. */
const int8_t *word_vector(const char *word, size_t n);

/* In the order of their terms. */
size_t word_vector_count(void);
uint32_t word_vector_term(size_t index);
const int8_t *word_vector_at(size_t index);

/* What they were trained on, when and how. */
Str word_vector_provenance(void);

/* -1 to 1. */
double word_vector_cosine(const int8_t *a, const int8_t *b);

/* The same for two vectors of words, 0 when it is below `least`, which is not negative: for looking
   at many. */
double word_vector_cosine_from(const int8_t *a, const int8_t *b, double least);
/* The squared length of the vector of a word is at least this. */
#define WORD_VECTOR_SQUARE_MIN 80000

typedef struct WordNear {
    Str word; /* in its most frequent form */
    double cosine;
} WordNear;

/* The words nearest to a vector, the nearest first, at most `max` of them; gives how many. */
size_t word_nearest(const int8_t *vector, WordNear *near, size_t max);
