#include "base/filter.h"

/* The number with the fewest false positives for FILTER_BITS. */
#define PROBES 5

/* Double hashing: the step between probes depends on the hash too. */
static uint64_t place(size_t bytes, uint64_t hash, unsigned probe)
{
    uint32_t mixed = (uint32_t)hash + probe * ((uint32_t)(hash >> 32) | 1);
    return (uint64_t)mixed * (bytes * 8) >> 32;
}

void filter_put(Buf *out, const uint64_t *hashes, size_t count, unsigned bits)
{
    size_t bytes = count * bits / 8 + 1;
    char *filter = buf_reserve(out, bytes);
    if (!filter)
        return;
    memset(filter, 0, bytes);
    for (size_t i = 0; i < count; i++)
        for (unsigned probe = 0; probe < PROBES; probe++) {
            uint64_t at = place(bytes, hashes[i], probe);
            filter[at / 8] = (char)((unsigned char)filter[at / 8] | 1u << at % 8);
        }
    out->len += bytes;
}

bool filter_may_have(Str filter, uint64_t hash)
{
    for (unsigned probe = 0; probe < PROBES && filter.len; probe++) {
        uint64_t at = place(filter.len, hash, probe);
        if (!((unsigned char)filter.ptr[at / 8] >> at % 8 & 1))
            return false;
    }
    return true;
}
