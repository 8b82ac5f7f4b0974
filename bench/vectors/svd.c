/* Threads take parts of the output, so the order of sums does not depend on their number. */
#include "svd.h"

#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

#define EXTRA 24 /* extra directions, which make the wanted ones exact */
#define ROUNDS 4
#define SWEEPS_MAX 60

/* n rows of k floats. */
typedef struct Dense {
    uint32_t n, k;
    float *cells;
} Dense;

static Dense dense_make(uint32_t n, uint32_t k)
{
    return (Dense){n, k, calloc((size_t)n * k, sizeof(float))};
}

typedef struct Product {
    const Sparse *matrix;
    const float *in;
    float *out;
    uint32_t k;
    float weight;
    unsigned threads;
} Product;

static void add_scaled(float *restrict to, const float *restrict from, float factor, uint32_t k)
{
    for (uint32_t i = 0; i < k; i++)
        to[i] += factor * from[i];
}

static void multiply_rows(void *state, unsigned thread)
{
    const Product *product = state;
    const Sparse *matrix = product->matrix;
    uint32_t k = product->k;
    for (uint32_t row = thread; row < matrix->rows; row += product->threads)
        for (uint64_t i = matrix->start[row]; i < matrix->start[row + 1]; i++)
            add_scaled(product->out + (size_t)row * k, product->in + (size_t)matrix->col[i] * k,
                       product->weight * matrix->value[i], k);
}

static void multiply_cols(void *state, unsigned thread)
{
    const Product *product = state;
    const Sparse *matrix = product->matrix;
    uint32_t k = product->k;
    for (uint32_t row = 0; row < matrix->rows; row++)
        for (uint64_t i = matrix->start[row]; i < matrix->start[row + 1]; i++)
            if (matrix->col[i] % product->threads == thread)
                add_scaled(product->out + (size_t)matrix->col[i] * k, product->in + (size_t)row * k,
                           product->weight * matrix->value[i], k);
}

/* out = M in, or with `turned` the transposed M. */
static void multiply(const Blocks *matrix, bool turned, const Dense *in, Dense *out)
{
    memset(out->cells, 0, (size_t)out->n * out->k * sizeof(float));
    for (uint32_t b = 0; b < matrix->count; b++) {
        size_t offset = (size_t)b * matrix->blocks[b].cols * in->k;
        Product product = {&matrix->blocks[b],
                           turned ? in->cells : in->cells + offset,
                           turned ? out->cells + offset : out->cells,
                           in->k,
                           (float)matrix->weights[b],
                           parallel_cores()};
        parallel_run(product.threads, turned ? multiply_cols : multiply_rows, &product);
    }
}

static double *products(const Dense *dense)
{
    uint32_t k = dense->k;
    double *sums = calloc((size_t)k * k, sizeof(double));
    for (uint32_t row = 0; row < dense->n; row++) {
        const float *cells = dense->cells + (size_t)row * k;
        for (uint32_t i = 0; i < k; i++)
            for (uint32_t j = 0; j <= i; j++)
                sums[i * k + j] += (double)cells[i] * (double)cells[j];
    }
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < i; j++)
            sums[j * k + i] = sums[i * k + j];
    return sums;
}

/* Columns that are orthogonal and of length 1, by Cholesky's decomposition of their products. */
static void make_orthonormal(Dense *dense)
{
    uint32_t k = dense->k;
    for (int round = 0; round < 2; round++) {
        double *lower = products(dense);
        for (uint32_t i = 0; i < k; i++)
            for (uint32_t j = 0; j <= i; j++) {
                double sum = lower[i * k + j];
                for (uint32_t m = 0; m < j; m++)
                    sum -= lower[i * k + m] * lower[j * k + m];
                lower[i * k + j] = i == j ? sqrt(MAX(sum, 1e-20)) : sum / lower[j * k + j];
            }
        for (uint32_t row = 0; row < dense->n; row++) {
            float *cells = dense->cells + (size_t)row * k;
            for (uint32_t i = 0; i < k; i++) {
                double sum = (double)cells[i];
                for (uint32_t m = 0; m < i; m++)
                    sum -= lower[i * k + m] * (double)cells[m];
                cells[i] = (float)(sum / lower[i * k + i]);
            }
        }
        free(lower);
    }
}

static double random_normal(uint64_t *state)
{
    double sum = 0;
    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005 + 1442695040888963407;
        sum += (double)(*state >> 11) / 9007199254740992.0;
    }
    return sum - 6;
}

/* One rotation that makes the cells (p, q) and (q, p) zero. */
static void rotate(double *matrix, double *vectors, uint32_t n, uint32_t p, uint32_t q)
{
    double theta = (matrix[q * n + q] - matrix[p * n + p]) / (2 * matrix[p * n + q]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (uint32_t i = 0; i < n; i++) {
        double a = matrix[i * n + p], b = matrix[i * n + q];
        matrix[i * n + p] = c * a - s * b;
        matrix[i * n + q] = s * a + c * b;
    }
    for (uint32_t i = 0; i < n; i++) {
        double a = matrix[p * n + i], b = matrix[q * n + i];
        matrix[p * n + i] = c * a - s * b;
        matrix[q * n + i] = s * a + c * b;
        a = vectors[i * n + p], b = vectors[i * n + q];
        vectors[i * n + p] = c * a - s * b;
        vectors[i * n + q] = s * a + c * b;
    }
}

static void sort_eigen(double *vectors, double *values, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t most = i;
        for (uint32_t j = i + 1; j < n; j++)
            most = values[j] > values[most] ? j : most;
        double value = values[i];
        values[i] = values[most], values[most] = value;
        for (uint32_t row = 0; row < n; row++) {
            double cell = vectors[row * n + i];
            vectors[row * n + i] = vectors[row * n + most];
            vectors[row * n + most] = cell;
        }
    }
}

void svd_eigen(double *matrix, uint32_t n, double *vectors, double *values)
{
    memset(vectors, 0, (size_t)n * n * sizeof(double));
    for (uint32_t i = 0; i < n; i++)
        vectors[i * n + i] = 1;
    for (int sweep = 0; sweep < SWEEPS_MAX; sweep++) {
        double off = 0, on = 0;
        for (uint32_t p = 0; p < n; p++) {
            on += matrix[p * n + p] * matrix[p * n + p];
            for (uint32_t q = p + 1; q < n; q++)
                off += matrix[p * n + q] * matrix[p * n + q];
        }
        if (off <= 1e-24 * on)
            break;
        for (uint32_t p = 0; p < n; p++)
            for (uint32_t q = p + 1; q < n; q++)
                if (matrix[p * n + q] != 0)
                    rotate(matrix, vectors, n, p, q);
    }
    for (uint32_t i = 0; i < n; i++)
        values[i] = matrix[i * n + i];
    sort_eigen(vectors, values, n);
}

float *svd_rows(const Blocks *matrix, uint32_t dims, double power)
{
    uint32_t k = dims + EXTRA, n = matrix->blocks[0].rows, cols = 0;
    for (uint32_t b = 0; b < matrix->count; b++)
        cols += matrix->blocks[b].cols;
    Dense left = dense_make(n, k), right = dense_make(cols, k);
    uint64_t seed = 1;
    for (size_t i = 0; i < (size_t)cols * k; i++)
        right.cells[i] = (float)random_normal(&seed);
    for (int round = 0; round < ROUNDS; round++) {
        multiply(matrix, false, &right, &left);
        make_orthonormal(&left);
        multiply(matrix, true, &left, &right);
        if (round + 1 < ROUNDS)
            make_orthonormal(&right);
    }
    double *gram = products(&right);
    double *vectors = calloc((size_t)k * k, sizeof(double)), *values = calloc(k, sizeof(double));
    svd_eigen(gram, k, vectors, values);
    float *rows = calloc((size_t)n * dims, sizeof(float));
    for (uint32_t d = 0; d < dims; d++) {
        double scale = pow(MAX(values[d], 0), power / 2);
        for (uint32_t row = 0; row < n; row++) {
            double sum = 0;
            for (uint32_t i = 0; i < k; i++)
                sum += (double)left.cells[(size_t)row * k + i] * vectors[i * k + d];
            rows[(size_t)row * dims + d] = (float)(sum * scale);
        }
    }
    free(gram), free(vectors), free(values), free(left.cells), free(right.cells);
    return rows;
}
