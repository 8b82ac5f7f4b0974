/* A pack: the facts of several neighbouring files, compressed together, because neighbouring files
   have much in common. Each column of the facts is a separate zstd frame over all files of the
   pack, and each name is stored once. Readers without need of references do not decompress them. */
#pragma once

#include "index/store/codec.h"
#include "index/store/facts.h"

typedef enum PackPart {
    PART_OUTLINE,
    PART_REFERENCES,
    PART_COUNT
} PackPart;

/* Streams of a part: one for each column, then the codes of its names, then bytes that are not a
   part. */
enum {
    STREAM_NAMES = CODEC_COLUMNS,
    STREAM_REST,
    STREAM_COUNT
};

/* A file's share in the streams of one part. */
typedef struct PackPiece {
    uint32_t columns;   /* number of columns; 0: the bytes were no part */
    uint32_t new_names; /* number of the first name that this file added to the pack */
    size_t starts[STREAM_COUNT], lens[STREAM_COUNT];
} PackPiece;

typedef struct PackSlot {
    uint64_t check; /* to verify that the slot holds the wanted file */
    PackPiece pieces[PART_COUNT];
} PackSlot;

/* An empty pack is zero except for `arena`. While it is filled, `known` maps names to their
   numbers. */
typedef struct FactsPack {
    Arena *arena;
    VEC(PackSlot) slots;
    Buf streams[PART_COUNT][STREAM_COUNT];
    VEC(Str) names;
    Map known; /* number by name, only while the pack is filled */
    size_t names_bytes;
    bool references; /* references were decompressed too */
} FactsPack;

FactsPack facts_pack_open(Arena *arena);
/* Adds the facts of a file as the next slot. */
void facts_pack_put(FactsPack *pack, uint64_t check, const Facts *facts);
/* The facts in a slot, copied into the arena. Empty if the slot does not exist. */
Facts facts_pack_get(Arena *arena, const FactsPack *pack, size_t slot, bool references);
/* Size before compression. */
size_t facts_pack_bytes(const FactsPack *pack);

/* Appends the compressed pack to `blob`. */
void facts_pack_write(Arena scratch, const FactsPack *pack, Buf *blob);
/* Decompresses a pack, with or without references. False if the bytes are damaged, or a stream is
   longer than `max`. */
bool facts_pack_read(Arena *arena, Str blob, bool references, size_t max, FactsPack *pack) MUST_USE;
