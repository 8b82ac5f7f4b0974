/* Statements of the store belong to the loading thread, so that thread copies the frames first;
   this takes a fiftieth of the time. The unpacked bytes go into one piece of the catalog's arena,
   which is only address space until it is touched. */
#include "index/catalog/catalog_prefetch.h"

#include "index/catalog/links_columns.h"

/* Below this size a thread does not pay. */
#define PREFETCH_BYTES_MIN (256 * KB)
/* Upper bound of a file's unpacked bytes beyond their length: the first piece of a buffer, and the
   unused half of one that doubled. */
#define ROOM_FILE 512
#define ROOM_SHARE 3

static const CatalogPart parts_prefetched[] = {CATALOG_LINKS, CATALOG_MENTIONS, CATALOG_SHAPES};

static Str *packed_of(CatalogFile *file, CatalogPart part)
{
    return part == CATALOG_SHAPES ? &file->shape : &file->mentions;
}

void prefetch_put(Buf *out, FileSpan files, CatalogPart part, ZstdFrameCuts *cuts)
{
    if (part == CATALOG_LINKS) {
        links_put_segment(out, files, cuts);
        return;
    }
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        varint_put_str(out, *packed_of(file, part));
}

static bool take(Arena *arena, Str plain, FileSpan files, CatalogPart part)
{
    if (part == CATALOG_LINKS)
        return links_take_segment(arena, plain, files);
    VarintReader in = varint_open(plain);
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        *packed_of(file, part) = str_copy(arena, varint_str(&in));
    return varint_is_done(&in) && !in.failed;
}

static size_t room_for(uint64_t plain)
{
    return (size_t)MIN(plain, (uint64_t)CATALOG_SEGMENT_BYTES_MAX) * ROOM_SHARE +
           CATALOG_SEGMENT_FILES * ROOM_FILE;
}

static bool take_frame(Prefetch *prefetch, Arena scratch, const PrefetchFrame *frame,
                       uint64_t number)
{
    Str plain;
    FileSpan files = segment_files(prefetch->catalog, (size_t)number);
    size_t left = (size_t)(prefetch->room.end - prefetch->room.ptr);
    return frame->number == number && number < segment_count(prefetch->catalog) &&
           segment_unzip(&scratch, frame->bytes, &plain) && room_for(plain.len) <= left &&
           take(&prefetch->room, plain, files, frame->part);
}

/* Segments of one part must be numbered without a gap. */
static void take_frames(void *state)
{
    Prefetch *prefetch = state;
    Arena scratch SCOPED(arena_close) = {0};
    uint64_t number = 0;
    arena_open(&scratch, 0);
    for (size_t i = 0; i < prefetch->list.len && !prefetch->damaged; i++) {
        const PrefetchFrame *frame = &prefetch->list.ptr[i];
        bool last = i + 1 == prefetch->list.len || frame[1].part != frame->part;
        prefetch->damaged = !take_frame(prefetch, scratch, frame, number++) ||
                            (last && number != segment_count(prefetch->catalog));
        number = last ? 0 : number;
    }
}

static bool read_frames(Prefetch *prefetch, CatalogPart part, Err *err)
{
    Statement *rows = store_segments(prefetch->catalog->store, part);
    size_t before = prefetch->list.len;
    while (db_next(rows, err))
        *VEC_PUSH(&prefetch->frames, &prefetch->list) =
            (PrefetchFrame){part, db_u64(rows, 0), str_copy(&prefetch->frames, db_text(rows, 1))};
    prefetch->damaged =
        prefetch->damaged || (prefetch->list.len == before && segment_count(prefetch->catalog));
    return !db_failed(rows);
}

static void take_room(Prefetch *prefetch)
{
    Arena *arena = prefetch->catalog->arena;
    size_t size = 0;
    for (size_t i = 0; i < prefetch->list.len; i++)
        size += room_for(zstd_frame_plain_len(prefetch->list.ptr[i].bytes));
    if (size > (size_t)(arena->end - arena->ptr) / 2) { /* no sound segment is that large */
        prefetch->damaged = true;
        return;
    }
    prefetch->room.begin = prefetch->room.ptr = prefetch->room.large = arena_bytes(arena, size);
    prefetch->room.end = prefetch->room.begin + size;
}

bool prefetch_begin(Prefetch *prefetch, Catalog *catalog, unsigned parts, Err *err)
{
    *prefetch = (Prefetch){.catalog = catalog};
    arena_open(&prefetch->frames, 0);
    for (size_t i = 0; i < COUNT(parts_prefetched); i++)
        if (parts & parts_prefetched[i] && !read_frames(prefetch, parts_prefetched[i], err))
            return false;
    take_room(prefetch);
    prefetch->begun = arena_used(&prefetch->frames) >= PREFETCH_BYTES_MIN && parallel_cores() > 1;
    if (prefetch->begun)
        parallel_start(&prefetch->task, take_frames, prefetch);
    else
        take_frames(prefetch);
    return true;
}

void prefetch_end(Prefetch *prefetch)
{
    if (prefetch->begun)
        parallel_finish(&prefetch->task);
    arena_close(&prefetch->frames);
    prefetch->catalog->damaged = prefetch->catalog->damaged || prefetch->damaged;
}
