/* Counting sort: rows grouped by a small key in linear time, for adjacency lists and members of
   groups. */
#pragma once

#include "base/arena.h"

/* The rows of key k are rows[starts[k], starts[k + 1]), in ascending order. */
typedef struct Buckets {
    const uint32_t *starts;
    const uint32_t *rows;
} Buckets;

/* keys[row] < key_count for each of row_count rows. */
Buckets buckets_make(Arena *arena, const uint32_t *keys, size_t row_count, size_t key_count);
