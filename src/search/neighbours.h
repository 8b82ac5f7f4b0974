/* Walks along the edges: who is within some steps of a symbol, against the edges (callers), along
   them (callees), or both. Breadth first, so that what is left out at the limit is farthest. */
#pragma once

#include "search/exclude.h"

#define NEIGHBOURS_DEPTH_MAX 3

typedef enum NeighbourDirection {
    NEIGHBOURS_BOTH,
    NEIGHBOURS_IN,  /* callers, users, derived types */
    NEIGHBOURS_OUT, /* callees, what is used, bases */
} NeighbourDirection;

typedef struct Neighbour {
    uint32_t symbol;   /* dense id; SYMBOL_NOWHERE: outside, see external */
    uint32_t external; /* name id of `ext:package:name` */
    uint32_t steps;    /* from the focus */
    /* Its further callers and users, and what further it calls, that are not among the nodes; only
       in the directions asked for. What is outside the repository does not count. */
    uint32_t more_in, more_out;
} Neighbour;
typedef VEC(Neighbour) NeighbourVec;

/* Indices of nodes instead of ids. */
typedef struct NeighbourEdge {
    uint32_t from, to;
    uint32_t line, count;
    uint8_t kind, confidence;
} NeighbourEdge;
typedef VEC(NeighbourEdge) NeighbourEdgeVec;

typedef struct NeighbourOptions {
    NeighbourDirection direction;
    uint32_t depth;
    size_t limit;   /* nodes */
    bool external;  /* with what is outside the repository */
    bool types;     /* with mentions of types, too */
    bool sure_only; /* without ambiguous edges */
    bool lone;      /* … but for calls that may mean one symbol only */
    /* Against the edges: also through the methods that one stands in for (override.h), which are
       nodes as far from the focus as it is. */
    bool overrides;
    /* Goes on behind `depth` as far as edges lead, and keeps no edges: who depends on it at all. */
    bool closure;
    const Exclusion *exclude; /* or NULL: no symbols of these files */
} NeighbourOptions;

typedef struct Neighbourhood {
    NeighbourVec nodes; /* the focus first, then what it stands in for */
    size_t focus_count;
    NeighbourEdgeVec edges;  /* one a pair and kind */
    uint64_t left_out;       /* nodes that the limit kept away, as far as they were seen */
    uint64_t edges_left_out; /* edges to these and among them, as far as they were seen */
    uint32_t excluded;       /* symbols that options.exclude kept away, as far as they were seen */
    uint32_t lone;           /* symbols that such an edge led to */
    uint32_t unsure; /* symbols that only ambiguous edges would lead to the focus, with sure_only */
} Neighbourhood;

/* Needs the catalog's symbols and links. */
void neighbours_find(Catalog *catalog, Arena *arena, const uint32_t *focus, size_t count,
                     const NeighbourOptions *options, Neighbourhood *found);
