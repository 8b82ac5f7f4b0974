/* SHA-256 by OpenSSL's block functions, which have been deprecated since version 3.0. Their
 * replacement, EVP with a fetched digest and a kept context, was measured and costs more than it
 * brings. 60,000 texts of 2 KB take 72.4 ms instead of 70.2. Each start of the program runs 33,000
 * more instructions, 6 % of the map of a tiny file. The first hash of a process takes 0.65 ms, a
 * tenth of a repeated search. The program grows by 3.9 MB, and OpenSSL's configuration file is read
 * unless the whole process forbids it. Mbed TLS, which libgit2 brings along, does not use the
 * processor's instructions for SHA-256 and takes 394 ms. If OpenSSL ever drops the block functions,
 * only hash_parts changes. */
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

static void hash_parts(const Str *parts, size_t count, unsigned char digest[SHA256_DIGEST_LENGTH])
{
    SHA256_CTX context;
    SHA256_Init(&context);
    for (size_t i = 0; i < count; i++)
        if (parts[i].len)
            SHA256_Update(&context, parts[i].ptr, parts[i].len);
    SHA256_Final(digest, &context);
}

void hash_content(Str kind, Str bytes, char hash[HASH_CONTENT_BYTES])
{
    unsigned char digest[SHA256_DIGEST_LENGTH];
    Str parts[] = {kind, {"", 1}, bytes};
    hash_parts(parts, COUNT(parts), digest);
    memcpy(hash, digest, HASH_CONTENT_BYTES);
}

static void put_hex(const unsigned char *digest, size_t count, char *hex)
{
    for (size_t i = 0; i < count; i++) {
        hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    hex[2 * count] = '\0';
}

void hash_sha256(Str bytes, char hex[65])
{
    unsigned char digest[SHA256_DIGEST_LENGTH];
    hash_parts(&bytes, 1, digest);
    put_hex(digest, sizeof digest, hex);
}

void hash_hmac_sha256(Str key, Str bytes, char mac[HASH_SHA256_BYTES])
{
    unsigned char digest[SHA256_DIGEST_LENGTH], block[SHA256_CBLOCK] = {0}, inner[SHA256_CBLOCK];
    if (key.len > sizeof block)
        hash_parts(&key, 1, block);
    else if (key.len)
        memcpy(block, key.ptr, key.len);
    for (size_t i = 0; i < sizeof block; i++) {
        inner[i] = block[i] ^ 0x36;
        block[i] ^= 0x5C;
    }
    hash_parts((Str[]){{(const char *)inner, sizeof inner}, bytes}, 2, digest);
    hash_parts((Str[]){{(const char *)block, sizeof block}, {(const char *)digest, sizeof digest}},
               2, digest);
    memcpy(mac, digest, sizeof digest);
}

void hash_git_blob(Str bytes, char id[HASH_GIT_DIGITS + 1])
{
    unsigned char digest[SHA_DIGEST_LENGTH];
    char head[32];
    int len = snprintf(head, sizeof head, "blob %zu", bytes.len);
    SHA_CTX context;
    SHA1_Init(&context);
    SHA1_Update(&context, head, (size_t)len + 1);
    if (bytes.len)
        SHA1_Update(&context, bytes.ptr, bytes.len);
    SHA1_Final(digest, &context);
    put_hex(digest, sizeof digest, id);
}
