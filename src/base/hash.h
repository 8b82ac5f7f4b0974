/* XXH3 for tables and for what nobody has a reason to forge. Whoever writes a text can make it have
   the XXH3 of another, so contents are told apart by SHA-256, as is what other machines and people
   compare. */
#pragma once

#include "base/str.h"

/* Times 2^64 divided by the golden ratio (Knuth, TAOCP 6.4), the upper bits of a number tell apart
   what differs in any of its bits. */
#define HASH_SPREAD UINT64_C(0x9E3779B97F4A7C15)
/* The prime of FNV-1a (Fowler, Noll, Vo). */
#define HASH_FNV_PRIME UINT64_C(0x100000001B3)

uint64_t hash_fast(Str bytes);
/* A hash of what was hashed before and a further value, in their order. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * HASH_SPREAD;
    return hash ^ hash >> 29;
}
/* The same for texts that are str_equal_nocase. */
uint64_t hash_nocase(Str text);

/* Bytes of SHA-256 that tell contents apart: nobody finds two with the same ones. */
#define HASH_CONTENT_BYTES 16
/* Of a content, among those of the same kind: that may be empty, and holds no NUL. */
void hash_content(Str kind, Str bytes, char hash[HASH_CONTENT_BYTES]);

/* SHA-256; hex is 64 lower-case digits and a terminator. */
void hash_sha256(Str bytes, char hex[65]);
