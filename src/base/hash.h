/* XXH3 for change detection, SHA-256 for what other machines and people compare. */
#pragma once

#include "base/str.h"

uint64_t hash_fast(Str bytes);
/* The same for texts that are str_equal_nocase. */
uint64_t hash_nocase(Str text);

/* Incremental SHA-256, without allocation; hex is 64 lower-case digits and a terminator. */
typedef struct HashSha256 {
    uint64_t state[16];
} HashSha256;
void hash_sha256_init(HashSha256 *hash);
void hash_sha256_add(HashSha256 *hash, Str bytes);
void hash_sha256_finish(HashSha256 *hash, char hex[65]);
void hash_sha256(Str bytes, char hex[65]);
