#include "search/neighbours.h"

typedef struct Walk {
    const Catalog *catalog;
    Arena *arena;
    const NeighbourOptions *options;
    Neighbourhood *found;
    uint32_t *node_of;     /* index + 1 by dense id */
    uint32_t *external_of; /* index + 1 by name id */
    uint64_t *left;        /* a bit a symbol that the limit kept away */
} Walk;

static bool is_wanted(const Walk *walk, const Edge *edge)
{
    if (edge->callee == SYMBOL_NOWHERE && !walk->options->external)
        return false;
    if (edge->kind == REFERENCE_TYPE && !walk->options->types)
        return false;
    return edge->confidence != EDGE_AMBIGUOUS || !walk->options->sure_only;
}

static void count_left_out(Walk *walk, uint32_t symbol)
{
    uint64_t bit = UINT64_C(1) << symbol % 64;
    walk->found->left_out += !(walk->left[symbol / 64] & bit);
    walk->left[symbol / 64] |= bit;
}

/* The node's index + 1; 0 when the limit keeps it away. */
static uint32_t node_at(Walk *walk, uint32_t symbol, uint32_t external, uint32_t steps)
{
    uint32_t *slot =
        symbol == SYMBOL_NOWHERE ? &walk->external_of[external] : &walk->node_of[symbol];
    if (*slot)
        return *slot;
    if (walk->found->nodes.len >= walk->options->limit) {
        if (symbol != SYMBOL_NOWHERE)
            count_left_out(walk, symbol);
        return 0;
    }
    *VEC_PUSH(walk->arena, &walk->found->nodes) =
        (Neighbour){.symbol = symbol, .external = external, .steps = steps};
    *slot = (uint32_t)walk->found->nodes.len;
    return *slot;
}

static void add_edge(Walk *walk, const Edge *edge, uint32_t steps)
{
    uint32_t from = node_at(walk, edge->caller, 0, steps);
    uint32_t to = node_at(walk, edge->callee, edge->external, steps);
    if (!from || !to)
        return;
    *VEC_PUSH(walk->arena, &walk->found->edges) = (NeighbourEdge){.from = from - 1,
                                                                  .to = to - 1,
                                                                  .line = edge->line,
                                                                  .count = edge->count,
                                                                  .kind = edge->kind,
                                                                  .confidence = edge->confidence};
}

/* With both directions, the edges into nodes [0, to) have been taken already. */
static bool is_taken(const Walk *walk, const Edge *edge, size_t to)
{
    if (walk->options->direction != NEIGHBOURS_BOTH || edge->callee == SYMBOL_NOWHERE)
        return false;
    uint32_t node = walk->node_of[edge->callee];
    return node && node <= to;
}

/* One step along the edges from nodes [from, to), one file at a time. */
static void step_out(Walk *walk, size_t from, size_t to, uint32_t steps)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (size_t n = from; n < to; n++) {
        uint32_t symbol = walk->found->nodes.ptr[n].symbol;
        EdgeVec edges = {0};
        if (symbol == SYMBOL_NOWHERE)
            continue;
        arena_reset(&work);
        catalog_edges(walk->catalog, &work, catalog_place(walk->catalog, symbol).file, &edges);
        for (size_t i = 0; i < edges.len; i++)
            if (edges.ptr[i].caller == symbol && is_wanted(walk, &edges.ptr[i]) &&
                !is_taken(walk, &edges.ptr[i], to))
                add_edge(walk, &edges.ptr[i], steps);
    }
}

/* One step against them: a pass over all edges for the whole set. */
static void step_in(Walk *walk, size_t from, size_t to, uint32_t steps)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    uint64_t *set = NEW(&work, uint64_t, walk->catalog->symbol_count / 64 + 1);
    for (size_t n = from; n < to; n++) {
        uint32_t symbol = walk->found->nodes.ptr[n].symbol;
        if (symbol != SYMBOL_NOWHERE)
            set[symbol / 64] |= UINT64_C(1) << symbol % 64;
    }
    EdgeVec edges = {0};
    catalog_edges_into(walk->catalog, &work, set, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (is_wanted(walk, &edges.ptr[i]))
            add_edge(walk, &edges.ptr[i], steps);
}

/* ---- what lies beyond ---- */

/* Counts each pair of symbols once: edges come caller by caller, so that a caller's earlier edges
   to the same symbol are near. `last` is by dense id. */
static void count_in(Walk *walk, uint32_t *last)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    uint64_t *set = NEW(&work, uint64_t, walk->catalog->symbol_count / 64 + 1);
    NeighbourVec *nodes = &walk->found->nodes;
    for (size_t n = 0; n < nodes->len; n++)
        if (nodes->ptr[n].symbol != SYMBOL_NOWHERE)
            set[nodes->ptr[n].symbol / 64] |= UINT64_C(1) << nodes->ptr[n].symbol % 64;
    EdgeVec edges = {0};
    catalog_edges_into(walk->catalog, &work, set, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        if (walk->node_of[edge->caller] || !is_wanted(walk, edge) ||
            last[edge->callee] == edge->caller + 1)
            continue;
        last[edge->callee] = edge->caller + 1;
        nodes->ptr[walk->node_of[edge->callee] - 1].more_in++;
    }
}

static void count_out(Walk *walk, uint32_t *last)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (size_t n = 0; n < walk->found->nodes.len; n++) {
        Neighbour *node = &walk->found->nodes.ptr[n];
        EdgeVec edges = {0};
        if (node->symbol == SYMBOL_NOWHERE)
            continue;
        arena_reset(&work);
        catalog_edges(walk->catalog, &work, catalog_place(walk->catalog, node->symbol).file,
                      &edges);
        for (size_t i = 0; i < edges.len; i++) {
            const Edge *edge = &edges.ptr[i];
            if (edge->caller != node->symbol || edge->callee == SYMBOL_NOWHERE ||
                walk->node_of[edge->callee] || !is_wanted(walk, edge) ||
                last[edge->callee] == node->symbol + 1)
                continue;
            last[edge->callee] = node->symbol + 1;
            node->more_out++;
        }
    }
}

void neighbours_find(const Catalog *catalog, Arena *arena, const uint32_t *focus, size_t count,
                     const NeighbourOptions *options, Neighbourhood *found)
{
    *found = (Neighbourhood){0};
    Walk walk = {.catalog = catalog, .arena = arena, .options = options, .found = found};
    Arena tables SCOPED(arena_close) = {0};
    arena_open(&tables, 0);
    walk.node_of = NEW(&tables, uint32_t, catalog->symbol_count + 1);
    walk.external_of = NEW(&tables, uint32_t, names_count(&catalog->names) + 1);
    walk.left = NEW(&tables, uint64_t, catalog->symbol_count / 64 + 1);
    for (size_t i = 0; i < count; i++)
        node_at(&walk, focus[i], 0, 0);
    size_t from = 0;
    uint32_t depth = MIN(options->depth, (uint32_t)NEIGHBOURS_DEPTH_MAX);
    for (uint32_t steps = 1; steps <= depth; steps++) {
        size_t end = found->nodes.len;
        if (options->direction != NEIGHBOURS_OUT)
            step_in(&walk, from, end, steps);
        if (options->direction != NEIGHBOURS_IN)
            step_out(&walk, from, end, steps);
        from = end;
    }
    uint32_t *last = NEW(&tables, uint32_t, catalog->symbol_count + 1);
    if (options->direction != NEIGHBOURS_OUT)
        count_in(&walk, last);
    memset(last, 0, sizeof *last * catalog->symbol_count);
    if (options->direction != NEIGHBOURS_IN)
        count_out(&walk, last);
}
