/* The packed links of a file: its imports, then of its edges each field by itself: like numbers
   compress best side by side, and a segment has each column of all its files together. */
#pragma once

#include "base/varint.h"
#include "base/zstd_frame.h"
#include "index/catalog/catalog_rows.h"

typedef enum LinkColumn {
    LINK_IMPORTS,
    LINK_CALLER, /* of edges: what is added to the index of the one before */
    LINK_SORT,   /* kind << 2 | confidence */
    LINK_FILE,   /* of the callee: 0 for what is outside, else 1 + its distance, folded */
    LINK_NUMBER, /* its index there */
    LINK_NAME,   /* instead, of what is outside */
    LINK_LINE,   /* distance to the one before, folded */
    LINK_COUNT,
    LINK_COLUMNS
} LinkColumn;

/* How a callee's file stands to that of the caller, and back. */
static inline uint64_t link_distance(uint32_t from, uint32_t to)
{
    int64_t way = (int64_t)to - from;
    return ((uint64_t)way << 1) ^ (uint64_t)(way >> 63);
}
static inline uint32_t link_target(uint32_t from, uint64_t distance)
{
    return from + (uint32_t)((distance >> 1) ^ (0 - (distance & 1)));
}

typedef struct LinksCut {
    Str columns[LINK_COLUMNS];
} LinksCut;

/* The links from their columns. */
Str links_join(Arena *arena, const LinksCut *cut);
/* All are empty where the bytes make no sense. */
LinksCut links_cut(Str packed);

/* Those of a segment's files. */
void links_put_segment(Buf *out, FileSpan files, ZstdFrameCuts *cuts);
/* Each file's are a copy in the arena. False when the bytes are damaged. */
bool links_take_segment(Arena *arena, Str plain, FileSpan files) MUST_USE;
/* The same one by one; the one before is forgotten when the arena is. */
typedef struct LinksReader {
    VarintReader heads;
    VarintReader columns[LINK_COLUMNS];
} LinksReader;
LinksReader links_read_segment(Str plain);
Str links_next(LinksReader *reader, Arena *arena);
