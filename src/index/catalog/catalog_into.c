/* Edges into symbols. Exact lists, or the filters of a lazy catalog, name the files that may have
   some; a walk also knows which files lead into which (file_leads.h). */
#include "index/catalog/catalog_callers.h"
#include "index/catalog/catalog_lazy.h"
#include "index/catalog/edge_reader.h"
#include "index/catalog/file_leads.h"

/* Which files have to be read for edges into a set of symbols. */
typedef struct FileSets {
    uint64_t *callers; /* files that may have edges into the symbols; NULL: unknown, all files */
    uint64_t *callees; /* files that the symbols are in */
} FileSets;

static bool is_in(const uint64_t *set, uint32_t number)
{
    return set[number / 64] >> number % 64 & 1;
}

static void put_in(uint64_t *set, uint32_t number)
{
    set[number / 64] |= UINT64_C(1) << number % 64;
}

/* Whether the files with edges into a symbol can be narrowed down; in a lazy catalog by filters,
   so with false positives. */
static bool knows_callers(const Catalog *catalog)
{
    return catalog->lazy || catalog->callers.ready;
}

static FileSets files_of(const Catalog *catalog, Arena *arena, const uint64_t *set)
{
    size_t words = file_leads_words(catalog);
    FileSets sets = {.callers = knows_callers(catalog) ? NEW(arena, uint64_t, words) : NULL,
                     .callees = NEW(arena, uint64_t, words)};
    for (uint32_t word = 0; word <= catalog->symbol_count / 64; word++)
        for (uint64_t bits = set[word]; bits; bits &= bits - 1) {
            uint32_t symbol = word * 64 + (uint32_t)__builtin_ctzll(bits);
            put_in(sets.callees, catalog_place(catalog, symbol).file);
            if (catalog->lazy)
                catalog_add_callers(catalog, symbol, (uint16_t *)sets.callers);
        }
    if (sets.callers && !catalog->lazy)
        callers_add_all(catalog, set, sets.callers);
    return sets;
}

/* ---- edges into a set ---- */

static void add_edges_into(const Catalog *catalog, Arena *arena, uint32_t file,
                           const FileSets *sets, const uint64_t *set, EdgeVec *edges)
{
    EdgeReader reader = edge_reader_open(catalog, file);
    PackedEdge packed;
    Edge edge;
    while (edge_reader_next(&reader, &packed))
        if (packed.file && packed.file <= catalog->files.len &&
            is_in(sets->callees, packed.file - 1) && edge_reader_unfold(&reader, &packed, &edge) &&
            is_in(set, edge.callee))
            *VEC_PUSH(arena, edges) = edge;
}

void catalog_edges_into_next(const Catalog *catalog, FileLeads *leads, Arena *arena,
                             const uint64_t *set, EdgeVec *edges)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    FileSets sets = files_of(catalog, &scratch, set);
    if (leads && (catalog->lazy || !sets.callers))
        sets.callers = file_leads_narrow(leads, catalog, &scratch, sets.callers, sets.callees);
    for (uint32_t file = 0; file < catalog->files.len; file++)
        if (!sets.callers || is_in(sets.callers, file))
            add_edges_into(catalog, arena, file, &sets, set, edges);
}

void catalog_edges_into(const Catalog *catalog, Arena *arena, const uint64_t *set, EdgeVec *edges)
{
    catalog_edges_into_next(catalog, NULL, arena, set, edges);
}

/* ---- edges into one symbol ---- */

/* A search for edges into one symbol, with its callback. */
typedef struct EdgesTo {
    SymbolPlace callee;
    EdgeVisit visit;
    void *context;
    EdgeSort sort;
} EdgesTo;

static bool visit_edges_to(const Catalog *catalog, uint32_t file, const EdgesTo *to)
{
    const CatalogFile *row = &catalog->files.ptr[to->callee.file];
    EdgeReader reader = edge_reader_open(catalog, file);
    PackedEdge packed;
    Edge edge;
    reader.sort = to->sort;
    while (edge_reader_next(&reader, &packed))
        if (packed.file == to->callee.file + 1 &&
            edge_reader_index(row, packed.number) == to->callee.index &&
            edge_reader_unfold(&reader, &packed, &edge) && !to->visit(to->context, &edge))
            return false;
    return true;
}

/* Without exact lists of callers: reads all files that may have such edges. */
static void look_for_edges_to(const Catalog *catalog, uint32_t symbol, const EdgesTo *to)
{
    Arena scratch SCOPED(arena_close) = {0};
    uint64_t *files = NULL;
    if (knows_callers(catalog)) {
        arena_open(&scratch, 0);
        files = NEW(&scratch, uint64_t, file_leads_words(catalog));
    }
    if (catalog->lazy)
        catalog_add_callers(catalog, symbol, (uint16_t *)files);
    else if (files)
        callers_add(catalog, to->callee.file, files);
    for (uint32_t i = 0; i < catalog->files.len; i++)
        if ((!files || is_in(files, i)) && !visit_edges_to(catalog, i, to))
            return;
}

static void visit_all_to(const Catalog *catalog, uint32_t symbol, const EdgesTo *to)
{
    CallerList list;
    if (catalog->lazy || !catalog->callers.ready || !callers_open(catalog, symbol, &list)) {
        look_for_edges_to(catalog, symbol, to);
        return;
    }
    for (uint32_t file; (file = callers_next(&list)) != FILE_NOWHERE;)
        if (!visit_edges_to(catalog, file, to))
            return;
}

void catalog_edges_to(const Catalog *catalog, uint32_t symbol, EdgeVisit visit, void *context)
{
    EdgesTo to = {catalog_place(catalog, symbol), visit, context, EDGES_USES};
    visit_all_to(catalog, symbol, &to);
}

void catalog_parts_to(const Catalog *catalog, uint32_t symbol, EdgeVisit visit, void *context)
{
    EdgesTo to = {catalog_place(catalog, symbol), visit, context, EDGES_PARTS};
    visit_all_to(catalog, symbol, &to);
}
