/* Neighbourhood of symbols in the call graph: callers, callees or both within some steps. The
   search is breadth first, so a limit cuts off the farthest nodes. */
#pragma once

#include "search/exclude.h"

/* The most steps that a question may ask for; each step multiplies the symbols. */
#define NEIGHBOURS_DEPTH_MAX 3

typedef enum NeighbourDirection {
    NEIGHBOURS_BOTH,
    NEIGHBOURS_IN,  /* callers, users, derived types */
    NEIGHBOURS_OUT, /* callees, used symbols, bases */
} NeighbourDirection;

typedef struct Neighbour {
    uint32_t symbol;    /* dense id; SYMBOL_NOWHERE: outside the repository, see external */
    uint32_t external;  /* name id of `ext:package:name` */
    uint32_t steps;     /* from the focus */
    uint32_t overrides; /* of a closure's steps: those from an override to the overridden method;
                           the fewest among the shortest paths */
    bool unsure; /* of a closure: each of the shortest paths has a call of an unknown receiver */
    /* Numbers of its callers and users, and of its callees, that are not among the nodes; only for
       the directions requested. Callees outside the repository do not count. */
    uint32_t more_in, more_out;
} Neighbour;
typedef VEC(Neighbour) NeighbourVec;

/* from and to are indices into the nodes. */
typedef struct NeighbourEdge {
    uint32_t from, to;
    uint32_t line, count;
    uint32_t as; /* of a call that may run the target: the method that it names, + 1; mostly 0 */
    uint8_t kind, confidence, step;
    bool compiled;
} NeighbourEdge;
typedef VEC(NeighbourEdge) NeighbourEdgeVec;

/* A symbol that uses a node and has no edge to it. */
typedef struct NeighbourUser {
    uint32_t symbol;
    uint32_t steps; /* from the focus */
    bool unsure;
} NeighbourUser;
typedef VEC(NeighbourUser) NeighbourUserVec;

typedef struct NeighbourOptions {
    NeighbourDirection direction;
    uint32_t depth;
    size_t limit;    /* maximum number of nodes */
    bool external;   /* include symbols outside the repository */
    bool types;      /* include mentions of types */
    bool types_once; /* of a closure: such mentions only of the focus: to mention a type runs
                        nothing */
    bool sure_only;  /* leave out ambiguous edges */
    bool lone;       /* … except calls with a single candidate */
    /* In the direction of callers: also follow callers of the methods a node overrides
       (override.h). These methods become nodes at the same distance as the override. */
    bool overrides;
    /* Ignore `depth`, follow edges as far as they lead, and keep no edges: the transitive
       closure. */
    bool closure;
    const IdVec *joined;           /* or NULL: symbols that are one with the first of the focus */
    const NeighbourUserVec *users; /* or NULL: further nodes of a closure */
    const Exclusion *exclude;      /* or NULL: leaves out symbols of these files */
} NeighbourOptions;

/* A method whose callers may run another one that overrides it. */
typedef struct NeighbourHop {
    uint32_t override, base; /* dense ids */
} NeighbourHop;

typedef struct Neighbourhood {
    NeighbourVec nodes; /* the focus first, then methods it overrides */
    size_t focus_count;
    VEC(NeighbourHop) hops;  /* with overrides: of the nodes that were asked */
    NeighbourEdgeVec edges;  /* one per pair and kind */
    uint64_t left_out;       /* nodes beyond the limit, as far as they were seen */
    uint64_t edges_left_out; /* edges to these and among them, as far as they were seen */
    uint32_t excluded;       /* symbols kept out by options.exclude, as far as they were seen */
    uint32_t lone;           /* symbols reached by such an edge */
    uint32_t unsure; /* with sure_only: symbols that only ambiguous edges lead to the focus */
} Neighbourhood;

/* Searches from the `count` symbols of `focus`. Needs the catalog's symbols and links. */
void neighbours_find(Catalog *catalog, Arena *arena, const uint32_t *focus, size_t count,
                     const NeighbourOptions *options, Neighbourhood *found);
