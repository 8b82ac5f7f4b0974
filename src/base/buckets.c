#include "base/buckets.h"

Buckets buckets_make(Arena *arena, const uint32_t *keys, size_t row_count, size_t key_count)
{
    uint32_t *starts = NEW(arena, uint32_t, key_count + 2);
    uint32_t *rows = NEW(arena, uint32_t, row_count);
    for (size_t i = 0; i < row_count; i++) {
        assert(keys[i] < key_count);
        starts[keys[i] + 2]++;
    }
    for (size_t k = 2; k < key_count + 2; k++)
        starts[k] += starts[k - 1];
    for (uint32_t i = 0; i < row_count; i++)
        rows[starts[keys[i] + 1]++] = i;
    return (Buckets){starts, rows};
}
