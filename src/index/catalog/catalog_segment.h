/* Segments of the catalog in the store, as zstd frames; for the files that write and read its
   parts. */
#pragma once

#include "base/zstd_frame.h"
#include "index/catalog/catalog_rows.h"

#define CATALOG_SEGMENT_FILES 256
#define CALLEE_GROUP_FILES 16
#define NAMES_PART 0 /* the names themselves, beside the parts of files (CatalogPart) */
/* Beside a part's segment: which hashes may be in it (base/filter.h). */
#define SEGMENT_SIGNS 128

/* 6 takes two and a half times the time of 3 for a tenth less: a segment that stays is read often.
 */
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

/* Appends the signs (base/filter.h) of what is in the segment of these files: of CATALOG_NAMED the
   ids of names; of CATALOG_LINKS the symbols of other segments that edges end in, and then for each
   CALLEE_GROUP_FILES files in it those of other files than these. Of
   CATALOG_STANDINGS it is how many of each file have which score of risk. */
void segment_put_risks(Buf *out, FileSpan files);
void segment_put_names(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files);
void segment_put_callees(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files);
/* Empty signs may have everything. */
bool segment_may_name(Str filters, uint32_t name);
uint64_t segment_callee_hash(uint32_t file, uint32_t index);
