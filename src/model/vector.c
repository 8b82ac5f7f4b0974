#include "model/vector.h"

#include <math.h>

bool vector_round(const float *from, size_t dims, int8_t *to)
{
    float most = 0;
    for (size_t i = 0; i < dims; i++) {
        if (!isfinite(from[i]))
            return false;
        most = MAX(most, fabsf(from[i]));
    }
    if (most <= 0)
        return false;
    for (size_t i = 0; i < dims; i++)
        to[i] = (int8_t)lrintf(from[i] / most * INT8_MAX);
    return true;
}

/* Integer dot product in blocks that cannot overflow, so that compilers can vectorise it. */
static int32_t dot(const int8_t *a, const int8_t *b, size_t dims)
{
    int32_t sum = 0;
    for (size_t i = 0; i < dims; i++)
        sum += a[i] * b[i];
    return sum;
}
_Static_assert((int64_t)VECTOR_DIMS_MAX *INT8_MAX *INT8_MAX < INT32_MAX, "sums must fit");

double vector_cosine(const int8_t *a, const int8_t *b, size_t dims)
{
    double lengths = sqrt((double)dot(a, a, dims) * dot(b, b, dims));
    return lengths > 0 ? dot(a, b, dims) / lengths : 0;
}

void vector_signs(const int8_t *vector, size_t dims, uint8_t *signs)
{
    memset(signs, 0, (dims + 7) / 8);
    for (size_t i = 0; i < dims; i++)
        if (vector[i] > 0)
            signs[i / 8] |= (uint8_t)(1u << i % 8);
}
