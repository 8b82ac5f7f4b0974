/* Texts are compressed in blocks in the order of their ids, so new names only append blocks. The
   n-gram filters tell a question which few blocks it needs. */
#include "index/catalog/catalog_names.h"

#include "base/varint.h"
#include "index/catalog/names_lazy.h"

/* Smaller blocks mean less unpacking for a question that needs few names, but compress worse: by
   one percent compared with twice the size. */
#define NAMES_BLOCK_BYTES (32 * KB)
/* Bytes of names per byte of their filter. */
#define NGRAMS_SHARE 24
/* Blocks allowed in addition to those that the text needs. Most updates add one block with few
   names. */
#define NAMES_BLOCKS_SMALL_MAX 256

/* ---- saving ---- */

/* The end of the block that begins with this name. */
static uint32_t names_end(const Names *names, uint32_t from)
{
    uint32_t count = names_count(names), to = from;
    while (to < count && names->starts.ptr[to] - names->starts.ptr[from] < NAMES_BLOCK_BYTES)
        to++;
    return to;
}

typedef struct NameRange {
    uint32_t from, to; /* ids */
    size_t number;     /* of the block */
} NameRange;

static Str pack_ngrams(Arena *arena, Arena scratch, const Names *names, NameRange range,
                       size_t bytes)
{
    NgramVec ngrams = {0};
    Buf set = buf_open(arena, 0);
    for (uint32_t id = range.from; id < range.to; id++)
        ngrams_add_name(&scratch, &ngrams, names_get(names, id));
    ngrams_put_filter(&set, &ngrams, bytes / NGRAMS_SHARE + 1);
    return buf_str(&set);
}

static bool put_filters(const SegmentWriter *writer, Arena scratch, NameRange range, size_t bytes,
                        Err *err)
{
    Arena work SCOPED(arena_close) = {0};
    const Names *names = &writer->catalog->names;
    arena_open(&work, 0);
    Str ngrams = pack_ngrams(&work, scratch, names, range, bytes);
    Buf out = buf_open(&scratch, 0);
    varint_put(&out, range.to - range.from);
    varint_put(&out, bytes);
    varint_put_str(&out, ngrams);
    return store_segment_put(writer->store, NAMES_PART | SEGMENT_FILTERS, range.number,
                             buf_str(&out), err);
}

static bool put_names(const SegmentWriter *writer, Arena scratch, uint32_t from, size_t number,
                      Err *err)
{
    const Names *names = &writer->catalog->names;
    while (from < names_count(names)) {
        uint32_t to = names_end(names, from);
        size_t start = names->starts.ptr[from];
        size_t end = to < names_count(names) ? names->starts.ptr[to] : names->text.len;
        Str texts = {names->text.ptr + start, end - start};
        if (!put_filters(writer, scratch, (NameRange){from, to, number}, texts.len, err) ||
            !segment_put(writer, scratch, NAMES_PART, number++, texts, err))
            return false;
        from = to;
    }
    return true;
}

static bool clear(Store *store, Err *err)
{
    return store_segments_clear_part(store, NAMES_PART, err) &&
           store_segments_clear_part(store, NAMES_PART | SEGMENT_FILTERS, err);
}

bool catalog_save_names(const SegmentWriter *writer, Arena scratch, Err *err)
{
    Catalog *catalog = writer->catalog;
    uint32_t count = names_count(&catalog->names), saved = catalog->saved_names;
    bool quick = writer->compression == COMPRESSION_QUICK;
    bool again = (catalog->names_saved_quickly && !quick) || catalog->names_diverged;
    uint64_t number = 0;
    if (count == saved && !again)
        return true;
    if (!store_segment_count(writer->store, NAMES_PART, &number, err))
        return false;
    again = again || number >= NAMES_BLOCKS_SMALL_MAX + catalog->names.text.len / NAMES_BLOCK_BYTES;
    if (again && !clear(writer->store, err))
        return false;
    catalog->names_saved_quickly = quick;
    catalog->saved_names = count;
    return put_names(writer, scratch, again ? 1 : saved, again ? 0 : (size_t)number, err);
}

/* ---- loading ---- */

/* Blocks are unpacked one after another at the end of the arena, and stay there. */
bool catalog_load_names(Catalog *catalog, Err *err)
{
    Statement *rows = store_segments(catalog->store, NAMES_PART);
    char *begin = arena_bytes(catalog->arena, 1);
    Str plain;
    *begin = '\0';
    for (size_t number = 0; db_next(rows, err); number++) {
        if (catalog->damaged)
            continue; /* read on: an open statement would hold its snapshot */
        bool sound = db_u64(rows, 0) == number &&
                     segment_unzip(catalog->arena, db_text(rows, 1), &plain) && plain.len &&
                     !plain.ptr[plain.len - 1];
        catalog->damaged = !sound;
    }
    if (!catalog->damaged)
        names_adopt(&catalog->names, (Str){begin, (size_t)(catalog->arena->ptr - begin)});
    return !db_failed(rows);
}

/* ---- block by block ---- */

static bool read_block(void *state, Arena *arena, size_t number, Str *packed)
{
    const Catalog *catalog = state;
    Statement *row = store_segment(catalog->store, NAMES_PART, number);
    Err ignored;
    bool found = false;
    while (db_next(row, &ignored)) {
        *packed = str_copy(arena, db_text(row, 0));
        found = true;
    }
    return found;
}

static bool take_block(Catalog *catalog, NamesBlock *block, Str bytes)
{
    VarintReader in = varint_open(bytes);
    block->count = varint_u32(&in);
    block->bytes = varint_u32(&in);
    block->ngrams = str_copy(catalog->arena, varint_str(&in));
    return varint_is_done(&in) && !in.failed && block->count && block->count <= block->bytes &&
           block->ngrams.len && (uint64_t)block->start + block->bytes <= UINT32_MAX;
}

bool catalog_list_names(Catalog *catalog, Arena scratch, Err *err)
{
    Statement *rows = store_segments(catalog->store, NAMES_PART | SEGMENT_FILTERS);
    VEC(NamesBlock) blocks = {0};
    NamesBlock next = {.first = 1, .start = 1};
    while (db_next(rows, err)) {
        if (catalog->damaged)
            continue;
        catalog->damaged =
            db_u64(rows, 0) != blocks.len || !take_block(catalog, &next, db_text(rows, 1));
        *VEC_PUSH(&scratch, &blocks) = next;
        next.first += next.count;
        next.start += next.bytes;
    }
    if (db_failed(rows))
        return false;
    if (catalog->damaged || !blocks.len)
        return true;
    NamesLazy *lazy = NEW(catalog->arena, NamesLazy, 1);
    *lazy = (NamesLazy){.blocks = NEW(catalog->arena, NamesBlock, blocks.len + 1),
                        .count = blocks.len,
                        .read = read_block,
                        .unpack = segment_unzip,
                        .state = catalog,
                        .damaged = &catalog->damaged};
    memcpy(lazy->blocks, blocks.ptr, blocks.len * sizeof *blocks.ptr);
    names_be_lazy(&catalog->names, lazy);
    return true;
}
