/* Embedding vectors, quantised to 8 bits: scaled so that the largest number is 127. Only the
   direction matters. */
#pragma once

#include "base/base.h"

/* Models have 256 to 4,096. */
#define VECTOR_DIMS_MAX 8192

/* Quantises a vector. False if all numbers are zero or one is not finite. */
bool vector_round(const float *from, size_t dims, int8_t *to) MUST_USE;
/* The cosine of two vectors, -1 to 1. */
double vector_cosine(const int8_t *a, const int8_t *b, size_t dims);
/* Sign bits: whether each number is above zero; (dims + 7) / 8 bytes. */
void vector_signs(const int8_t *vector, size_t dims, uint8_t *signs);
