/* The statements of the store belong to the thread that loads: it copies the frames first, which
   takes a fiftieth of the time. What they become lies in one piece of the catalog's arena, which is
   address space until it is touched. */
#include "index/catalog/catalog_beside.h"

#include "index/catalog/links_columns.h"

/* A thread does not pay below. */
#define BESIDE_BYTES_MIN (256 * KB)
/* What a file's bytes may take beside their own length: a buffer's first piece, and half of a
   buffer that grew to twice of what was in it. */
#define ROOM_FILE 512
#define ROOM_SHARE 3

static const CatalogPart parts_beside[] = {CATALOG_LINKS, CATALOG_MENTIONS, CATALOG_SHAPES};

static Str *packed_of(CatalogFile *file, CatalogPart part)
{
    return part == CATALOG_SHAPES ? &file->shape : &file->mentions;
}

void beside_put(Buf *out, FileSpan files, CatalogPart part, ZipCuts *cuts)
{
    if (part == CATALOG_LINKS) {
        links_put_segment(out, files, cuts);
        return;
    }
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        pack_put_str(out, *packed_of(file, part));
}

static bool take(Arena *arena, Str plain, FileSpan files, CatalogPart part)
{
    if (part == CATALOG_LINKS)
        return links_take_segment(arena, plain, files);
    Unpack in = unpack_open(plain);
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        *packed_of(file, part) = str_copy(arena, unpack_str(&in));
    return unpack_is_done(&in) && !in.failed;
}

static size_t room_for(uint64_t plain)
{
    return (size_t)MIN(plain, (uint64_t)CATALOG_SEGMENT_BYTES_MAX) * ROOM_SHARE +
           CATALOG_SEGMENT_FILES * ROOM_FILE;
}

static bool take_frame(Beside *beside, Arena scratch, const BesideFrame *frame, uint64_t number)
{
    Str plain;
    FileSpan files = segment_files(beside->catalog, (size_t)number);
    size_t left = (size_t)(beside->room.end - beside->room.ptr);
    return frame->number == number && number < segment_count(beside->catalog) &&
           segment_unzip(&scratch, frame->bytes, &plain) && room_for(plain.len) <= left &&
           take(&beside->room, plain, files, frame->part);
}

/* Segments of one part must follow one another without a gap. */
static void take_frames(void *state)
{
    Beside *beside = state;
    Arena scratch SCOPED(arena_close) = {0};
    uint64_t number = 0;
    arena_open(&scratch, 0);
    for (size_t i = 0; i < beside->list.len && !beside->damaged; i++) {
        const BesideFrame *frame = &beside->list.ptr[i];
        bool last = i + 1 == beside->list.len || frame[1].part != frame->part;
        beside->damaged = !take_frame(beside, scratch, frame, number++) ||
                          (last && number != segment_count(beside->catalog));
        number = last ? 0 : number;
    }
}

static bool read_frames(Beside *beside, CatalogPart part, Err *err)
{
    Statement *rows = store_segments(beside->catalog->store, part);
    size_t before = beside->list.len;
    while (db_next(rows, err))
        *VEC_PUSH(&beside->frames, &beside->list) =
            (BesideFrame){part, db_u64(rows, 0), str_copy(&beside->frames, db_text(rows, 1))};
    beside->damaged =
        beside->damaged || (beside->list.len == before && segment_count(beside->catalog));
    return !db_failed(rows);
}

static void take_room(Beside *beside)
{
    Arena *arena = beside->catalog->arena;
    size_t size = 0;
    for (size_t i = 0; i < beside->list.len; i++)
        size += room_for(zip_plain_len(beside->list.ptr[i].bytes));
    if (size > (size_t)(arena->end - arena->ptr) / 2) { /* nobody wrote so much */
        beside->damaged = true;
        return;
    }
    beside->room.begin = beside->room.ptr = beside->room.large = arena_bytes(arena, size);
    beside->room.end = beside->room.begin + size;
}

bool beside_begin(Beside *beside, Catalog *catalog, unsigned parts, Err *err)
{
    *beside = (Beside){.catalog = catalog};
    arena_open(&beside->frames, 0);
    for (size_t i = 0; i < COUNT(parts_beside); i++)
        if (parts & parts_beside[i] && !read_frames(beside, parts_beside[i], err))
            return false;
    take_room(beside);
    beside->begun = arena_used(&beside->frames) >= BESIDE_BYTES_MIN && parallel_cores() > 1;
    if (beside->begun)
        parallel_start(&beside->task, take_frames, beside);
    else
        take_frames(beside);
    return true;
}

void beside_end(Beside *beside)
{
    if (beside->begun)
        parallel_finish(&beside->task);
    arena_close(&beside->frames);
    beside->catalog->damaged = beside->catalog->damaged || beside->damaged;
}
