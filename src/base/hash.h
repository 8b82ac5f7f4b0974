/* Hash functions: XXH3 for tables and for data that nobody has a reason to forge, SHA-256 where
   collisions must not be forged: contents, and hashes that other machines and people compare. */
#pragma once

#include "base/str.h"

/* 2^64 divided by the golden ratio, for multiplicative hashing (Knuth, TAOCP 6.4): every bit of a
   number affects the upper bits of the product. */
#define HASH_SPREAD UINT64_C(0x9E3779B97F4A7C15)
/* The prime of FNV-1a (Fowler, Noll, Vo). */
#define HASH_FNV_PRIME UINT64_C(0x100000001B3)

uint64_t hash_fast(Str bytes);
/* Combines a hash with a further value; the order matters. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * HASH_SPREAD;
    return hash ^ hash >> 29;
}
/* A hash that is the same for texts that are str_equal_nocase. */
uint64_t hash_nocase(Str text);

/* Bytes of SHA-256 that identify a content: no collision can be found. */
#define HASH_CONTENT_BYTES 16
/* Hashes a content within a kind. The kind may be empty and must not contain NUL. */
void hash_content(Str kind, Str bytes, char hash[HASH_CONTENT_BYTES]);

/* SHA-256; hex is 64 lower-case digits and a terminator. */
void hash_sha256(Str bytes, char hex[65]);

#define HASH_SHA256_BYTES 32 /* the digest itself */
/* SHA-256 of a key and a message (HMAC, RFC 2104), as bytes. */
void hash_hmac_sha256(Str key, Str bytes, char mac[HASH_SHA256_BYTES]);

/* git's id of a blob (SHA-1), in lower-case digits and with a terminator. It names a content and
   proves nothing against forgery. */
#define HASH_GIT_DIGITS 40
void hash_git_blob(Str bytes, char id[HASH_GIT_DIGITS + 1]);
