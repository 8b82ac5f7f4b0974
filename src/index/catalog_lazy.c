#include "index/catalog_lazy.h"

#include "base/filter.h"
#include "index/catalog_segment.h"

void catalog_be_lazy(Catalog *catalog, unsigned parts)
{
    Arena *arena = catalog->arena;
    CatalogLazy *lazy = NEW(arena, CatalogLazy, 1);
    lazy->catalog = catalog;
    lazy->parts = parts;
    lazy->segments = segment_count(catalog);
    lazy->here = NEW(arena, uint8_t, lazy->segments + 1);
    size_t symbols = catalog->symbol_count;
    catalog->symbol_names =
        arena_grow(arena, NULL, 0, symbols * sizeof(uint32_t), _Alignof(uint32_t));
    catalog->lazy = lazy;
}

void catalog_lazy_close(CatalogLazy *lazy)
{
    arena_close(&lazy->scratch);
}

static bool can_read(const Catalog *catalog)
{
    CatalogLazy *lazy = catalog->lazy;
    if (!db_in_transaction(store_db(catalog->store)))
        return false; /* it may be of another time by now */
    if (!lazy->scratch.begin)
        arena_open(&lazy->scratch, 0);
    return true;
}

static bool read_part(const Catalog *catalog, size_t number, CatalogPart part)
{
    if (!can_read(catalog))
        return false;
    Statement *row = store_segment(catalog->store, part, number);
    bool sound = false;
    Err ignored;
    while (db_next(row, &ignored)) {
        Arena scratch = catalog->lazy->scratch;
        Str plain;
        sound = segment_unzip(&scratch, db_text(row, 0), &plain) &&
                segment_take(catalog->lazy->catalog, plain, number, part, true);
    }
    return sound;
}

/* False when it was here already. */
static bool is_missing(const Catalog *catalog, size_t number, CatalogPart part)
{
    CatalogLazy *lazy = catalog->lazy;
    bool missing = lazy->parts & part && !(lazy->here[number] & part);
    lazy->here[number] |= (uint8_t)part;
    return missing;
}

/* ---- names of symbols ---- */

static void fetch_names(const Catalog *catalog, size_t number)
{
    FileSpan files = segment_files(catalog, number);
    if (!is_missing(catalog, number, CATALOG_NAMED) || read_part(catalog, number, CATALOG_NAMED))
        return;
    catalog->lazy->catalog->damaged = true;
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        if (file->count)
            memset(catalog->symbol_names + file->first, 0, file->count * sizeof(uint32_t));
}

void catalog_fetch_symbol_names(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->lazy->segments; i++)
        fetch_names(catalog, i);
}

/* ---- signs ---- */

static Str *load_signs(const Catalog *catalog, CatalogPart part)
{
    CatalogLazy *lazy = catalog->lazy;
    Str *signs = NEW(catalog->arena, Str, lazy->segments + 1);
    Err ignored;
    if (!can_read(catalog))
        return signs;
    Statement *rows = store_segments(catalog->store, part | SEGMENT_SIGNS);
    while (db_next(rows, &ignored))
        if (db_u64(rows, 0) < lazy->segments)
            signs[db_u64(rows, 0)] = str_copy(catalog->arena, db_text(rows, 1));
    return signs;
}

static size_t segment_of(const Catalog *catalog, uint32_t symbol)
{
    return catalog_place(catalog, symbol).file / CATALOG_SEGMENT_FILES;
}

static void list_named(const Catalog *catalog, size_t number, uint32_t name, IdVec *found)
{
    FileSpan files = segment_files(catalog, number);
    uint32_t from = files.ptr->first, end = files.end[-1].first + files.end[-1].count;
    fetch_names(catalog, number);
    for (uint32_t i = from; i < end; i++)
        if (catalog->symbol_names[i] == name)
            *VEC_PUSH(catalog->arena, found) = i;
}

IdSpan catalog_named_lazily(const Catalog *catalog, uint32_t name)
{
    CatalogLazy *lazy = catalog->lazy;
    IdVec found = {0};
    if (!lazy->name_signs)
        lazy->name_signs = load_signs(catalog, CATALOG_NAMED);
    for (size_t i = 0; i < lazy->segments; i++)
        if (segment_may_name(lazy->name_signs[i], name))
            list_named(catalog, i, name, &found);
    return (IdSpan){found.ptr, found.len};
}

void catalog_add_callers(const Catalog *catalog, uint32_t symbol, uint64_t *files)
{
    CatalogLazy *lazy = catalog->lazy;
    if (!lazy->callee_signs)
        lazy->callee_signs = load_signs(catalog, CATALOG_LINKS);
    SymbolPlace place = catalog_place(catalog, symbol);
    uint64_t sign = segment_callee_sign(place.file, place.index);
    _Static_assert(CATALOG_SEGMENT_FILES % 64 == 0, "a segment's files are whole words");
    for (size_t i = 0; i < lazy->segments; i++)
        if (i == segment_of(catalog, symbol) || filter_may_have(lazy->callee_signs[i], sign))
            memset(files + i * (CATALOG_SEGMENT_FILES / 64), 0xFF, CATALOG_SEGMENT_FILES / 8);
}

/* ---- risks ---- */

static bool take_risks(const Catalog *catalog, size_t number, Str frame)
{
    FileSpan files = segment_files(catalog, number);
    RiskCounts *risks = catalog->lazy->risks + (files.ptr - catalog->files.ptr);
    Arena scratch = catalog->lazy->scratch;
    Str plain;
    if (!frame.len || !segment_unzip(&scratch, frame, &plain))
        return false;
    Unpack in = unpack_open(plain);
    for (const CatalogFile *file = files.ptr; file < files.end; file++, risks++) {
        risks->low = unpack_u32(&in);
        risks->medium = unpack_u32(&in);
        risks->high = unpack_u32(&in);
    }
    return unpack_is_done(&in) && !in.failed;
}

static void load_risks(const Catalog *catalog)
{
    CatalogLazy *lazy = catalog->lazy;
    lazy->risks = NEW(catalog->arena, RiskCounts, catalog->files.len + 1);
    const Str *packed = load_signs(catalog, CATALOG_STANDINGS);
    for (size_t i = 0; i < lazy->segments && lazy->parts & CATALOG_STANDINGS; i++)
        if (!take_risks(catalog, i, packed[i]))
            lazy->catalog->damaged = true;
}

RiskCounts catalog_fetched_risks(const Catalog *catalog, uint32_t id)
{
    if (!catalog->lazy->risks)
        load_risks(catalog);
    return catalog->lazy->risks[id];
}

/* ---- rows and links ---- */

/* Entries and standings as far as they can be read. */
static bool read_rows(const Catalog *catalog, size_t number)
{
    FileSpan files = segment_files(catalog, number);
    fetch_names(catalog, number);
    rows_make(catalog->lazy->catalog, files);
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        for (uint32_t i = 0; i < file->count; i++)
            file->entries[i].name = catalog->symbol_names[file->first + i];
    return read_part(catalog, number, CATALOG_SYMBOLS) &&
           (!is_missing(catalog, number, CATALOG_STANDINGS) ||
            read_part(catalog, number, CATALOG_STANDINGS));
}

void catalog_fetch_row(const Catalog *catalog, uint32_t id)
{
    size_t number = id / CATALOG_SEGMENT_FILES;
    if (!is_missing(catalog, number, CATALOG_SYMBOLS) || read_rows(catalog, number))
        return;
    catalog->lazy->catalog->damaged = true;
    FileSpan files = segment_files(catalog, number);
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        for (uint32_t i = 0; i < file->count; i++) {
            file->entries[i] = (Entry){0};
            file->standings[i] = (Standing){0};
        }
}

Str catalog_fetched_links(const Catalog *catalog, uint32_t id)
{
    size_t number = id / CATALOG_SEGMENT_FILES;
    FileSpan files = segment_files(catalog, number);
    if (is_missing(catalog, number, CATALOG_LINKS) && !read_part(catalog, number, CATALOG_LINKS)) {
        catalog->lazy->catalog->damaged = true;
        for (CatalogFile *file = files.ptr; file < files.end; file++)
            file->links = (Str){0};
    }
    return catalog->files.ptr[id].links;
}
