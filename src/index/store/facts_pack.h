/* The facts of some files of one neighbourhood, compressed together: small files say much the same
   as those beside them. What is alike stands together: each column of the facts is a zstd frame of
   its own, and a name stands once, whatever files have it. One who wants no references does not
   unpack theirs. */
#pragma once

#include "index/store/codec.h"
#include "index/store/facts.h"

typedef enum PackPart {
    PART_OUTLINE,
    PART_REFERENCES,
    PART_COUNT
} PackPart;

/* Of a part: its columns, which names it has, and all of what is no part. */
enum {
    STREAM_NAMES = CODEC_COLUMNS,
    STREAM_REST,
    STREAM_COUNT
};

/* A file's share of the streams of a part. */
typedef struct PackPiece {
    uint32_t columns;   /* 0: it is no part */
    uint32_t new_names; /* from here on: those that no file before it had */
    size_t starts[STREAM_COUNT], lens[STREAM_COUNT];
} PackPiece;

typedef struct PackSlot {
    uint64_t check; /* tells whether it is the file that one looks for */
    PackPiece pieces[PART_COUNT];
} PackSlot;

/* Zeroed, but for `arena`, it is an empty one. */
typedef struct FactsPack {
    Arena *arena;
    VEC(PackSlot) slots;
    Buf streams[PART_COUNT][STREAM_COUNT];
    VEC(Str) names;
    Map known; /* number of a name, while it is filled */
    size_t names_bytes;
    bool references; /* they were unpacked too */
} FactsPack;

FactsPack facts_pack_open(Arena *arena);
void facts_pack_put(FactsPack *pack, uint64_t check, const Facts *facts);
/* A copy in the arena; empty for a slot that is not there. */
Facts facts_pack_get(Arena *arena, const FactsPack *pack, size_t slot, bool references);
/* Before compression. */
size_t facts_pack_bytes(const FactsPack *pack);

void facts_pack_write(Arena scratch, const FactsPack *pack, Buf *blob);
/* False when the bytes are damaged, or a stream is longer than `max`. */
bool facts_pack_read(Arena *arena, Str blob, bool references, size_t max, FactsPack *pack) MUST_USE;
