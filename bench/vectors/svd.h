/* Truncated singular value decomposition by random projection (Halko, Martinsson, Tropp), the same
   on every run. */
#pragma once

#include "counts.h"

/* Weighted matrices side by side, with the same number of rows. */
typedef struct Blocks {
    const Sparse *blocks;
    const double *weights;
    uint32_t count;
} Blocks;

/* rows * dims floats: each row's part of the left singular vectors, times singular value ^ power.
 */
float *svd_rows(const Blocks *matrix, uint32_t dims, double power);
/* Eigenvectors of a symmetric n * n matrix, as columns of `vectors`, and its eigenvalues, largest
   first. The matrix is overwritten. */
void svd_eigen(double *matrix, uint32_t n, double *vectors, double *values);
