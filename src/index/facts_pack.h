/* The facts of some files of one neighbourhood, compressed together: small files say much the same
   as those beside them. Outlines and references are two zstd frames, so that one who wants no
   references does not unpack them. */
#pragma once

#include "index/facts.h"

typedef enum PackText {
    PACK_OUTLINES,
    PACK_REFERENCES,
    PACK_TEXT_COUNT
} PackText;

typedef struct PackSlot {
    uint32_t check; /* tells whether it is the file that one looks for */
    size_t start[PACK_TEXT_COUNT], len[PACK_TEXT_COUNT];
} PackSlot;

/* Zeroed, but for `arena`, it is an empty one. */
typedef struct FactsPack {
    Arena *arena;
    VEC(PackSlot) slots;
    Buf texts[PACK_TEXT_COUNT];
    bool references; /* they were unpacked too */
} FactsPack;

FactsPack facts_pack_open(Arena *arena);
void facts_pack_put(FactsPack *pack, uint32_t check, const Facts *facts);
/* They point into the pack; empty for a slot that is not there. */
Facts facts_pack_get(const FactsPack *pack, size_t slot, bool references);

void facts_pack_write(Arena scratch, const FactsPack *pack, Buf *blob);
/* False when the bytes are damaged, or a text is longer than `max`. */
bool facts_pack_read(Arena *arena, Str blob, bool references, size_t max, FactsPack *pack) MUST_USE;
