/* A filter is a Bloom filter with one hash function: each n-gram sets one bit. */
#include "index/catalog/ngrams.h"

#include "base/hash.h"
#include "index/catalog/symbol.h"

#define GROUP 3
/* One byte distinguishes almost nothing, and four fill the number that is hashed. */
#define BEGINNING_MIN 2
#define BEGINNING_MAX 4

static uint32_t lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

/* `sort` keeps trigrams and beginnings with the same bytes apart. */
static uint32_t hash_piece(uint32_t bytes, uint32_t sort)
{
    return (uint32_t)((((uint64_t)sort << 32 | bytes) + 1) * HASH_SPREAD >> 32);
}

void ngrams_add_trigrams(Arena *arena, NgramVec *ngrams, Str text)
{
    uint32_t bytes = 0;
    for (size_t i = 0; i < text.len; i++) {
        bytes = (bytes << 8 | lower(text.ptr[i])) & 0xFFFFFF;
        if (i + 1 >= GROUP)
            *VEC_PUSH(arena, ngrams) = hash_piece(bytes, 0);
    }
}

static void add_beginning(Arena *arena, NgramVec *ngrams, Str word)
{
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < MIN(word.len, (size_t)BEGINNING_MAX); i++) {
        bytes = bytes << 8 | lower(word.ptr[i]);
        if (i + 1 >= BEGINNING_MIN)
            *VEC_PUSH(arena, ngrams) = hash_piece(bytes, i);
    }
}

void ngrams_add_prefix(Arena *arena, NgramVec *ngrams, Str word)
{
    add_beginning(arena, ngrams, word);
}

void ngrams_add_name(Arena *arena, NgramVec *ngrams, Str name)
{
    size_t from = STR_NONE;
    ngrams_add_trigrams(arena, ngrams, name);
    for (size_t i = 0; i <= name.len; i++) {
        bool ends = i == name.len || symbol_word_begins(name, i);
        if (ends && from != STR_NONE)
            add_beginning(arena, ngrams, str_slice(name, from, i));
        from = ends ? i : from;
    }
    *VEC_PUSH(arena, ngrams) = (uint32_t)(str_hash(name) >> 32);
}

void ngrams_put_filter(Buf *out, const NgramVec *ngrams, size_t bytes)
{
    char *set = buf_reserve(out, bytes);
    if (!set)
        return;
    memset(set, 0, bytes);
    for (size_t i = 0; i < ngrams->len; i++) {
        uint64_t at = (uint64_t)ngrams->ptr[i] * (bytes * 8) >> 32;
        set[at / 8] = (char)((unsigned char)set[at / 8] | 1u << at % 8);
    }
    out->len += bytes;
}

bool ngrams_are_in(Str set, const NgramVec *ngrams)
{
    for (size_t i = 0; i < ngrams->len && set.len; i++) {
        uint64_t at = (uint64_t)ngrams->ptr[i] * (set.len * 8) >> 32;
        if (!((unsigned char)set.ptr[at / 8] >> at % 8 & 1))
            return false;
    }
    return true;
}
