#include "differ/differ_page.h"

#include "base/id_map.h"
#include "base/path.h"
#include "base/shell.h"
#include "change/places.h"
#include "index/graph/modules.h"
#include "search/tests.h"

#include <stdlib.h>

/* Maximum number of uses listed of one symbol; the rest is counted. */
#define CALLERS_MAX 40

/* ---- modules ---- */

static const Str *modules_by_file(Arena *arena, const Places *places, const ChangeSet *set)
{
    Str *names = NEW(arena, Str, set->files.len);
    Modules modules = {0};
    if (places)
        modules = modules_of(arena, places->catalog);
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        uint32_t id = places ? places->new[i] : FILE_NOWHERE;
        names[i] = path_directory(file->new.path.len ? file->new.path : file->old.path);
        if (str_equal(names[i], STR(".")))
            names[i] = STR("root");
        if (id != FILE_NOWHERE)
            names[i] = modules.list.ptr[modules.of_file[id]].name;
    }
    return names;
}

/* ---- callers ---- */

typedef struct Uses {
    SessionRequest *request;
    const Places *places;
    DiffCallers **callers;
    IdMap reported; /* dense id → index in `rows` */
    IdMap files;    /* file id → index in the set */
    VEC(DiffCallers *) rows;
    uint64_t *wanted; /* bit set of dense ids */
} Uses;

static bool is_asked_for(const ChangedSymbol *changed)
{
    return changed->kind != CHANGE_COMMENT && changed->kind != CHANGE_DOCSTRING &&
           changed->kind != CHANGE_FORMAT;
}

static void want_symbols(Uses *uses)
{
    Arena *arena = uses->request->arena;
    const ChangeSet *set = uses->places->set;
    for (uint32_t f = 0; f < set->files.len; f++) {
        const ChangedFile *file = &set->files.ptr[f];
        uses->callers[f] = NEW(arena, DiffCallers, file->symbols.len);
        if (uses->places->new[f] != FILE_NOWHERE)
            id_map_put(&uses->files, arena, uses->places->new[f], f);
        for (uint32_t i = 0; i < file->symbols.len; i++) {
            const ChangedSymbol *changed = &file->symbols.ptr[i];
            uint32_t dense = places_dense(uses->places, f, changed->new_symbol, false);
            if (dense == SYMBOL_NOWHERE || !is_asked_for(changed))
                continue;
            id_map_put(&uses->reported, arena, dense, (uint32_t)uses->rows.len);
            *VEC_PUSH(arena, &uses->rows) = &uses->callers[f][i];
            uses->wanted[dense / 64] |= UINT64_C(1) << dense % 64;
        }
    }
}

static void add_use(Uses *uses, const Edge *edge)
{
    Arena *arena = uses->request->arena;
    const Catalog *catalog = uses->places->catalog;
    uint32_t row = id_map_get(&uses->reported, edge->callee);
    if (row == ID_MAP_NONE || edge->confidence == EDGE_AMBIGUOUS || edge->caller == edge->callee)
        return;
    DiffCallers *callers = uses->rows.ptr[row];
    if (callers->all++ >= CALLERS_MAX)
        return;
    SymbolPlace place = catalog_place(catalog, edge->caller);
    uint32_t file = id_map_get(&uses->files, place.file);
    *VEC_PUSH(arena, &callers->rows) = (DiffCaller){
        .path = catalog->files.ptr[place.file].path,
        .line = edge->line,
        .user = place.index ? catalog_qualified_name(catalog, arena, edge->caller) : (Str){0},
        .file = file == ID_MAP_NONE ? SYMBOL_ABSENT : file,
        .likely = edge->confidence == EDGE_LIKELY,
        .test = tests_hold(catalog, edge->caller)};
}

/* Orders code before tests, then by place. */
static int by_place(const void *a, const void *b)
{
    const DiffCaller *x = a, *y = b;
    if (x->test != y->test)
        return x->test ? 1 : -1;
    int order = str_compare(x->path, y->path);
    if (order)
        return order;
    return x->line < y->line ? -1 : x->line > y->line;
}

static DiffCallers **find_callers(SessionRequest *request, const Places *places)
{
    Arena *arena = request->arena;
    EdgeVec edges = {0};
    Uses uses = {.request = request, .places = places};
    uses.callers = NEW(arena, DiffCallers *, places->set->files.len);
    uses.wanted = NEW(arena, uint64_t, places->catalog->symbol_count / 64 + 1);
    want_symbols(&uses);
    catalog_edges_into(places->catalog, arena, uses.wanted, &edges);
    for (size_t i = 0; i < edges.len; i++)
        add_use(&uses, &edges.ptr[i]);
    for (size_t i = 0; i < uses.rows.len; i++)
        if (uses.rows.ptr[i]->rows.len > 1)
            qsort(uses.rows.ptr[i]->rows.ptr, uses.rows.ptr[i]->rows.len, sizeof(DiffCaller),
                  by_place);
    return uses.callers;
}

void differ_page_fill(SessionRequest *request, const IndexSession *session, const DiffSides *sides,
                      Str again, DiffPage *page)
{
    const Catalog *catalog = session->catalog;
    Places places = {0};
    if (catalog)
        places = places_of(request->arena, &sides->set, catalog);
    if (catalog)
        page->more = session_hint(request, again);
    page->title = path_base(session->repo.root);
    page->modules = modules_by_file(request->arena, catalog ? &places : NULL, &sides->set);
    page->callers = catalog ? find_callers(request, &places) : NULL;
}
