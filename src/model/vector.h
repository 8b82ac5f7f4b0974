/* Vectors of texts, as embedding models give them and as they are kept: numbers of 8 bits in the
   proportions of the model's, so that the largest is 127. Only directions count. */
#pragma once

#include "base/base.h"

/* Models have 256 to 4,096. */
#define VECTOR_DIMS_MAX 8192

/* False when the numbers are all zero, or one is none. */
bool vector_round(const float *from, size_t dims, int8_t *to) MUST_USE;
/* -1 to 1. */
double vector_cosine(const int8_t *a, const int8_t *b, size_t dims);
/* A bit for each number, whether it is above zero; (dims + 7) / 8 bytes. */
void vector_signs(const int8_t *vector, size_t dims, uint8_t *signs);
