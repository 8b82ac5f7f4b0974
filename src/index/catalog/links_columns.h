/* The packed links of a file: its imports, then one column for each field of its edges. Similar
   numbers next to each other compress best. A segment has each column of all its files together. */
#pragma once

#include "base/varint.h"
#include "base/zstd_frame.h"
#include "index/catalog/catalog_rows.h"

typedef enum LinkColumn {
    LINK_IMPORTS,
    LINK_CALLER, /* difference to the previous edge's caller, as indices in the file */
    LINK_SORT,   /* step << 6 | compiled << 5 | kind << 2 | confidence */
    LINK_FILE,   /* file of the callee: 0 if external, else 1 + link_distance */
    LINK_NUMBER, /* the callee's index in its file; of internal callees only */
    LINK_NAME,   /* its name id; of external callees only */
    LINK_LINE,   /* difference to the previous edge's line */
    LINK_COUNT,
    LINK_COLUMNS
} LinkColumn;

/* The distance between the files of caller and callee, zigzag-encoded; and its inverse. */
static inline uint64_t link_distance(uint32_t from, uint32_t to)
{
    int64_t way = (int64_t)to - from;
    return ((uint64_t)way << 1) ^ (uint64_t)(way >> 63);
}
static inline uint32_t link_target(uint32_t from, uint64_t distance)
{
    return from + (uint32_t)((distance >> 1) ^ (0 - (distance & 1)));
}

/* The columns of a file's links, pointing into them. */
typedef struct LinksCut {
    Str columns[LINK_COLUMNS];
} LinksCut;

/* Whether there are no links: those of every other file begin with the count of its imports. */
static inline bool links_are_empty(const LinksCut *cut)
{
    return !cut->columns[LINK_IMPORTS].len;
}

/* Packs columns into a file's links. */
Str links_join(Arena *arena, const LinksCut *cut);
/* Splits packed links into columns. All are empty if the bytes are damaged. */
LinksCut links_cut(Str packed);

/* Appends the links of a segment's files. The columns' offsets are noted in `cuts`. */
void links_put_segment(Buf *out, FileSpan files, ZstdFrameCuts *cuts);
/* Sets the links of a segment's files to copies in the arena. False if the bytes are damaged. */
bool links_take_segment(Arena *arena, Str plain, FileSpan files) MUST_USE;
/* The same without copies: `cuts` point into the segment. */
bool links_cut_segment(Str plain, LinksCut *cuts, size_t count) MUST_USE;
/* An iterator over the links of a segment's files. links_next allocates its result in the arena;
   it is empty at the end or if the bytes are damaged. */
typedef struct LinksReader {
    VarintReader heads;
    VarintReader columns[LINK_COLUMNS];
} LinksReader;
LinksReader links_read_segment(Str plain);
Str links_next(LinksReader *reader, Arena *arena);
