#include "base/hash.h"

#include <openssl/evp.h>
#include <xxhash.h>

uint64_t hash_fast(Str bytes)
{
    return XXH3_64bits(bytes.len ? bytes.ptr : "", bytes.len);
}

HashSha256 *hash_sha256_open(void)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!context || !EVP_DigestInit_ex(context, EVP_sha256(), NULL))
        arena_fatal("out of memory: cannot start SHA-256");
    return (HashSha256 *)context;
}

void hash_sha256_add(HashSha256 *hash, Str bytes)
{
    if (bytes.len)
        EVP_DigestUpdate((EVP_MD_CTX *)hash, bytes.ptr, bytes.len);
}

void hash_sha256_close(HashSha256 *hash, char hex[65])
{
    unsigned char digest[EVP_MAX_MD_SIZE] = {0};
    EVP_DigestFinal_ex((EVP_MD_CTX *)hash, digest, NULL);
    EVP_MD_CTX_free((EVP_MD_CTX *)hash);
    for (size_t i = 0; i < 32; i++) {
        hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    hex[64] = '\0';
}

void hash_sha256(Str bytes, char hex[65])
{
    HashSha256 *hash = hash_sha256_open();
    hash_sha256_add(hash, bytes);
    hash_sha256_close(hash, hex);
}
