/* Segments of the catalog in the store: how files are grouped into segments, and the Bloom filters
   stored next to them. Each segment is a zstd frame. Only for the files that read and write parts
   of the catalog. */
#pragma once

#include "base/zstd_frame.h"
#include "index/catalog/catalog_rows.h"

/* Number of files in a segment, the unit of loading and saving; and in a group with one filter of
   callees. */
#define CATALOG_SEGMENT_FILES 256
#define CALLEE_GROUP_FILES 16
#define NAMES_PART 0 /* part number of the name table; the other parts are CatalogPart */
/* Added to a part's number: the row with the filter of that part's segment (base/filter.h). */
#define SEGMENT_FILTERS 128
/* Added to CATALOG_LINKS: the row with the leads of that segment's files (file_leads.h). */
#define SEGMENT_LEADS 192

/* Levels of zstd. A segment that stays is read often and worth the time: level 6 takes 2.5 times
   as long as 3 and saves a tenth. */
#define COMPRESSION_LASTING 7
#define COMPRESSION_QUICK 1

typedef VEC(uint64_t) HashVec;

static inline FileSpan segment_files(const Catalog *catalog, size_t number)
{
    size_t from = number * CATALOG_SEGMENT_FILES;
    return (FileSpan){catalog->files.ptr + from,
                      catalog->files.ptr + MIN(from + CATALOG_SEGMENT_FILES, catalog->files.len)};
}

static inline size_t segment_count(const Catalog *catalog)
{
    return (catalog->files.len + CATALOG_SEGMENT_FILES - 1) / CATALOG_SEGMENT_FILES;
}

static inline bool segment_unzip(Arena *arena, Str frame, Str *plain)
{
    return zstd_frame_take(arena, frame, (Str){0}, CATALOG_SEGMENT_BYTES_MAX, plain);
}

typedef struct SegmentWriter {
    Catalog *catalog;
    Store *store;
    int compression;
} SegmentWriter;

typedef struct SegmentText {
    Buf plain;
    ZstdFrameCuts cuts;
} SegmentText;

static inline bool segment_put_cut(const SegmentWriter *writer, Arena scratch, unsigned part,
                                   size_t number, const SegmentText *text, Err *err)
{
    Buf frame = buf_open(&scratch, 0);
    zstd_frame_put_cut(&frame, buf_str(&text->plain), &text->cuts, writer->compression);
    return store_segment_put(writer->store, part, number, buf_str(&frame), err);
}

static inline bool segment_put(const SegmentWriter *writer, Arena scratch, unsigned part,
                               size_t number, Str plain, Err *err)
{
    Buf frame = buf_open(&scratch, 0);
    zstd_frame_put(&frame, plain, (Str){0}, writer->compression);
    return store_segment_put(writer->store, part, number, buf_str(&frame), err);
}

/* Append the filter of a segment, a set of ids that the segment may contain. CATALOG_NAMED: the ids
   of its symbols' names. CATALOG_LINKS: the callees in other segments; then, for each
   CALLEE_GROUP_FILES files, the callees outside the group. For CATALOG_METRICS it is no filter: for
   each file the number of symbols by risk score. */
void segment_put_risks(Buf *out, FileSpan files);
void segment_put_names(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files);
void segment_put_callees(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files);
/* False: no symbol of the segment has that name. An empty filter lets everything pass. */
bool segment_may_name(Str filters, uint32_t name);
/* The hash under which callee filters store a symbol, given by its place. */
uint64_t segment_callee_hash(uint32_t file, uint32_t index);
