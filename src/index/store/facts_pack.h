/* The facts of some files of one neighbourhood, compressed together: small files say much the same
   as those beside them. What is alike stands together: names, texts, the numbers of outlines and
   those of references are a zstd frame each, and one who wants no references does not unpack the
   last. */
#pragma once

#include "index/store/facts.h"

typedef enum PackStream {
    PACK_OUTLINES,
    PACK_TEXTS,
    PACK_NAMES,
    PACK_REFERENCES,
    PACK_STREAM_COUNT
} PackStream;

/* An outline's or the references' share of a stream. */
typedef struct PackPiece {
    size_t start, len;
} PackPiece;

typedef enum PieceSort {
    PIECE_NUMBERS,
    PIECE_TEXTS,
    PIECE_NAMES,
    PIECE_COUNT
} PieceSort;

typedef struct PackSlot {
    uint32_t check; /* tells whether it is the file that one looks for */
    PackPiece outline[PIECE_COUNT], references[PIECE_COUNT];
} PackSlot;

/* Zeroed, but for `arena`, it is an empty one. */
typedef struct FactsPack {
    Arena *arena;
    VEC(PackSlot) slots;
    Buf streams[PACK_STREAM_COUNT];
    bool references; /* they were unpacked too */
} FactsPack;

FactsPack facts_pack_open(Arena *arena);
void facts_pack_put(FactsPack *pack, uint32_t check, const Facts *facts);
/* A copy in the arena; empty for a slot that is not there. */
Facts facts_pack_get(Arena *arena, const FactsPack *pack, size_t slot, bool references);
/* Before compression. */
size_t facts_pack_bytes(const FactsPack *pack);

void facts_pack_write(Arena scratch, const FactsPack *pack, Buf *blob);
/* False when the bytes are damaged, or a stream is longer than `max`. */
bool facts_pack_read(Arena *arena, Str blob, bool references, size_t max, FactsPack *pack) MUST_USE;
