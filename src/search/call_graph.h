/* The calls and uses of the whole repository as one graph in memory, for questions that are about
   more than a neighbourhood: ways from one symbol to another, groups that call each other. Nodes
   are the catalog's dense ids; behind them one for each of the override sets: what a call of its
   base may run instead. Links of REFERENCE_BASE lead from there to what stands in for the base. */
#pragma once

#include "search/override.h"

typedef struct CallLink {
    uint32_t target;
    uint32_t line; /* of the first reference, in the file of the source */
    uint8_t kind, confidence;
} CallLink;

typedef struct CallGraph {
    uint32_t count;           /* nodes */
    uint32_t *starts;         /* links of node n: [starts[n], starts[n + 1]) */
    CallLink *links;          /* by source, then as the catalog has them */
    OverrideSetVec overrides; /* of the last nodes */
} CallGraph;

static inline bool call_graph_is_override(const CallGraph *graph, uint32_t node)
{
    return node >= graph->count - graph->overrides.len;
}

/* Of one of the override sets: its base. */
static inline uint32_t call_graph_symbol(const CallGraph *graph, uint32_t node)
{
    return call_graph_is_override(graph, node)
               ? graph->overrides.ptr[node - (graph->count - graph->overrides.len)].base
               : node;
}

typedef struct CallGraphOptions {
    bool calls_only;                 /* without functions that are only named */
    bool ambiguous;                  /* with edges that are one of several candidates */
    const OverrideSetVec *overrides; /* or NULL: calls run what they name */
} CallGraphOptions;

/* Needs the catalog's symbols and links. 12 bytes an edge, 4 a symbol. */
CallGraph call_graph_of(const Catalog *catalog, Arena *arena, const CallGraphOptions *options);

#define PATHS_MAX 5
#define PATH_STEPS_MAX 16

/* symbols[0] is where it starts (nodes of override sets are told by their base); link[i] leads from
 * symbols[i] to symbols[i + 1]. */
typedef struct CallPath {
    uint32_t symbols[PATH_STEPS_MAX + 1];
    const CallLink *links[PATH_STEPS_MAX];
    uint32_t steps;
} CallPath;

typedef struct CallPaths {
    CallPath paths[PATHS_MAX];
    size_t count;
    bool more; /* as short ones that are not among them */
} CallPaths;

/* The shortest ways, at most PATH_STEPS_MAX steps; of equally short ones the first `limit` in the
   order of their links. Breadth first. */
void call_graph_paths(const CallGraph *graph, Arena scratch, uint32_t from, uint32_t to,
                      size_t limit, CallPaths *found);

/* Groups of nodes of which each leads to every other (strongly connected components of two and
   more), the largest first, then by their first member; members ascending. Tarjan's algorithm (SIAM
   J. Computing 1, 1972) without recursion. */
typedef struct CallGroup {
    const uint32_t *members;
    uint32_t count;
} CallGroup;
typedef VEC(CallGroup) CallGroupVec;
CallGroupVec call_graph_groups(const CallGraph *graph, Arena *arena);
