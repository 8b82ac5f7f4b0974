#include "relations/likely_callers.h"

#include "base/id_map.h"
#include "search/override.h"

/* Callers that are looked at: a common name has many, and is no evidence. */
#define CALLERS_MAX 40

typedef struct Callers {
    const Catalog *catalog;
    Arena *arena;
    IdVec types; /* of the method */
    IdVec list;
    size_t looked;
} Callers;

static bool is_type_of(const Callers *callers, uint32_t symbol)
{
    for (size_t i = 0; i < callers->types.len; i++)
        if (callers->types.ptr[i] == symbol)
            return true;
    return false;
}

/* Whether the file surely mentions one of the types or makes an object of it. */
static bool names_type(const Callers *callers, uint32_t file)
{
    Arena work SCOPED(arena_close) = {0};
    EdgeVec edges = {0};
    arena_open(&work, 0);
    catalog_edges(callers->catalog, &work, file, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].confidence >= EDGE_LIKELY && edges.ptr[i].callee != SYMBOL_NOWHERE &&
            is_type_of(callers, edges.ptr[i].callee))
            return true;
    return false;
}

static bool take_caller(void *context, const Edge *edge)
{
    Callers *callers = context;
    bool call = edge->kind == REFERENCE_CALL || edge->kind == REFERENCE_USE;
    if (!call || edge->confidence != EDGE_AMBIGUOUS)
        return true;
    if (names_type(callers, catalog_place(callers->catalog, edge->caller).file))
        *VEC_PUSH(callers->arena, &callers->list) = edge->caller;
    return ++callers->looked < CALLERS_MAX;
}

void likely_callers_find(Project *project, uint32_t symbol, IdVec *found)
{
    Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    Callers callers = {.catalog = catalog, .arena = arena};
    if (catalog_entry(catalog, symbol)->kind != SYMBOL_METHOD)
        return;
    override_types(catalog, arena, symbol, &callers.types);
    if (!callers.types.len)
        return;
    catalog_edges_to(catalog, symbol, take_caller, &callers);
    if (callers.looked >= CALLERS_MAX)
        return;
    for (size_t i = 0; i < callers.list.len; i++)
        *VEC_PUSH(arena, found) = callers.list.ptr[i];
}
