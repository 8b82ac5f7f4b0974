/* Word embeddings: vectors trained on comments and the declarations they describe, compiled into
   the program (docs/quality.md, "Word vectors"). The cosine of two of them measures how related the
   words are: `delete` is near `remove` and `unlink`. */
#pragma once

#include "base/str.h"

/* Ordered by importance: any number of the first dimensions are vectors too. */
#define WORD_VECTOR_DIMS 128

/* The vector of a term (text/terms.h): WORD_VECTOR_DIMS numbers, all vectors of about the same
   length; NULL if the term has no vector. Static. */
const int8_t *word_vector_of_term(uint32_t term);
/* The vector of a lower-case word, in any form with the same stem. */
const int8_t *word_vector(const char *word, size_t n);

/* The vectors by index, in the order of their terms. */
size_t word_vector_count(void);
uint32_t word_vector_term(size_t index);
const int8_t *word_vector_at(size_t index);

/* A text about their training: on which code, when and how. */
Str word_vector_provenance(void);

/* The cosine of two vectors, -1 to 1. */
double word_vector_cosine(const int8_t *a, const int8_t *b);

/* The same for two vectors of the table, but 0 when it is below `least` (>= 0). Faster, for
   comparing with many. */
double word_vector_cosine_from(const int8_t *a, const int8_t *b, double least);
/* Lower bound of the squared length of a vector of the table. */
#define WORD_VECTOR_SQUARE_MIN 80000

typedef struct WordNear {
    Str word; /* in its most frequent form */
    double cosine;
} WordNear;

/* Finds the words nearest to a vector, nearest first, at most `max` of them; returns their number.
 */
size_t word_nearest(const int8_t *vector, WordNear *near, size_t max);
