/* Least significant digit first, 11 bits at a time: Knuth, TAOCP 5.2.5. */
#include "base/radix.h"

#define DIGIT_BITS 11
#define DIGITS 3
#define BUCKETS (1u << DIGIT_BITS)
/* For fewer numbers, counting costs more than it saves. */
#define FEW 64

static void sort_few(uint64_t *list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t value = list[i];
        size_t at = i;
        for (; at && list[at - 1] >> 32 > value >> 32; at--)
            list[at] = list[at - 1];
        list[at] = value;
    }
}

static void sort_digit(const uint64_t *from, uint64_t *to, size_t count, unsigned shift,
                       size_t *starts)
{
    memset(starts, 0, BUCKETS * sizeof *starts);
    for (size_t i = 0; i < count; i++)
        starts[from[i] >> shift & (BUCKETS - 1)]++;
    size_t sum = 0;
    for (size_t b = 0; b < BUCKETS; b++) {
        size_t here = starts[b];
        starts[b] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        to[starts[from[i] >> shift & (BUCKETS - 1)]++] = from[i];
}

void radix_sort_upper(uint64_t *list, size_t count, Arena scratch)
{
    if (count <= FEW) {
        sort_few(list, count);
        return;
    }
    uint64_t *other = NEW(&scratch, uint64_t, count);
    size_t *starts = NEW(&scratch, size_t, BUCKETS);
    uint64_t *from = list, *to = other;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        sort_digit(from, to, count, 32 + digit * DIGIT_BITS, starts);
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    memcpy(list, other, count * sizeof *list);
}
