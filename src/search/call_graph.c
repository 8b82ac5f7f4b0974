/* Edges are counted, then laid out by caller in one array (compressed sparse rows). Shortest paths
   take a breadth-first search forwards and a pass backwards that keeps the nodes leading to the
   target. Groups are Tarjan's strongly connected components, without recursion. */
#include "search/call_graph.h"

#include <stdlib.h>

/* ---- building ---- */

static bool is_wanted(const Edge *edge, const CallGraphOptions *options)
{
    bool kind =
        edge->kind == REFERENCE_CALL || (edge->kind == REFERENCE_USE && !options->calls_only);
    bool sure = edge->confidence >= EDGE_LIKELY ||
                (edge->confidence == EDGE_AMBIGUOUS && options->ambiguous);
    return kind && sure && edge->callee != SYMBOL_NOWHERE;
}

/* Calls `take` for every edge that is wanted, caller by caller. */
static void each_edge(const Catalog *catalog, const CallGraphOptions *options,
                      void (*take)(CallGraph *graph, const Catalog *catalog, const Edge *edge),
                      CallGraph *graph)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        EdgeVec edges = {0};
        arena_reset(&work);
        catalog_edges(catalog, &work, file, &edges);
        for (size_t i = 0; i < edges.len; i++)
            if (is_wanted(&edges.ptr[i], options))
                take(graph, catalog, &edges.ptr[i]);
    }
}

/* The override node that a call also leads to; SYMBOL_NOWHERE: none. A method that calls the base's
   method of its own name means that method, as super calls do. */
static uint32_t override_node(const CallGraph *graph, const Catalog *catalog, const Edge *edge)
{
    uint32_t first = graph->count - (uint32_t)graph->overrides.len;
    size_t low = 0, high = graph->overrides.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (graph->overrides.ptr[middle].base < edge->callee)
            low = middle + 1;
        else
            high = middle;
    }
    bool known = low < graph->overrides.len && graph->overrides.ptr[low].base == edge->callee;
    if (!known ||
        catalog_entry(catalog, edge->caller)->name == catalog_entry(catalog, edge->callee)->name)
        return SYMBOL_NOWHERE;
    return first + (uint32_t)low;
}

static void count_edge(CallGraph *graph, const Catalog *catalog, const Edge *edge)
{
    bool open = override_node(graph, catalog, edge) != SYMBOL_NOWHERE;
    graph->starts[edge->caller + 1] += 1 + open;
}

static void put_edge(CallGraph *graph, const Catalog *catalog, const Edge *edge)
{
    uint32_t open = override_node(graph, catalog, edge);
    CallLink link = {.target = edge->callee,
                     .line = edge->line,
                     .kind = edge->kind,
                     .confidence = edge->confidence,
                     .compiled = edge->compiled};
    graph->links[graph->starts[edge->caller]++] = link;
    link.target = open;
    if (open != SYMBOL_NOWHERE)
        graph->links[graph->starts[edge->caller]++] = link;
}

static void put_overrides(CallGraph *graph)
{
    uint32_t node = graph->count - (uint32_t)graph->overrides.len;
    for (size_t i = 0; i < graph->overrides.len; i++, node++)
        for (size_t k = 0; k < graph->overrides.ptr[i].derived.len; k++)
            graph->links[graph->starts[node]++] =
                (CallLink){.target = graph->overrides.ptr[i].derived.ptr[k],
                           .kind = REFERENCE_BASE,
                           .confidence = EDGE_LIKELY};
}

CallGraph call_graph_of(const Catalog *catalog, Arena *arena, const CallGraphOptions *options)
{
    OverrideSetVec sets = options->overrides ? *options->overrides : (OverrideSetVec){0};
    uint32_t count = catalog->symbol_count + (uint32_t)sets.len;
    CallGraph graph = {
        .count = count, .starts = NEW(arena, uint32_t, count + 2), .overrides = sets};
    each_edge(catalog, options, count_edge, &graph);
    for (size_t i = 0; i < sets.len; i++)
        graph.starts[catalog->symbol_count + i + 1] += (uint32_t)sets.ptr[i].derived.len;
    for (uint32_t i = 0; i < graph.count; i++)
        graph.starts[i + 1] += graph.starts[i];
    graph.links = NEW(arena, CallLink, graph.starts[graph.count] + 1);
    each_edge(catalog, options, put_edge, &graph);
    put_overrides(&graph);
    /* Each start has advanced to the next one's place. */
    for (uint32_t i = graph.count; i > 0; i--)
        graph.starts[i] = graph.starts[i - 1];
    graph.starts[0] = 0;
    return graph;
}

/* ---- paths ---- */

/* Breadth-first distances from `from`, until `to` is reached; UINT8_MAX: not reached. */
static void measure(const CallGraph *graph, Arena *scratch, uint32_t from, uint32_t to,
                    uint8_t *distances)
{
    uint32_t *queue = NEW(scratch, uint32_t, graph->count + 1);
    uint32_t head = 0, tail = 0;
    memset(distances, UINT8_MAX, graph->count);
    distances[from] = 0;
    queue[tail++] = from;
    while (head < tail && distances[to] == UINT8_MAX) {
        uint32_t node = queue[head++];
        if (distances[node] == PATH_STEPS_MAX)
            return;
        for (uint32_t i = graph->starts[node]; i < graph->starts[node + 1]; i++) {
            uint32_t target = graph->links[i].target;
            if (distances[target] != UINT8_MAX)
                continue;
            distances[target] = (uint8_t)(distances[node] + 1);
            queue[tail++] = target;
        }
    }
}

/* Keeps only nodes on shortest paths to `to`: goes back from it, one step per pass over the
   links. */
static void keep_leading(const CallGraph *graph, Arena *scratch, uint32_t to, uint8_t *distances)
{
    bool *leads = NEW(scratch, bool, graph->count + 1);
    leads[to] = true;
    for (int step = distances[to] - 1; step >= 0; step--)
        for (uint32_t node = 0; node < graph->count; node++)
            for (uint32_t i = graph->starts[node];
                 distances[node] == step && i < graph->starts[node + 1]; i++) {
                uint32_t target = graph->links[i].target;
                if (leads[target] && distances[target] == step + 1)
                    leads[node] = true;
            }
    for (uint32_t node = 0; node < graph->count; node++)
        if (!leads[node])
            distances[node] = UINT8_MAX;
}

/* Whether an earlier link of the node has the same target: a function that is called and named. */
static bool is_repeated(const CallGraph *graph, uint32_t node, uint32_t at)
{
    for (uint32_t i = graph->starts[node]; i < at; i++)
        if (graph->links[i].target == graph->links[at].target)
            return true;
    return false;
}

static CallPath with_bases(const CallGraph *graph, CallPath path)
{
    for (uint32_t i = 0; i <= path.steps; i++)
        path.symbols[i] = call_graph_symbol(graph, path.symbols[i]);
    return path;
}

/* Lists all paths along kept nodes, depth first; `next` holds the next link to try at each
   depth. */
static void list_paths(const CallGraph *graph, const uint8_t *distances, uint32_t from,
                       uint32_t steps, size_t limit, CallPaths *found)
{
    CallPath path = {.symbols = {from}, .steps = steps};
    uint32_t next[PATH_STEPS_MAX + 1] = {graph->starts[from]};
    int depth = 0;
    while (depth >= 0) {
        if ((uint32_t)depth == steps) {
            found->more = found->count == limit;
            if (found->more)
                return;
            found->paths[found->count++] = with_bases(graph, path);
            depth--;
            continue;
        }
        uint32_t node = path.symbols[depth], at = next[depth]++;
        if (at == graph->starts[node + 1]) {
            depth--;
            continue;
        }
        uint32_t target = graph->links[at].target;
        if (distances[target] != depth + 1 || is_repeated(graph, node, at))
            continue;
        path.links[depth++] = &graph->links[at];
        path.symbols[depth] = target;
        next[depth] = graph->starts[target];
    }
}

void call_graph_paths(const CallGraph *graph, Arena scratch, uint32_t from, uint32_t to,
                      size_t limit, CallPaths *found)
{
    uint8_t *distances = NEW(&scratch, uint8_t, graph->count + 1);
    *found = (CallPaths){0};
    measure(graph, &scratch, from, to, distances);
    if (distances[to] == UINT8_MAX || from == to)
        return;
    keep_leading(graph, &scratch, to, distances);
    list_paths(graph, distances, from, distances[to], MIN(limit, (size_t)PATHS_MAX), found);
}

/* ---- strongly connected components ---- */

typedef struct Search {
    const CallGraph *graph;
    Arena *arena;
    uint32_t *order, *low; /* discovery index from 1; lowlink */
    uint32_t *next;        /* by node: the next link to follow */
    uint32_t *path, *open; /* nodes on the search path; nodes in no component yet */
    bool *is_open;
    uint32_t path_len, open_len, found;
    CallGroupVec groups;
} Search;

static void enter(Search *search, uint32_t node)
{
    search->order[node] = search->low[node] = ++search->found;
    search->next[node] = search->graph->starts[node];
    search->path[search->path_len++] = node;
    search->open[search->open_len++] = node;
    search->is_open[node] = true;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void close_group(Search *search, uint32_t root)
{
    uint32_t first = search->open_len, node;
    do {
        node = search->open[--first];
        search->is_open[node] = false;
    } while (node != root);
    uint32_t count = search->open_len - first;
    search->open_len = first;
    if (count < 2)
        return;
    uint32_t *members = NEW(search->arena, uint32_t, count);
    memcpy(members, &search->open[first], count * sizeof *members);
    qsort(members, count, sizeof *members, ascending);
    *VEC_PUSH(search->arena, &search->groups) = (CallGroup){members, count};
}

static void leave(Search *search, uint32_t node)
{
    search->path_len--;
    if (search->low[node] == search->order[node])
        close_group(search, node);
    if (!search->path_len)
        return;
    uint32_t parent = search->path[search->path_len - 1];
    search->low[parent] = MIN(search->low[parent], search->low[node]);
}

static void search_from(Search *search, uint32_t start)
{
    enter(search, start);
    while (search->path_len) {
        uint32_t node = search->path[search->path_len - 1];
        if (search->next[node] == search->graph->starts[node + 1]) {
            leave(search, node);
            continue;
        }
        uint32_t target = search->graph->links[search->next[node]++].target;
        if (!search->order[target])
            enter(search, target);
        else if (search->is_open[target])
            search->low[node] = MIN(search->low[node], search->order[target]);
    }
}

static int larger_first(const void *a, const void *b)
{
    const CallGroup *x = a, *y = b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return ascending(x->members, y->members);
}

CallGroupVec call_graph_groups(const CallGraph *graph, Arena *arena)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    size_t count = graph->count + 1;
    Search search = {.graph = graph,
                     .arena = arena,
                     .order = NEW(&work, uint32_t, count),
                     .low = NEW(&work, uint32_t, count),
                     .next = NEW(&work, uint32_t, count),
                     .path = NEW(&work, uint32_t, count),
                     .open = NEW(&work, uint32_t, count),
                     .is_open = NEW(&work, bool, count)};
    for (uint32_t node = 0; node < graph->count; node++)
        if (!search.order[node])
            search_from(&search, node);
    if (search.groups.len)
        qsort(search.groups.ptr, search.groups.len, sizeof *search.groups.ptr, larger_first);
    return search.groups;
}
