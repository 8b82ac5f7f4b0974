/* One edge of a neighbourhood as an edge of a graph that is shown. */
#pragma once

#include "search/neighbours.h"
#include "view/graph.h"

/* How it was found: the step of the resolver, the reason, and the line. */
Str graph_edge_why(Arena *arena, const NeighbourEdge *edge);
GraphEdge graph_edge_make(const NeighbourEdge *edge);
