/* Truncated singular value decomposition by random projection (Halko, Martinsson, Tropp), the same
   on every run. */
#pragma once

#include "counts.h"

/* Of matrices side by side, with as many rows each. */
typedef struct Blocks {
    const Sparse *blocks;
    const double *weights;
    uint32_t count;
} Blocks;

/* rows * dims floats: of each row the left singular vectors' part, times singular value ^ power. */
float *svd_rows(const Blocks *matrix, uint32_t dims, double power);
/* Eigenvectors of a symmetric n * n matrix, as columns of `vectors`, and its eigenvalues, largest
   first. The matrix is overwritten. */
void svd_eigen(double *matrix, uint32_t n, double *vectors, double *values);
