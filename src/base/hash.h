/* XXH3 for change detection, SHA-256 for what other machines and people compare. */
#pragma once

#include "base/str.h"

/* Times 2^64 divided by the golden ratio (Knuth, TAOCP 6.4), the upper bits of a number tell apart
   what differs in any of its bits. */
#define HASH_SPREAD UINT64_C(0x9E3779B97F4A7C15)
/* The prime of FNV-1a (Fowler, Noll, Vo). */
#define HASH_FNV_PRIME UINT64_C(0x100000001B3)

uint64_t hash_fast(Str bytes);
/* The same for texts that are str_equal_nocase. */
uint64_t hash_nocase(Str text);

/* SHA-256; hex is 64 lower-case digits and a terminator. */
void hash_sha256(Str bytes, char hex[65]);
