/* OpenSSL's block functions are called directly: the EVP layer above them loads providers and
   allocates a hundred times before the first byte, which costs more than hashing a source file. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/hash.h"

#include <openssl/sha.h>
#include <xxhash.h>

_Static_assert(sizeof(SHA256_CTX) <= sizeof(HashSha256), "the state fits");
_Static_assert(_Alignof(SHA256_CTX) <= _Alignof(HashSha256), "and is aligned");

uint64_t hash_fast(Str bytes)
{
    return XXH3_64bits(bytes.len ? bytes.ptr : "", bytes.len);
}

uint64_t hash_nocase(Str text)
{
    uint64_t hash = text.len;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        hash = (hash ^ (uint8_t)(c >= 'A' && c <= 'Z' ? c | 0x20 : c)) * UINT64_C(0x100000001B3);
    }
    return hash;
}

void hash_sha256_init(HashSha256 *hash)
{
    SHA256_Init((SHA256_CTX *)hash);
}

void hash_sha256_add(HashSha256 *hash, Str bytes)
{
    if (bytes.len)
        SHA256_Update((SHA256_CTX *)hash, bytes.ptr, bytes.len);
}

void hash_sha256_finish(HashSha256 *hash, char hex[65])
{
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256_Final(digest, (SHA256_CTX *)hash);
    for (size_t i = 0; i < sizeof digest; i++) {
        hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    hex[64] = '\0';
}

void hash_sha256(Str bytes, char hex[65])
{
    HashSha256 hash;
    hash_sha256_init(&hash);
    hash_sha256_add(&hash, bytes);
    hash_sha256_finish(&hash, hex);
}
