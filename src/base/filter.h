/* Bloom filter of a set of hashes (Bloom 1970): members are always found, and some others too. */
#pragma once

#include "base/buf.h"
#include "base/hash.h"

/* Bits for each member: false positives for one in fifty of the others. */
#define FILTER_BITS 8
/* False positives for one in five. */
#define FILTER_BITS_ROUGH 4

/* Appends the filter of these hashes, which should be distinct. */
void filter_put(Buf *out, const uint64_t *hashes, size_t count, unsigned bits);
/* False: the hash is not in the set. `filter` is the output of filter_put; an empty filter contains
   everything. */
bool filter_may_have(Str filter, uint64_t hash);

/* A hash of a number, by two constants of splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t filter_hash(uint64_t number)
{
    number = (number ^ number >> 32) * HASH_SPREAD;
    number = (number ^ number >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return number ^ number >> 32;
}
