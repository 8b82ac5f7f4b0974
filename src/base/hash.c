/* OpenSSL's block functions are called directly: the EVP layer above them loads providers and
   allocates a hundred times before the first byte, which costs more than hashing a source file. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/hash.h"

#include <openssl/sha.h>
#include <xxhash.h>

uint64_t hash_fast(Str bytes)
{
    return XXH3_64bits(bytes.len ? bytes.ptr : "", bytes.len);
}

uint64_t hash_nocase(Str text)
{
    uint64_t hash = text.len;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        hash = (hash ^ (uint8_t)(c >= 'A' && c <= 'Z' ? c | 0x20 : c)) * HASH_FNV_PRIME;
    }
    return hash;
}

void hash_content(Str kind, Str bytes, char hash[HASH_CONTENT_BYTES])
{
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256_CTX context;
    SHA256_Init(&context);
    if (kind.len)
        SHA256_Update(&context, kind.ptr, kind.len);
    SHA256_Update(&context, "", 1);
    if (bytes.len)
        SHA256_Update(&context, bytes.ptr, bytes.len);
    SHA256_Final(digest, &context);
    memcpy(hash, digest, HASH_CONTENT_BYTES);
}

void hash_sha256(Str bytes, char hex[65])
{
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256_CTX context;
    SHA256_Init(&context);
    if (bytes.len)
        SHA256_Update(&context, bytes.ptr, bytes.len);
    SHA256_Final(digest, &context);
    for (size_t i = 0; i < sizeof digest; i++) {
        hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    hex[64] = '\0';
}
