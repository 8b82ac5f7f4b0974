/* A piece is a number of its bytes; the sets keep one bit for each class of hashes, as many classes
   as there is room for. */
#include "index/catalog/pieces.h"

#include "base/hash.h"
#include "index/catalog/symbol.h"

#define GROUP 3
#define BEGINNING_MIN 2
#define BEGINNING_MAX 4

static uint32_t lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

/* `sort`: groups and beginnings of the same bytes differ. */
static uint32_t hash_piece(uint32_t bytes, uint32_t sort)
{
    return (uint32_t)((((uint64_t)sort << 32 | bytes) + 1) * HASH_SPREAD >> 32);
}

void pieces_add_groups(Arena *arena, PieceVec *pieces, Str text)
{
    uint32_t bytes = 0;
    for (size_t i = 0; i < text.len; i++) {
        bytes = (bytes << 8 | lower(text.ptr[i])) & 0xFFFFFF;
        if (i + 1 >= GROUP)
            *VEC_PUSH(arena, pieces) = hash_piece(bytes, 0);
    }
}

static void add_beginning(Arena *arena, PieceVec *pieces, Str word)
{
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < MIN(word.len, (size_t)BEGINNING_MAX); i++) {
        bytes = bytes << 8 | lower(word.ptr[i]);
        if (i + 1 >= BEGINNING_MIN)
            *VEC_PUSH(arena, pieces) = hash_piece(bytes, i);
    }
}

void pieces_add_beginning(Arena *arena, PieceVec *pieces, Str word)
{
    add_beginning(arena, pieces, word);
}

void pieces_add_name(Arena *arena, PieceVec *pieces, Str name)
{
    size_t from = STR_NONE;
    pieces_add_groups(arena, pieces, name);
    for (size_t i = 0; i <= name.len; i++) {
        bool ends = i == name.len || symbol_word_begins(name, i);
        if (ends && from != STR_NONE)
            add_beginning(arena, pieces, str_slice(name, from, i));
        from = ends ? i : from;
    }
    *VEC_PUSH(arena, pieces) = (uint32_t)(str_hash(name) >> 32);
}

void pieces_put(Buf *out, const PieceVec *pieces, size_t bytes)
{
    char *set = buf_reserve(out, bytes);
    if (!set)
        return;
    memset(set, 0, bytes);
    for (size_t i = 0; i < pieces->len; i++) {
        uint64_t at = (uint64_t)pieces->ptr[i] * (bytes * 8) >> 32;
        set[at / 8] = (char)((unsigned char)set[at / 8] | 1u << at % 8);
    }
    out->len += bytes;
}

bool pieces_are_in(Str set, const PieceVec *pieces)
{
    for (size_t i = 0; i < pieces->len && set.len; i++) {
        uint64_t at = (uint64_t)pieces->ptr[i] * (set.len * 8) >> 32;
        if (!((unsigned char)set.ptr[at / 8] >> at % 8 & 1))
            return false;
    }
    return true;
}
