/* Breadth-first search over calls. Callees that look like assertions are set aside and searched
   last, since their effects may concern only programs that fail. */
#include "search/reach.h"

#include "base/id_map.h"

typedef struct Step {
    uint32_t symbol, via; /* via: the first callee on the path */
} Step;

typedef struct Search {
    const Catalog *catalog;
    Arena *arena;
    VEC(Step) steps;
    VEC(Step) assertions; /* callees that may only end a faulty program */
    IdMap seen;
    uint8_t known;
    Reach reach;
} Search;

static uint8_t effects_here(const Catalog *catalog, uint32_t symbol)
{
    return catalog_metrics(catalog, symbol).effects;
}

static bool is_assertion(const Catalog *catalog, uint32_t symbol)
{
    return effects_is_assertion(catalog_name(catalog, catalog_entry(catalog, symbol)->name));
}

static void add_callees(Search *search, Arena work, size_t at, bool apart)
{
    Step from = search->steps.ptr[at];
    EdgeVec edges = {0};
    catalog_edges_of(search->catalog, &work, from.symbol, &edges);
    for (size_t i = 0; i < edges.len && search->steps.len < REACH_SYMBOLS_MAX; i++) {
        const Edge *edge = &edges.ptr[i];
        if (edge->callee == SYMBOL_NOWHERE || edge->kind != REFERENCE_CALL ||
            edge->confidence < EDGE_LIKELY ||
            id_map_put(&search->seen, search->arena, edge->callee, 0) != ID_MAP_NONE)
            continue;
        Step step = {edge->callee, at ? from.via : edge->callee};
        if (apart && is_assertion(search->catalog, edge->callee))
            *VEC_PUSH(search->arena, &search->assertions) = step;
        else
            *VEC_PUSH(search->arena, &search->steps) = step;
    }
}

/* Adds callees of the steps from `from` on, up to REACH_DEPTH_MAX calls away. */
static void walk(Search *search, Arena work, size_t from, bool apart)
{
    for (int depth = 0; depth < REACH_DEPTH_MAX; depth++) {
        size_t end = search->steps.len;
        for (size_t i = from; i < end; i++)
            add_callees(search, work, i, apart);
        from = end;
    }
}

static void take_effects(Search *search, size_t from)
{
    for (size_t i = from; i < search->steps.len; i++) {
        Step step = search->steps.ptr[i];
        uint8_t more = effects_here(search->catalog, step.symbol) & (uint8_t)~search->known;
        for (size_t bit = 0; bit < EFFECT_COUNT; bit++)
            if (more >> bit & 1)
                search->reach.via[bit] = step.via;
        search->known |= more;
    }
}

/* An assertion that ends the program has no effects on a correct one. */
static void take_assertion(Search *search, Arena work, Step assertion)
{
    size_t from = search->steps.len;
    uint8_t effects = 0;
    *VEC_PUSH(search->arena, &search->steps) = assertion;
    walk(search, work, from, false);
    for (size_t i = from; i < search->steps.len; i++)
        effects |= effects_here(search->catalog, search->steps.ptr[i].symbol);
    if (!(effects & EFFECT(PROCESS)))
        take_effects(search, from);
}

Reach reach_effects(const Catalog *catalog, Arena scratch, uint32_t symbol)
{
    Arena work SCOPED(arena_close) = {0};
    Search search = {.catalog = catalog, .arena = &scratch, .known = effects_here(catalog, symbol)};
    arena_open(&work, 0);
    for (size_t i = 0; i < EFFECT_COUNT; i++)
        search.reach.via[i] = SYMBOL_NOWHERE;
    id_map_put(&search.seen, &scratch, symbol, 0);
    *VEC_PUSH(&scratch, &search.steps) = (Step){symbol, SYMBOL_NOWHERE};
    walk(&search, work, 0, true);
    take_effects(&search, 1);
    for (size_t i = 0; i < search.assertions.len; i++)
        take_assertion(&search, work, search.assertions.ptr[i]);
    return search.reach;
}
