/* XXH3 for change detection, SHA-256 for what other machines and people compare. */
#pragma once

#include "base/str.h"

uint64_t hash_fast(Str bytes);
/* The same for texts that are str_equal_nocase. */
uint64_t hash_nocase(Str text);

/* SHA-256; hex is 64 lower-case digits and a terminator. */
void hash_sha256(Str bytes, char hex[65]);
