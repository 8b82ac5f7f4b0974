/* One pass over all edges finds methods that are called and types with subtypes. Overrides are
   searched for only among those. */
#include "search/override.h"
#include "search/override_go.h"

typedef struct Marks {
    const Catalog *catalog;
    bool *called;  /* by dense id */
    bool *derived; /* types that have subtypes */
} Marks;

/* A call of the base's method of the same name runs the base's, not an override. */
static bool is_detour(const Catalog *catalog, const Edge *edge)
{
    return catalog_entry(catalog, edge->caller)->name == catalog_entry(catalog, edge->callee)->name;
}

static void mark(Marks *marks, const Edge *edge)
{
    if (edge->callee == SYMBOL_NOWHERE || edge->confidence < EDGE_LIKELY)
        return;
    if (edge->kind == REFERENCE_BASE)
        marks->derived[edge->callee] = true;
    bool runs = edge->kind == REFERENCE_CALL || edge->kind == REFERENCE_USE;
    if (runs && override_is_method(catalog_entry(marks->catalog, edge->callee)) &&
        !is_detour(marks->catalog, edge))
        marks->called[edge->callee] = true;
}

static void mark_all(Marks *marks)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (uint32_t file = 0; file < marks->catalog->files.len; file++) {
        EdgeVec edges = {0};
        arena_reset(&work);
        catalog_edges(marks->catalog, &work, file, &edges);
        for (size_t i = 0; i < edges.len; i++)
            mark(marks, &edges.ptr[i]);
    }
}

/* Go types do not name the interfaces they satisfy, so any interface may be a base. */
static bool is_base(const Marks *marks, uint32_t type)
{
    return marks->derived[type] || catalog_entry(marks->catalog, type)->kind == SYMBOL_INTERFACE;
}

static bool may_have(const Marks *marks, uint32_t method)
{
    if (!marks->called[method])
        return false;
    const CatalogFile *file = override_file(marks->catalog, method);
    const Entry *entry = catalog_entry(marks->catalog, method);
    return (entry->owner || (entry->parent && is_base(marks, file->first + entry->parent)));
}

OverrideSetVec override_sets(Catalog *catalog, Arena *arena)
{
    Arena tables SCOPED(arena_close) = {0}, work SCOPED(arena_close) = {0};
    OverrideSetVec sets = {0};
    size_t asked = 0, count = catalog->symbol_count + (size_t)1;
    arena_open(&tables, 0);
    arena_open(&work, 0);
    Marks marks = {catalog, NEW(&tables, bool, count), NEW(&tables, bool, count)};
    mark_all(&marks);
    catalog_warm_callers(catalog->arena, work, catalog);
    for (uint32_t method = 0; method + 1 < count && asked < OVERRIDE_SETS_MAX; method++) {
        Namesakes known = {0};
        IdVec derived = {0};
        Kin kin = {.catalog = catalog, .arena = &work, .known = &known};
        if (!may_have(&marks, method))
            continue;
        asked++;
        arena_reset(&work);
        if (override_look_down(&kin, method))
            for (size_t i = 0; i < kin.found.len; i++)
                if (kin.found.ptr[i] != method)
                    *VEC_PUSH(arena, &derived) = kin.found.ptr[i];
        if (derived.len)
            *VEC_PUSH(arena, &sets) = (OverrideSet){method, {derived.ptr, derived.len}};
    }
    return sets;
}
