/* Each fetch_… function loads one part of one segment, at most once (is_missing). Failures are not
   reported to the caller: rows stay zero and catalog->damaged is set. */
#include "index/catalog/catalog_lazy.h"

#include "base/filter.h"
#include "index/catalog/catalog_around.h"
#include "index/catalog/catalog_segment.h"
#include "index/graph/levels.h"

#define SEGMENTS_MANY 8
#define SEGMENT_BYTES (1 * MB) /* typical size of a segment and its decoded form */

static void make_symbol_names(Catalog *catalog)
{
    size_t symbols = catalog->symbol_count;
    catalog->symbol_names =
        arena_grow(catalog->arena, NULL, 0, symbols * sizeof(uint32_t), _Alignof(uint32_t));
}

void catalog_be_lazy(Catalog *catalog)
{
    Arena *arena = catalog->arena;
    CatalogLazy *lazy = NEW(arena, CatalogLazy, 1);
    lazy->catalog = catalog;
    lazy->segments = segment_count(catalog);
    lazy->here = NEW(arena, uint8_t, lazy->segments + 1);
    lazy->held = NEW(arena, bool, lazy->segments + 1);
    lazy->rows = NEW(arena, RowsPlaces, lazy->segments + 1);
    lazy->metrics = NEW(arena, RowsPlaces, lazy->segments + 1);
    lazy->links = NEW(arena, LinksCut *, lazy->segments + 1);
    catalog->lazy = lazy;
    make_symbol_names(catalog);
}

void catalog_lazy_close(CatalogLazy *lazy)
{
    arena_close(&lazy->scratch);
}

static bool can_read(const Catalog *catalog)
{
    CatalogLazy *lazy = catalog->lazy;
    if (!db_in_transaction(store_db(catalog->store)))
        return false; /* without the read transaction a newer state would be seen */
    if (!lazy->scratch.begin)
        arena_open(&lazy->scratch, 0);
    return true;
}

/* Unpacks a stored segment. False if it cannot be read. */
static bool read_part(const Catalog *catalog, Arena *arena, size_t number, unsigned part,
                      Str *plain)
{
    if (!can_read(catalog))
        return false;
    Statement *row = store_segment(catalog->store, part, number);
    bool sound = false;
    Err ignored;
    while (db_next(row, &ignored))
        sound = segment_unzip(arena, db_text(row, 0), plain);
    return sound;
}

/* In a large catalog one fetch is followed by others. */
static void expect_more(const Catalog *catalog)
{
    if (catalog->lazy->segments >= SEGMENTS_MANY)
        arena_expect(catalog->arena, SEGMENT_BYTES);
}

/* Reads a segment into the catalog's arena, where it stays. */
static bool keep_part(const Catalog *catalog, size_t number, CatalogPart part, Str *plain)
{
    expect_more(catalog);
    return read_part(catalog, catalog->arena, number, part, plain);
}

/* Whether the part is not in memory yet. It counts as present from now on. */
static bool is_missing(const Catalog *catalog, size_t number, CatalogPart part)
{
    CatalogLazy *lazy = catalog->lazy;
    bool missing = !(lazy->here[number] & part);
    lazy->here[number] |= (uint8_t)part;
    return missing;
}

/* ---- names of symbols ---- */

static bool take_names(const Catalog *catalog, size_t number)
{
    Str plain;
    if (!can_read(catalog))
        return false;
    Arena scratch = catalog->lazy->scratch;
    if (!read_part(catalog, &scratch, number, CATALOG_NAMED, &plain))
        return false;
    VarintReader in = varint_open(plain);
    return rows_take_names(catalog->lazy->catalog, &in, segment_files(catalog, number));
}

static void make_nameless(const Catalog *catalog, FileSpan files)
{
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        if (file->count)
            memset(catalog->symbol_names + file->first, 0, file->count * sizeof(uint32_t));
}

static void fetch_names(const Catalog *catalog, size_t number)
{
    FileSpan files = segment_files(catalog, number);
    if (!is_missing(catalog, number, CATALOG_NAMED) || take_names(catalog, number))
        return;
    catalog->lazy->catalog->damaged = true;
    make_nameless(catalog, files);
}

static bool lacks_names(void *context, size_t number)
{
    const CatalogLazy *lazy = context;
    return !(lazy->here[number] & CATALOG_NAMED);
}

static bool take_segment_names(void *context, const NamedSegment *segment)
{
    CatalogLazy *lazy = context;
    VarintReader in = varint_open(segment->plain);
    if (!segment->needed)
        return true;
    lazy->here[segment->number] |= CATALOG_NAMED;
    if (segment->plain.ptr && rows_take_names(lazy->catalog, &in, segment->files))
        return true;
    make_nameless(lazy->catalog, segment->files);
    return false;
}

void catalog_fetch_symbol_names(const Catalog *catalog)
{
    NamedPass pass = {lacks_names, take_segment_names, catalog->lazy};
    arena_expect_within(catalog->arena, catalog->symbol_names,
                        catalog->symbol_count * sizeof *catalog->symbol_names);
    catalog_pass_named(catalog, &pass);
}

/* ---- filters ---- */

static Str *load_filters(const Catalog *catalog, CatalogPart part)
{
    CatalogLazy *lazy = catalog->lazy;
    Str *filters = NEW(catalog->arena, Str, lazy->segments + 1);
    Err ignored;
    if (!can_read(catalog))
        return filters;
    expect_more(catalog);
    Statement *rows = store_segments(catalog->store, part | SEGMENT_FILTERS);
    while (db_next(rows, &ignored))
        if (db_u64(rows, 0) < lazy->segments)
            filters[db_u64(rows, 0)] = str_copy(catalog->arena, db_text(rows, 1));
    return filters;
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
    if (!lazy->name_filters)
        lazy->name_filters = load_filters(catalog, CATALOG_NAMED);
    for (size_t i = 0; i < lazy->segments; i++)
        if (lazy->held[i] || segment_may_name(lazy->name_filters[i], name))
            list_named(catalog, i, name, &found);
    return (IdSpan){found.ptr, found.len};
}

/* A damaged filter is empty, so it lets everything pass. */
static CalleeFilter take_callee_filters(Str bytes)
{
    CalleeFilter filters = {0};
    VarintReader in = varint_open(bytes);
    filters.all = varint_str(&in);
    for (size_t i = 0; i < COUNT(filters.groups) && !varint_is_done(&in); i++)
        filters.groups[i] = varint_str(&in);
    return in.failed ? (CalleeFilter){0} : filters;
}

static void load_callee_filters(const Catalog *catalog)
{
    CatalogLazy *lazy = catalog->lazy;
    const Str *packed = load_filters(catalog, CATALOG_LINKS);
    lazy->callee_filters = NEW(catalog->arena, CalleeFilter, lazy->segments + 1);
    for (size_t i = 0; i < lazy->segments; i++)
        lazy->callee_filters[i] = take_callee_filters(packed[i]);
}

_Static_assert(CALLEE_GROUP_FILES == 16, "a group is a word of two bytes");

void catalog_add_callers(const Catalog *catalog, uint32_t symbol, uint16_t *groups)
{
    CatalogLazy *lazy = catalog->lazy;
    if (!lazy->callee_filters)
        load_callee_filters(catalog);
    SymbolPlace place = catalog_place(catalog, symbol);
    size_t own = place.file / CATALOG_SEGMENT_FILES;
    uint64_t sign = segment_callee_hash(place.file, place.index);
    groups[place.file / CALLEE_GROUP_FILES] = UINT16_MAX;
    for (size_t i = 0; i < lazy->segments; i++) {
        const CalleeFilter *filters = &lazy->callee_filters[i];
        uint16_t *of = groups + i * COUNT(filters->groups);
        if (i != own && !filter_may_have(filters->all, sign))
            continue;
        for (size_t g = 0; g < COUNT(filters->groups); g++)
            if (!of[g] && filter_may_have(filters->groups[g], sign))
                of[g] = UINT16_MAX;
    }
}

/* ---- risks ---- */

typedef void (*RiskVisit)(void *context, uint32_t file, unsigned score, uint32_t count);

static bool visit_segment(const Catalog *catalog, size_t number, Str frame, RiskVisit visit,
                          void *context)
{
    FileSpan files = segment_files(catalog, number);
    uint32_t id = (uint32_t)(files.ptr - catalog->files.ptr);
    Arena scratch = catalog->lazy->scratch;
    Str plain;
    if (!frame.len || !segment_unzip(&scratch, frame, &plain))
        return false;
    VarintReader in = varint_open(plain);
    for (const CatalogFile *file = files.ptr; file < files.end; file++, id++)
        for (uint64_t left = varint_take(&in); left && !in.failed; left--) {
            uint32_t score = varint_u32(&in), count = varint_u32(&in);
            if (score > RISK_MAX)
                return false;
            visit(context, id, score, count);
        }
    return varint_is_done(&in) && !in.failed;
}

/* Segments that are held have all their metrics in memory. */
static void visit_held(const Catalog *catalog, size_t number, RiskVisit visit, void *context)
{
    FileSpan files = segment_files(catalog, number);
    uint32_t id = (uint32_t)(files.ptr - catalog->files.ptr);
    for (const CatalogFile *file = files.ptr; file < files.end; file++, id++) {
        uint32_t counts[RISK_MAX + 1] = {0};
        levels_count(file, counts);
        for (unsigned score = 1; score <= RISK_MAX; score++)
            if (counts[score])
                visit(context, id, score, counts[score]);
    }
}

static void visit_risks(const Catalog *catalog, RiskVisit visit, void *context)
{
    CatalogLazy *lazy = catalog->lazy;
    if (!lazy->risk_filters)
        lazy->risk_filters = load_filters(catalog, CATALOG_METRICS);
    for (size_t i = 0; i < lazy->segments; i++)
        if (lazy->held[i])
            visit_held(catalog, i, visit, context);
        else if (!visit_segment(catalog, i, lazy->risk_filters[i], visit, context))
            lazy->catalog->damaged = true;
}

static void add_to_all(void *context, uint32_t file, unsigned score, uint32_t count)
{
    uint32_t *counts = context;
    (void)file;
    counts[score] += count;
}

void catalog_fetch_risk_counts(const Catalog *catalog, uint32_t *counts)
{
    visit_risks(catalog, add_to_all, counts);
}

static void add_to_file(void *context, uint32_t file, unsigned score, uint32_t count)
{
    const Catalog *catalog = context;
    risk_count(&catalog->lazy->risks[file], *catalog->levels, score, count);
}

static void load_risks(const Catalog *catalog)
{
    CatalogLazy *lazy = catalog->lazy;
    (void)risk_levels(catalog);
    lazy->risks = NEW(catalog->arena, RiskCounts, catalog->files.len + 1);
    visit_risks(catalog, add_to_file, lazy->catalog);
}

RiskCounts catalog_fetched_risks(const Catalog *catalog, uint32_t id)
{
    if (!catalog->lazy->risks)
        load_risks(catalog);
    return catalog->lazy->risks[id];
}

/* ---- rows and links ---- */

/* Takes a file's entries or metrics out of its segment, fetching that if necessary. They are zero
   on failure. */
static void take_rows(const Catalog *catalog, uint32_t id, CatalogPart part, RowsPlaces *places)
{
    CatalogLazy *lazy = catalog->lazy;
    size_t number = id / CATALOG_SEGMENT_FILES;
    FileSpan files = segment_files(catalog, number);
    CatalogFile *file = &catalog->files.ptr[id];
    Str plain;
    if (lazy->held[number])
        return;
    if (is_missing(catalog, number, part) &&
        (!keep_part(catalog, number, part, &plain) ||
         !rows_find(catalog->arena, plain, files, part, &places[number])))
        places[number] = (RowsPlaces){0};
    bool sound = places[number].places && rows_take_file(&places[number], files, file, part);
    if (part == CATALOG_SYMBOLS)
        sound = sound && rows_are_sound(catalog, (FileSpan){file, file + 1});
    lazy->catalog->damaged = lazy->catalog->damaged || !sound;
    if (!sound && part == CATALOG_SYMBOLS)
        memset(file->entries, 0, file->count * sizeof *file->entries);
    else if (!sound)
        memset(file->metrics, 0, file->count * sizeof *file->metrics);
}

void catalog_fetch_metrics(const Catalog *catalog, uint32_t id)
{
    CatalogFile *file = &catalog->files.ptr[id];
    if (file->metrics)
        return;
    file->metrics = NEW(catalog->arena, SymbolMetrics, file->count);
    take_rows(catalog, id, CATALOG_METRICS, catalog->lazy->metrics);
}

void catalog_fetch_row(const Catalog *catalog, uint32_t id)
{
    CatalogFile *file = &catalog->files.ptr[id];
    file->entries = NEW(catalog->arena, Entry, file->count);
    fetch_names(catalog, id / CATALOG_SEGMENT_FILES);
    for (uint32_t i = 0; i < file->count; i++)
        file->entries[i].name = catalog->symbol_names[file->first + i];
    take_rows(catalog, id, CATALOG_SYMBOLS, catalog->lazy->rows);
    catalog_fetch_metrics(catalog, id);
}

/* Makes room for the links of a segment's files, and fetches them. */
static bool take_links(const Catalog *catalog, size_t number)
{
    FileSpan files = segment_files(catalog, number);
    size_t count = (size_t)(files.end - files.ptr);
    LinksCut *cuts = catalog->lazy->links[number] = NEW(catalog->arena, LinksCut, count);
    Str plain;
    if (keep_part(catalog, number, CATALOG_LINKS, &plain) && links_cut_segment(plain, cuts, count))
        return true;
    memset(cuts, 0, count * sizeof *cuts);
    return false;
}

LinksCut catalog_fetched_links(const Catalog *catalog, uint32_t id)
{
    CatalogLazy *lazy = catalog->lazy;
    size_t number = id / CATALOG_SEGMENT_FILES;
    if (is_missing(catalog, number, CATALOG_LINKS) && !take_links(catalog, number))
        lazy->catalog->damaged = true;
    return lazy->links[number] ? lazy->links[number][id % CATALOG_SEGMENT_FILES] : (LinksCut){0};
}

bool catalog_fetch_leads(const Catalog *catalog, Arena *arena, size_t number, Str *plain)
{
    CatalogLazy *lazy = catalog->lazy;
    return number < lazy->segments && !lazy->held[number] &&
           read_part(catalog, arena, number, CATALOG_LINKS | SEGMENT_LEADS, plain);
}

/* ---- changes in memory ---- */

void catalog_hold(Catalog *catalog, uint32_t id)
{
    CatalogLazy *lazy = catalog->lazy;
    size_t number = id / CATALOG_SEGMENT_FILES;
    assert(number <= lazy->segments);
    lazy->segments = MAX(lazy->segments, number + 1);
    if (lazy->held[number])
        return;
    FileSpan files = segment_files(catalog, number);
    for (CatalogFile *file = files.ptr; file < files.end; file++)
        (void)catalog_row(catalog, (uint32_t)(file - catalog->files.ptr));
    lazy->here[number] = UINT8_MAX;
    lazy->held[number] = lazy->changed = true;
}

void catalog_number_held(Catalog *catalog)
{
    CatalogLazy *lazy = catalog->lazy;
    catalog_number(catalog);
    make_symbol_names(catalog);
    for (size_t i = 0; i < lazy->segments; i++) {
        FileSpan files = segment_files(catalog, i);
        if (!lazy->held[i])
            lazy->here[i] &= (uint8_t)~CATALOG_NAMED;
        for (const CatalogFile *file = files.ptr; file < files.end && lazy->held[i]; file++)
            for (uint32_t e = 0; e < file->count; e++)
                catalog->symbol_names[file->first + e] = file->entries[e].name;
    }
}
