/* Breadth-first search by steps. Along the edges each node's own list is read; against them all
   callers of a step's nodes are collected together, since that may take a pass over all edges.
   Nodes are numbered as they are found, so the limit cuts off the farthest. */
#include "search/neighbours.h"

#include "base/id_map.h"
#include "search/override.h"
#include "search/parts.h"
#include "search/subtypes.h"

/* Overridden methods are looked up only for this many of the nearest nodes. */
#define OVERRIDES_ASKED_MAX 100
/* Bound for closures: no reader follows longer chains of calls. */
#define NEIGHBOURS_STEPS_MAX 1000
/* The bits of an edge's ends above which its kind and confidence are: nodes are fewer. */
#define EDGE_SORT_SHIFT 56

typedef struct Walk {
    Catalog *catalog;
    Arena *arena;
    const NeighbourOptions *options;
    Neighbourhood *found;
    Arena *tables;
    IdMap nodes; /* key_of → node index */
    IdMap left;  /* symbols beyond the limit */
    IdMap excluded;
    IdMap lone;   /* callers with such edges */
    IdMap merged; /* ends, kind and confidence of an edge → its index, where symbols are joined */
    IdVec aliases; /* nodes added only as overridden methods */
    FileLeads leads;
} Walk;

static uint64_t key_of(uint32_t symbol, uint32_t external)
{
    return symbol == SYMBOL_NOWHERE ? id_pair(1, external) : symbol;
}

static uint32_t find_node(const Walk *walk, uint32_t symbol)
{
    return id_map_get(&walk->nodes, key_of(symbol, 0));
}

/* Whether the edge is the caller's only candidate of that name. */
static bool is_lone(Walk *walk, const Edge *edge)
{
    Arena work SCOPED(arena_close) = {0};
    EdgeVec edges = {0};
    if (!walk->options->lone || edge->kind != REFERENCE_CALL || edge->callee == SYMBOL_NOWHERE)
        return false;
    arena_open(&work, 0);
    uint32_t name = catalog_entry(walk->catalog, edge->callee)->name;
    catalog_edges_of(walk->catalog, &work, edge->caller, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *other = &edges.ptr[i];
        if (other->callee != SYMBOL_NOWHERE && other->callee != edge->callee &&
            other->confidence == EDGE_AMBIGUOUS &&
            catalog_entry(walk->catalog, other->callee)->name == name)
            return false;
    }
    walk->found->lone += id_map_put(&walk->lone, walk->tables, edge->caller, 0) == ID_MAP_NONE;
    return true;
}

static bool is_beyond_focus(const Walk *walk, const Edge *edge)
{
    uint32_t node = edge->callee == SYMBOL_NOWHERE ? ID_MAP_NONE : find_node(walk, edge->callee);
    return node != ID_MAP_NONE && walk->found->nodes.ptr[node].steps > 0;
}

/* `far` is the symbol that the edge leads to on this walk. */
static bool is_wanted(Walk *walk, const Edge *edge, uint32_t far)
{
    if ((edge->callee == SYMBOL_NOWHERE && !walk->options->external) ||
        subtypes_is_alias(walk->catalog, edge))
        return false;
    if (edge->kind == REFERENCE_TYPE && !walk->options->types)
        return false;
    if (edge->kind == REFERENCE_TYPE && walk->options->types_once && is_beyond_focus(walk, edge))
        return false;
    if (edge->confidence == EDGE_AMBIGUOUS && walk->options->sure_only && !is_lone(walk, edge))
        return false;
    if (!exclude_has(walk->options->exclude, walk->catalog, far))
        return true;
    walk->found->excluded += id_map_put(&walk->excluded, walk->tables, far, 0) == ID_MAP_NONE;
    return false;
}

/* The node's index, added if it is new; ID_MAP_NONE beyond the limit. */
static uint32_t node_at(Walk *walk, uint32_t symbol, uint32_t external, uint32_t steps)
{
    uint64_t key = key_of(symbol, external);
    uint32_t known = id_map_get(&walk->nodes, key), next = (uint32_t)walk->found->nodes.len;
    if (known != ID_MAP_NONE)
        return known;
    if (next >= walk->options->limit) {
        if (symbol != SYMBOL_NOWHERE)
            walk->found->left_out += id_map_put(&walk->left, walk->tables, key, 0) == ID_MAP_NONE;
        return ID_MAP_NONE;
    }
    *VEC_PUSH(walk->arena, &walk->found->nodes) =
        (Neighbour){.symbol = symbol,
                    .external = external,
                    .steps = steps,
                    .overrides = walk->options->closure && steps ? UINT32_MAX : 0,
                    .unsure = walk->options->closure && steps};
    id_map_put(&walk->nodes, walk->tables, key, next);
    return next;
}

/* Keeps the fewest overrides and doubts among the ways of this length that lead to the caller. */
static void note_way(Walk *walk, uint32_t from, uint32_t to, uint32_t steps, bool unsure)
{
    Neighbour *caller = &walk->found->nodes.ptr[from];
    const Neighbour *callee = &walk->found->nodes.ptr[to];
    if (caller->steps != steps || callee->steps >= steps)
        return;
    caller->overrides = MIN(caller->overrides, callee->overrides);
    caller->unsure = caller->unsure && (unsure || callee->unsure);
}

/* Symbols that are asked for as one, such as a getter and a setter, have one edge from a caller. */
static bool add_to_known(Walk *walk, const NeighbourEdge *edge)
{
    const IdVec *joined = walk->options->joined;
    if (!joined || !joined->len)
        return false;
    uint64_t sort = (uint64_t)edge->kind << 4 | (uint64_t)edge->confidence << 1 | edge->compiled;
    uint64_t key = id_pair(edge->from, edge->to) | sort << EDGE_SORT_SHIFT;
    uint32_t next = (uint32_t)walk->found->edges.len;
    uint32_t known = id_map_get(&walk->merged, key);
    if (known == ID_MAP_NONE) {
        id_map_put(&walk->merged, walk->tables, key, next);
        return false;
    }
    NeighbourEdge *first = &walk->found->edges.ptr[known];
    first->line = MIN(first->line, edge->line);
    first->count += edge->count;
    return true;
}

static void add_edge(Walk *walk, const Edge *edge, uint32_t steps)
{
    uint32_t from = node_at(walk, edge->caller, 0, steps);
    uint32_t to = node_at(walk, edge->callee, edge->external, steps);
    if (from == ID_MAP_NONE || to == ID_MAP_NONE) {
        walk->found->edges_left_out++;
        return;
    }
    if (walk->options->closure) {
        note_way(walk, from, to, steps, edge->confidence == EDGE_AMBIGUOUS);
        return;
    }
    const NeighbourEdge next = {.from = from,
                                .to = to,
                                .line = edge->line,
                                .count = edge->count,
                                .kind = edge->kind,
                                .confidence = edge->confidence,
                                .step = edge->step,
                                .compiled = edge->compiled};
    if (!add_to_known(walk, &next))
        *VEC_PUSH(walk->arena, &walk->found->edges) = next;
}

/* With both directions, edges into nodes [0, to) were added by step_in. */
static bool is_taken(const Walk *walk, const Edge *edge, size_t to)
{
    if (walk->options->direction != NEIGHBOURS_BOTH || edge->callee == SYMBOL_NOWHERE)
        return false;
    uint32_t node = find_node(walk, edge->callee);
    return node != ID_MAP_NONE && node < to;
}

/* The symbols that the node represents in addition to its own; only the first node of the focus has
   any. */
static IdVec joined_to(const Walk *walk, size_t node)
{
    return node || !walk->options->joined ? (IdVec){0} : *walk->options->joined;
}

/* Edges of all parts of a type and of the declarations taken together with it; all are given to the
 * node. */
static void edges_of_all(const Walk *walk, Arena *arena, size_t node, EdgeVec *edges)
{
    uint32_t symbol = walk->found->nodes.ptr[node].symbol;
    IdVec joined = joined_to(walk, node);
    parts_edges_of(walk->catalog, arena, symbol, edges);
    for (size_t i = 0; i < joined.len; i++)
        catalog_edges_of(walk->catalog, arena, joined.ptr[i], edges);
    for (size_t i = 0; i < edges->len; i++)
        edges->ptr[i].caller = symbol;
}

/* One step along the edges of nodes [from, to). */
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
        edges_of_all(walk, &work, n, &edges);
        for (size_t i = 0; i < edges.len; i++)
            if (is_wanted(walk, &edges.ptr[i], edges.ptr[i].callee) &&
                !is_taken(walk, &edges.ptr[i], to))
                add_edge(walk, &edges.ptr[i], steps);
    }
}

/* With both directions, edges of nodes [0, from) were added by step_out. */
static bool was_taken(const Walk *walk, const Edge *edge, size_t from)
{
    return walk->options->direction == NEIGHBOURS_BOTH && find_node(walk, edge->caller) < from;
}

/* Adds the methods that nodes from `from` on override. */
static void add_bases(Walk *walk, size_t from)
{
    size_t end = MIN(walk->found->nodes.len, (size_t)OVERRIDES_ASKED_MAX);
    for (size_t n = from; n < end; n++) {
        Neighbour node = walk->found->nodes.ptr[n];
        IdVec bases = {0};
        if (node.symbol != SYMBOL_NOWHERE)
            override_bases(walk->catalog, walk->arena, node.symbol, &bases);
        for (size_t i = 0; i < bases.len; i++)
            *VEC_PUSH(walk->arena, &walk->found->hops) = (NeighbourHop){node.symbol, bases.ptr[i]};
        for (size_t i = 0; i < bases.len; i++)
            if (find_node(walk, bases.ptr[i]) == ID_MAP_NONE)
                *VEC_PUSH(walk->arena, &walk->aliases) = bases.ptr[i];
        for (size_t i = 0; i < bases.len; i++) {
            uint32_t base = node_at(walk, bases.ptr[i], 0, node.steps);
            if (base != ID_MAP_NONE && base >= end) {
                walk->found->nodes.ptr[base].overrides = node.overrides + 1;
                walk->found->nodes.ptr[base].unsure = node.unsure;
            }
        }
    }
}

/* A call of the base's method of the same name runs the base's, not another override; and so does
   one on an object that is made there. */
static bool is_detour(const Walk *walk, const Edge *edge)
{
    bool made = edge->step == EDGE_STEP_MADE;
    for (size_t i = 0; i < walk->aliases.len; i++)
        if (walk->aliases.ptr[i] == edge->callee)
            return made || catalog_entry(walk->catalog, edge->caller)->name ==
                               catalog_entry(walk->catalog, edge->callee)->name;
    return false;
}

static void set_bit(uint64_t *set, uint32_t symbol)
{
    if (symbol != SYMBOL_NOWHERE)
        set[symbol / 64] |= UINT64_C(1) << symbol % 64;
}

/* Adds the node's symbol, and the symbols joined with it. */
static void set_node(const Walk *walk, uint64_t *set, size_t node)
{
    IdVec joined = joined_to(walk, node);
    set_bit(set, walk->found->nodes.ptr[node].symbol);
    for (size_t i = 0; i < joined.len; i++)
        set_bit(set, joined.ptr[i]);
}

/* One step against the edges: a single pass over all edges into the set. */
static void step_in(Walk *walk, size_t from, size_t to, uint32_t steps)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    uint64_t *set = NEW(&work, uint64_t, walk->catalog->symbol_count / 64 + 1);
    for (size_t n = from; n < to; n++)
        set_node(walk, set, n);
    EdgeVec edges = {0};
    catalog_edges_into_next(walk->catalog, &walk->leads, &work, set, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (is_wanted(walk, &edges.ptr[i], edges.ptr[i].caller) &&
            !was_taken(walk, &edges.ptr[i], from) && !is_detour(walk, &edges.ptr[i]))
            add_edge(walk, &edges.ptr[i], steps);
}

/* Adds the users that no edge shows. */
static void add_users(Walk *walk, uint32_t steps)
{
    const NeighbourUserVec *users = walk->options->users;
    for (size_t i = 0; users && i < users->len; i++) {
        const NeighbourUser *user = &users->ptr[i];
        uint32_t node = user->steps == steps ? node_at(walk, user->symbol, 0, steps) : ID_MAP_NONE;
        if (node == ID_MAP_NONE || walk->found->nodes.ptr[node].steps != steps)
            continue;
        walk->found->nodes.ptr[node].overrides = 0;
        walk->found->nodes.ptr[node].unsure = walk->found->nodes.ptr[node].unsure && user->unsure;
    }
}

/* How far the last of them is. */
static uint32_t last_user(const NeighbourOptions *options)
{
    uint32_t last = 0;
    for (size_t i = 0; options->users && i < options->users->len; i++)
        last = MAX(last, options->users->ptr[i].steps);
    return last;
}

/* ---- beyond the nodes ---- */

/* Counts each pair of symbols once. Edges come caller by caller, so comparing with the last caller
   of each callee is enough. */
static void count_in(Walk *walk)
{
    IdMap last = {0}, unsure = {0};
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    uint64_t *set = NEW(&work, uint64_t, walk->catalog->symbol_count / 64 + 1);
    NeighbourVec *nodes = &walk->found->nodes;
    for (size_t n = 0; n < nodes->len; n++)
        if (!walk->options->closure || !nodes->ptr[n].steps)
            set_node(walk, set, n);
    EdgeVec edges = {0};
    catalog_edges_into_next(walk->catalog, &walk->leads, &work, set, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        if (find_node(walk, edge->caller) != ID_MAP_NONE)
            continue;
        Neighbour *node = &nodes->ptr[find_node(walk, edge->callee)];
        if (!is_wanted(walk, edge, edge->caller))
            walk->found->unsure += edge->confidence == EDGE_AMBIGUOUS && !node->steps &&
                                   id_map_put(&unsure, &work, edge->caller, 0) == ID_MAP_NONE;
        else if (id_map_put(&last, &work, edge->callee, edge->caller) != edge->caller)
            node->more_in++;
    }
}

static void count_out(Walk *walk)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (size_t n = 0; n < walk->found->nodes.len; n++) {
        Neighbour *node = &walk->found->nodes.ptr[n];
        EdgeVec edges = {0};
        IdMap seen = {0};
        if (node->symbol == SYMBOL_NOWHERE)
            continue;
        arena_reset(&work);
        edges_of_all(walk, &work, n, &edges);
        for (size_t i = 0; i < edges.len; i++) {
            const Edge *edge = &edges.ptr[i];
            if (edge->callee != SYMBOL_NOWHERE && find_node(walk, edge->callee) == ID_MAP_NONE &&
                is_wanted(walk, edge, edge->callee) &&
                id_map_put(&seen, &work, edge->callee, 0) == ID_MAP_NONE)
                node->more_out++;
        }
    }
}

void neighbours_find(Catalog *catalog, Arena *arena, const uint32_t *focus, size_t count,
                     const NeighbourOptions *options, Neighbourhood *found)
{
    *found = (Neighbourhood){0};
    Walk walk = {.catalog = catalog, .arena = arena, .options = options, .found = found};
    Arena tables SCOPED(arena_close) = {0};
    arena_open(&tables, 0);
    walk.tables = walk.leads.arena = &tables;
    for (size_t i = 0; i < count; i++)
        node_at(&walk, focus[i], 0, 0);
    for (size_t i = 0; count && options->joined && i < options->joined->len; i++)
        id_map_put(&walk.nodes, walk.tables, key_of(options->joined->ptr[i], 0), 0);
    found->focus_count = found->nodes.len;
    size_t from = 0;
    uint32_t depth = options->closure ? NEIGHBOURS_STEPS_MAX
                                      : MIN(options->depth, (uint32_t)NEIGHBOURS_DEPTH_MAX);
    uint32_t last = last_user(options);
    for (uint32_t steps = 1; steps <= depth && (from < found->nodes.len || steps <= last);
         steps++) {
        if (options->overrides)
            add_bases(&walk, from);
        size_t end = found->nodes.len;
        if (options->direction != NEIGHBOURS_OUT)
            step_in(&walk, from, end, steps);
        if (options->direction != NEIGHBOURS_IN)
            step_out(&walk, from, end, steps);
        add_users(&walk, steps);
        from = end;
    }
    if (options->direction != NEIGHBOURS_OUT)
        count_in(&walk);
    if (options->direction != NEIGHBOURS_IN)
        count_out(&walk);
}
