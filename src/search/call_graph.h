/* The call graph of the whole repository in memory, for questions that reach beyond a
   neighbourhood: paths from one symbol to another, groups that call each other.

   Nodes are the catalog's dense ids, followed by one node per override set. A call of the set's
   base also links to that node, and REFERENCE_BASE links lead from it to the methods that may run
   instead. */
#pragma once

#include "search/override.h"

typedef struct CallLink {
    uint32_t target;
    uint32_t line; /* of the first reference, in the source's file */
    uint8_t kind, confidence;
    bool compiled;
} CallLink;

typedef struct CallGraph {
    uint32_t count;           /* number of nodes */
    uint32_t *starts;         /* links of node n: [starts[n], starts[n + 1]) */
    CallLink *links;          /* by source, then in the catalog's order */
    OverrideSetVec overrides; /* for the last nodes */
} CallGraph;

static inline bool call_graph_is_override(const CallGraph *graph, uint32_t node)
{
    return node >= graph->count - graph->overrides.len;
}

/* The symbol of a node; for an override set, its base. */
static inline uint32_t call_graph_symbol(const CallGraph *graph, uint32_t node)
{
    return call_graph_is_override(graph, node)
               ? graph->overrides.ptr[node - (graph->count - graph->overrides.len)].base
               : node;
}

typedef struct CallGraphOptions {
    bool calls_only;                 /* leave out functions that are only named */
    bool ambiguous;                  /* include edges that are one of several candidates */
    const OverrideSetVec *overrides; /* or NULL: a call runs only the method it names */
} CallGraphOptions;

/* Needs the catalog's symbols and links. Takes 12 bytes per edge and 4 per symbol in the arena. */
CallGraph call_graph_of(const Catalog *catalog, Arena *arena, const CallGraphOptions *options);

/* Paths of one answer, and steps of a path; longer ones explain nothing. */
#define PATHS_MAX 5
#define PATH_STEPS_MAX 16

/* symbols[0] is the start; an override set appears as its base. links[i] leads from symbols[i] to
   symbols[i + 1]. */
typedef struct CallPath {
    uint32_t symbols[PATH_STEPS_MAX + 1];
    const CallLink *links[PATH_STEPS_MAX];
    uint32_t steps;
} CallPath;

typedef struct CallPaths {
    CallPath paths[PATHS_MAX];
    size_t count;
    bool more; /* further paths of that length exist */
} CallPaths;

/* Finds the shortest paths by breadth-first search, up to PATH_STEPS_MAX steps. Of equally short
   ones, the first `limit` in the order of their links. No path is not an error: found->count is
   0. */
void call_graph_paths(const CallGraph *graph, Arena scratch, uint32_t from, uint32_t to,
                      size_t limit, CallPaths *found);

/* Strongly connected components of two or more nodes, by Tarjan's algorithm (SIAM J. Computing 1,
   1972) without recursion. The largest come first, then by first member; members ascend. */
typedef struct CallGroup {
    const uint32_t *members;
    uint32_t count;
} CallGroup;
typedef VEC(CallGroup) CallGroupVec;
CallGroupVec call_graph_groups(const CallGraph *graph, Arena *arena);
