/* A set of hashes as bits (Bloom 1970): what is in it is always found; of what is not, some is,
 * too.
 */
#pragma once

#include "base/buf.h"
#include "base/hash.h"

/* A byte for each member: one in fifty is wrong. */
#define FILTER_BITS 8
/* One in five. */
#define FILTER_BITS_ROUGH 4

/* Appends the filter of these hashes, each of which should be there once. */
void filter_put(Buf *out, const uint64_t *hashes, size_t count, unsigned bits);
/* False: it is not in the set. `filter` is what filter_put appended; an empty one has everything.
 */
bool filter_may_have(Str filter, uint64_t hash);

/* A hash of a number, by two constants of splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t filter_hash(uint64_t number)
{
    number = (number ^ number >> 32) * HASH_SPREAD;
    number = (number ^ number >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return number ^ number >> 32;
}
