#include "search/reach.h"

#include "base/id_map.h"

typedef struct Step {
    uint32_t symbol, via; /* via: the callee at the way's beginning */
} Step;

typedef struct Search {
    const Catalog *catalog;
    Arena *arena;
    VEC(Step) steps;
    IdMap seen;
} Search;

static uint8_t effects_here(const Catalog *catalog, uint32_t symbol)
{
    return catalog_standing(catalog, symbol).effects;
}

static void add_callees(Search *search, Arena work, size_t at)
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
        *VEC_PUSH(search->arena, &search->steps) =
            (Step){edge->callee, at ? from.via : edge->callee};
    }
}

Reach reach_effects(const Catalog *catalog, Arena scratch, uint32_t symbol)
{
    Reach reach;
    Arena work SCOPED(arena_close) = {0};
    Search search = {.catalog = catalog, .arena = &scratch};
    uint8_t known = effects_here(catalog, symbol);
    arena_open(&work, 0);
    for (size_t i = 0; i < EFFECT_COUNT; i++)
        reach.via[i] = SYMBOL_NOWHERE;
    id_map_put(&search.seen, &scratch, symbol, 0);
    *VEC_PUSH(&scratch, &search.steps) = (Step){symbol, SYMBOL_NOWHERE};
    size_t from = 0;
    for (int depth = 0; depth < REACH_DEPTH_MAX; depth++) {
        size_t end = search.steps.len;
        for (size_t i = from; i < end; i++)
            add_callees(&search, work, i);
        from = end;
    }
    for (size_t i = 1; i < search.steps.len; i++) {
        uint8_t more = effects_here(catalog, search.steps.ptr[i].symbol) & (uint8_t)~known;
        for (size_t bit = 0; bit < EFFECT_COUNT; bit++)
            if (more >> bit & 1)
                reach.via[bit] = search.steps.ptr[i].via;
        known |= more;
    }
    return reach;
}
