/* XXH3 for change detection, SHA-256 for what other machines and people compare. */
#pragma once

#include "base/str.h"

uint64_t hash_fast(Str bytes);

/* Incremental SHA-256; hex is 64 lower-case digits and a terminator. */
typedef struct HashSha256 HashSha256;
HashSha256 *hash_sha256_open(void);
void hash_sha256_add(HashSha256 *hash, Str bytes);
/* Frees the state. */
void hash_sha256_close(HashSha256 *hash, char hex[65]);
void hash_sha256(Str bytes, char hex[65]);
