/* Files are packed here, tables in catalog_rows.c, packed bytes of files in catalog_prefetch.c.
   Loading checks whatever later code relies on (ids in range, segments without a gap), because a
   manipulated segment may well decompress. If anything is wrong, the catalog counts as damaged and
   is rebuilt. */
#include "index/catalog/catalog_store.h"

#include "base/varint.h"
#include "index/catalog/catalog_check.h"
#include "index/catalog/catalog_lazy.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/catalog_names.h"
#include "index/catalog/catalog_prefetch.h"
#include "index/catalog/file_leads.h"
#include "index/catalog/links_columns.h"
#include "index/update/memory.h"

/* ---- the parts of a segment ---- */

static void put_files(Buf *out, FileSpan files)
{
    varint_put(out, (uint64_t)(files.end - files.ptr));
    uint64_t stamp = 0;
    uint64_t inode = 0;
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        varint_put_str(out, file->path);
        varint_put_str(out, file->language ? lang_id(file->language) : (Str){0});
        varint_put_str(out, file->included ? lang_id(file->included) : (Str){0});
        varint_put(out, (uint64_t)file->has_addresses << 10 | (uint64_t)file->has_routes << 9 |
                            (uint64_t)file->calls_are_unknown << 8 | (uint64_t)file->class << 4 |
                            (uint64_t)file->disguised << 3 | (uint64_t)file->state << 1 |
                            file->degraded);
        varint_put_str(out, file->reason);
        varint_put(out, file->size);
        varint_put_near(out, file->stamp, stamp);
        varint_put_near(out, file->inode, inode);
        varint_put_str(out, file->hash);
        varint_put(out, file->lines);
        varint_put(out, file->package);
        varint_put(out, file->count);
        stamp = file->stamp;
        inode = file->inode;
    }
}

/* A cache of languages by id; the files of a segment use few. */
typedef struct LanguageMemo {
    Str ids[16];
    const Language *languages[16];
    size_t len;
} LanguageMemo;

static const Language *find_language(LanguageMemo *memo, Str id)
{
    for (size_t i = 0; i < memo->len; i++)
        if (str_equal(memo->ids[i], id))
            return memo->languages[i];
    const Language *language = lang_find(id);
    if (memo->len < COUNT(memo->ids)) {
        memo->ids[memo->len] = id;
        memo->languages[memo->len++] = language;
    }
    return language;
}

/* The files' texts point into the unpacked segment, which must stay. */
static bool take_files(Catalog *catalog, VarintReader *in)
{
    uint64_t count = varint_take(in);
    uint64_t stamp = 0, inode = 0;
    LanguageMemo memo = {0};
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        CatalogFile *file = VEC_PUSH(catalog->arena, &catalog->files);
        file->path = varint_str(in);
        file->language = find_language(&memo, varint_str(in));
        Str included = varint_str(in);
        file->included = included.len ? find_language(&memo, included) : NULL;
        uint64_t sort = varint_take(in);
        file->class = (FileClass)MIN(sort >> 4 & 15, (uint64_t)FILE_POINTER);
        file->calls_are_unknown = sort >> 8 & 1;
        file->has_routes = sort >> 9 & 1;
        file->has_addresses = sort >> 10 & 1;
        file->state = (FileState)(sort >> 1 & 3);
        file->degraded = sort & 1;
        file->disguised = sort >> 3 & 1;
        file->reason = varint_str(in);
        file->size = varint_take(in);
        stamp = varint_near(in, stamp);
        inode = varint_near(in, inode);
        file->stamp = stamp;
        file->inode = inode;
        file->hash = varint_str(in);
        file->lines = varint_u32(in);
        file->package = varint_u32(in);
        file->count = varint_u32(in);
        /* only files with a language have symbols */
        in->failed |= file->count > 1 && !file->language;
    }
    return varint_is_done(in) && !in->failed;
}

static void put_part(Buf *out, FileSpan files, CatalogPart part, ZstdFrameCuts *cuts)
{
    if (part == CATALOG_FILES)
        put_files(out, files);
    else if (rows_are_of(part))
        rows_put(out, files, part, cuts);
    else
        prefetch_put(out, files, part, cuts);
}

static bool take_part(Catalog *catalog, Str plain, size_t number, CatalogPart part)
{
    VarintReader in = varint_open(plain);
    if (part == CATALOG_FILES)
        return take_files(catalog, &in);
    FileSpan files = segment_files(catalog, number);
    assert(rows_are_of(part));
    return rows_take(catalog, &in, files, part) &&
           (part != CATALOG_SYMBOLS || rows_are_sound(catalog, files));
}

/* ---- loading ---- */

/* Segments of one part must be numbered without a gap. */
static bool load_part(Catalog *catalog, Arena scratch, CatalogPart part, Err *err)
{
    Store *store = catalog->store;
    Statement *rows = store_segments(store, part);
    size_t number = 0;
    uint64_t segments = 0;
    if (part == CATALOG_FILES && store_segment_count(store, part, &segments, err))
        catalog_reserve_files(catalog, segments * CATALOG_SEGMENT_FILES);
    while (db_next(rows, err)) {
        Arena passing = scratch, *segment = part == CATALOG_FILES ? catalog->arena : &passing;
        Str plain;
        bool sound = db_u64(rows, 0) == number &&
                     segment_unzip(segment, db_text(rows, 1), &plain) &&
                     take_part(catalog, plain, number, part);
        catalog->damaged = catalog->damaged || !sound;
        number++;
    }
    catalog->damaged = catalog->damaged || number != segment_count(catalog);
    return !db_failed(rows);
}

/* Upper estimate of a segment's growth in memory. */
#define GROWTH 16

static const CatalogPart parts_after_files[] = {CATALOG_NAMED, CATALOG_SYMBOLS,  CATALOG_METRICS,
                                                CATALOG_LINKS, CATALOG_MENTIONS, CATALOG_SHAPES};
/* Memory of each part as a percentage of its plain bytes, including tables that questions build
   from it. Measured on trees of 0.2 and 1 million symbols, rounded up. */
static const struct {
    unsigned part, percent;
} growths[] = {
    {NAMES_PART, 200},      {CATALOG_FILES, 600}, {CATALOG_NAMED, 320},    {CATALOG_SYMBOLS, 300},
    {CATALOG_METRICS, 200}, {CATALOG_LINKS, 140}, {CATALOG_MENTIONS, 110}, {CATALOG_SHAPES, 110},
};

static uint64_t stored_bytes(Store *store, unsigned parts)
{
    uint64_t bytes = 0, sum = 0;
    Err ignored;
    for (size_t i = 0; i < COUNT(parts_after_files); i++)
        if (parts & parts_after_files[i] &&
            store_segment_bytes(store, parts_after_files[i], &bytes, &ignored))
            sum += bytes;
    return sum;
}

uint64_t catalog_loaded_bytes(Store *store, unsigned parts)
{
    uint64_t sum = 0;
    parts |= CATALOG_FILES;
    for (size_t i = 0; i < COUNT(growths); i++)
        if (growths[i].part == NAMES_PART || parts & growths[i].part)
            sum += store_segment_plain_bytes(store, growths[i].part) / 100 * growths[i].percent;
    return sum;
}

static void expect_parts(const Catalog *catalog, unsigned parts)
{
    arena_expect(catalog->arena,
                 (size_t)MIN(stored_bytes(catalog->store, parts) * GROWTH, (uint64_t)GB));
}

static bool load_rest(Catalog *catalog, Arena scratch, unsigned parts, Err *err)
{
    Prefetch beside;
    expect_parts(catalog, parts);
    bool ok = prefetch_begin(&beside, catalog, parts, err) && catalog_load_names(catalog, err);
    for (size_t i = 0; i < COUNT(parts_after_files) && ok && !catalog->damaged; i++)
        if (parts & parts_after_files[i] && rows_are_of(parts_after_files[i]))
            ok = load_part(catalog, scratch, parts_after_files[i], err);
    prefetch_end(&beside);
    return ok;
}

/* Parts that a lazy catalog never fetches. */
#define NEVER_LAZY (CATALOG_MENTIONS | CATALOG_SHAPES)

static bool load_lazily(Catalog *catalog, Arena scratch, unsigned parts, Err *err)
{
    assert(!(parts & NEVER_LAZY));
    catalog_number(catalog);
    catalog_be_lazy(catalog);
    return catalog_list_names(catalog, scratch, err);
}

/* Resets the counts of symbols in a catalog that has only its files. */
static void forget_symbols(Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++)
        catalog->files.ptr[i].package = catalog->files.ptr[i].count = 0;
}

/* Whether dense ids fit into 32 bits, and all packages are valid name ids. */
static bool files_are_sound(const Catalog *catalog)
{
    uint64_t symbols = 0;
    for (size_t i = 0; i < catalog->files.len; i++) {
        symbols += catalog->files.ptr[i].count;
        if (catalog->files.ptr[i].package >= names_count(&catalog->names))
            return false;
    }
    return symbols < UINT32_MAX;
}

static bool load_parts(Catalog *catalog, Arena scratch, unsigned parts, Err *err)
{
    bool lazy = parts & CATALOG_LAZY, begun = parts & CATALOG_BEGUN;
    parts &= CATALOG_ALL & ~(unsigned)CATALOG_FILES;
    parts |= parts & CATALOG_SYMBOLS ? CATALOG_NAMED : 0;
    if (!load_part(catalog, scratch, CATALOG_FILES, err))
        return false;
    catalog->absent = lazy ? NEVER_LAZY : CATALOG_ALL & ~(parts | CATALOG_FILES);
    if (!parts && !begun)
        forget_symbols(catalog);
    if (!parts || catalog->damaged)
        return true;
    bool ok =
        lazy ? load_lazily(catalog, scratch, parts, err) : load_rest(catalog, scratch, parts, err);
    catalog->damaged = catalog->damaged || !files_are_sound(catalog);
    return ok;
}

/* Replaces a damaged catalog with an empty one, and completes the load. */
static bool end_load(Catalog *made, Catalog **catalog, Err *err)
{
    Arena *arena = made->arena;
    Store *store = made->store;
    if (made->damaged) {
        uint64_t generation = made->generation;
        made = catalog_open(arena);
        made->damaged = true;
        made->generation = generation;
        made->store = store;
    }
    made->saved_names = names_count(&made->names);
    catalog_number(made);
    *catalog = made;
    return extent_load(store, arena, &made->extent, err) &&
           memory_load(store, &made->left_out, err);
}

bool catalog_load(Arena *arena, Arena scratch, Store *store, unsigned parts, Catalog **catalog,
                  Err *err)
{
    Catalog *made = catalog_open(arena);
    made->store = store;
    catalog_let_go(made); /* the snapshot of an earlier lazy catalog */
    store_map(store, parts & CATALOG_LAZY);
    if (!store_snapshot_begin(store, &made->generation, err))
        return false;
    bool ok = load_parts(made, scratch, parts, err);
    if (!ok || made->damaged || !made->lazy)
        catalog_let_go(made);
    if (made->damaged && parts & CATALOG_LAZY) /* only the parts for lazy loading may be damaged */
        return catalog_load(arena, scratch, store, parts & ~(unsigned)CATALOG_LAZY, catalog, err);
    return ok && end_load(made, catalog, err);
}

bool catalog_load_rest(Catalog **catalog, Arena scratch, Err *err)
{
    Catalog *made = *catalog;
    uint64_t generation = 0;
    if (!store_snapshot_begin(made->store, &generation, err))
        return false;
    bool ok = generation == made->generation
                  ? load_rest(made, scratch, CATALOG_ALL & ~(unsigned)CATALOG_FILES, err)
                  : err_set(err, ERR_STALE, "another process changed the index");
    made->damaged = made->damaged || !files_are_sound(made);
    made->absent = 0;
    catalog_let_go(made);
    return ok && end_load(made, catalog, err);
}

void catalog_let_go(const Catalog *catalog)
{
    if (catalog->lazy)
        catalog_lazy_close(catalog->lazy);
    if (catalog->store && db_in_transaction(store_db(catalog->store)))
        store_snapshot_end(catalog->store);
}

/* ---- saving ---- */

typedef struct Segment {
    FileSpan files;
    size_t number;
} Segment;

static bool save_filters(const SegmentWriter *writer, Arena scratch, Segment segment,
                         CatalogPart part, Err *err)
{
    Buf filters = buf_open(&scratch, 0);
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    if (part == CATALOG_NAMED)
        segment_put_names(&filters, work, writer->catalog, segment.files);
    else
        segment_put_callees(&filters, work, writer->catalog, segment.files);
    return store_segment_put(writer->store, part | SEGMENT_FILTERS, segment.number,
                             buf_str(&filters), err);
}

static bool save_leads(const SegmentWriter *writer, Arena scratch, Segment segment, Err *err)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    Buf plain = buf_open(&scratch, 0);
    file_leads_put_segment(&plain, work, writer->catalog, segment.files);
    return segment_put(writer, scratch, CATALOG_LINKS | SEGMENT_LEADS, segment.number,
                       buf_str(&plain), err);
}

static bool save_risks(const SegmentWriter *writer, Arena scratch, Segment segment, Err *err)
{
    Buf plain = buf_open(&scratch, 0);
    segment_put_risks(&plain, segment.files);
    return segment_put(writer, scratch, CATALOG_METRICS | SEGMENT_FILTERS, segment.number,
                       buf_str(&plain), err);
}

static bool save_part(const SegmentWriter *writer, Arena scratch, Segment segment, CatalogPart part,
                      Err *err)
{
    SegmentText text = {.plain = buf_open(&scratch, 0)};
    put_part(&text.plain, segment.files, part, &text.cuts);
    if (!segment_put_cut(writer, scratch, part, segment.number, &text, err))
        return false;
    if (part == CATALOG_LINKS && !save_leads(writer, scratch, segment, err))
        return false;
    if (part == CATALOG_NAMED || part == CATALOG_LINKS)
        return save_filters(writer, scratch, segment, part, err);
    return part != CATALOG_METRICS || save_risks(writer, scratch, segment, err);
}

static bool save_segment(const SegmentWriter *writer, Arena scratch, size_t number, Err *err)
{
    Catalog *catalog = writer->catalog;
    static const CatalogPart parts[] = {CATALOG_FILES,   CATALOG_NAMED, CATALOG_SYMBOLS,
                                        CATALOG_METRICS, CATALOG_LINKS, CATALOG_MENTIONS,
                                        CATALOG_SHAPES};
    FileSpan files = segment_files(catalog, number);
    unsigned changed = 0;
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        changed |= file->changed;
    for (CatalogFile *file = files.ptr; file < files.end && changed & CATALOG_SYMBOLS; file++)
        catalog_row(catalog, (uint32_t)(file - catalog->files.ptr));
    for (size_t i = 0; i < COUNT(parts); i++)
        if (changed & parts[i] &&
            !save_part(writer, scratch, (Segment){files, number}, parts[i], err))
            return false;
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        file->changed = 0;
    catalog_trim(catalog);
    return true;
}

bool catalog_write(Catalog *catalog, Arena scratch, Store *store, CatalogSave how, Err *err)
{
    catalog_assert_sound(catalog);
    bool fresh = catalog->saved_names == 1;
    SegmentWriter writer = {catalog, store,
                            how == CATALOG_SAVE_QUICK ? COMPRESSION_QUICK : COMPRESSION_LASTING};
    if ((fresh && !store_segments_clear(store, err)) || !catalog_save_names(&writer, scratch, err))
        return false;
    for (size_t i = 0; i * CATALOG_SEGMENT_FILES < catalog->files.len; i++)
        if (!save_segment(&writer, scratch, i, err))
            return false;
    return true;
}

bool catalog_save(Catalog *catalog, Arena scratch, Store *store, CatalogSave how, Err *err)
{
    return catalog_write(catalog, scratch, store, how, err) &&
           store_generation_next(store, &catalog->generation, err);
}

bool catalog_put_away(Catalog *catalog, Arena scratch, Store *store, CatalogPart part,
                      uint32_t file, Err *err)
{
    size_t number = file / CATALOG_SEGMENT_FILES;
    FileSpan files = segment_files(catalog, number);
    if (&catalog->files.ptr[file + 1] != files.end)
        return true;
    SegmentWriter writer = {catalog, store, COMPRESSION_LASTING};
    if (!save_part(&writer, scratch, (Segment){files, number}, part, err))
        return false;
    for (CatalogFile *row = files.ptr; row < files.end; row++) {
        row->links = (Str){0};
        row->metrics = NULL;
        row->changed &= ~(unsigned)part;
    }
    arena_reset(&catalog->lean->links);
    return true;
}

bool catalog_fetch_links(Catalog *catalog, Arena scratch, Store *store, const CatalogVisit *visit,
                         Err *err)
{
    Statement *rows = store_segments(store, CATALOG_LINKS);
    while (db_next(rows, err)) {
        Arena segment = scratch;
        FileSpan files = segment_files(catalog, (size_t)db_u64(rows, 0));
        Str plain;
        LinksReader reader = {0};
        if (segment_unzip(&segment, db_text(rows, 1), &plain))
            reader = links_read_segment(plain);
        for (CatalogFile *file = files.ptr; file < files.end; file++) {
            Arena links = segment;
            file->links = links_next(&reader, &links);
            visit->visit(visit->context, (uint32_t)(file - catalog->files.ptr));
            file->links = (Str){0};
        }
    }
    return !db_failed(rows);
}

bool catalog_write_filters(Catalog *catalog, Arena scratch, Store *store, Err *err)
{
    SegmentWriter writer = {catalog, store, COMPRESSION_LASTING};
    catalog->names_diverged = true;
    if (!catalog_save_names(&writer, scratch, err))
        return false;
    catalog->names_diverged = false;
    for (size_t i = 0; i < segment_count(catalog); i++) {
        Segment segment = {segment_files(catalog, i), i};
        if (!save_filters(&writer, scratch, segment, CATALOG_NAMED, err) ||
            !save_filters(&writer, scratch, segment, CATALOG_LINKS, err) ||
            !save_leads(&writer, scratch, segment, err) ||
            !save_risks(&writer, scratch, segment, err))
            return false;
    }
    return true;
}

bool catalog_restamp(Arena scratch, Store *store, const CatalogStamp *stamp, bool *damaged,
                     Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Catalog *catalog = catalog_open(&arena);
    catalog->store = store;
    if (!load_part(catalog, scratch, CATALOG_FILES, err))
        return false;
    *damaged = catalog->damaged;
    SegmentWriter writer = {catalog, store, COMPRESSION_LASTING};
    for (size_t i = 0; i < catalog->files.len && !*damaged; i++)
        stamp->set(stamp->context, &catalog->files.ptr[i]);
    for (size_t i = 0; i < segment_count(catalog) && !*damaged; i++) {
        Segment segment = {segment_files(catalog, i), i};
        if (!save_part(&writer, scratch, segment, CATALOG_FILES, err))
            return false;
    }
    return true;
}

bool catalog_generation(Store *store, uint64_t *generation, Err *err)
{
    return store_generation(store, generation, err);
}
