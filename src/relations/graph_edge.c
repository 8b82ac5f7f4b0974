#include "relations/graph_edge.h"

Str graph_edge_why(Arena *arena, const NeighbourEdge *edge)
{
    Str name = edge_step_name(edge->step), reason = edge_step_reason(edge->step);
    return str_format(arena, "%.*s: %.*s; line %u", STR_ARG(name), STR_ARG(reason), edge->line);
}

GraphEdge graph_edge_make(const NeighbourEdge *edge)
{
    static const GraphConfidence confidences[] = {[EDGE_EXTERNAL] = GRAPH_EXTERNAL,
                                                  [EDGE_AMBIGUOUS] = GRAPH_AMBIGUOUS,
                                                  [EDGE_LIKELY] = GRAPH_LIKELY,
                                                  [EDGE_EXACT] = GRAPH_EXACT};
    static const Str kinds[] = {[REFERENCE_TYPE] = STR_INIT("type"),
                                [REFERENCE_BASE] = STR_INIT("base"),
                                [REFERENCE_USE] = STR_INIT("use"),
                                [EDGE_ROUTE] = STR_INIT("route")};
    return (GraphEdge){.from = edge->from,
                       .to = edge->to,
                       .weight = edge->count,
                       .confidence =
                           edge->compiled ? GRAPH_COMPILED : confidences[edge->confidence & 3],
                       .kind = edge->kind < COUNT(kinds) ? kinds[edge->kind] : (Str){0}};
}
