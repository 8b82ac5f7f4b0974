/* Feedback arc set of a directed graph: a light set of arcs whose removal leaves no cycle. */
#pragma once

#include "base/arena.h"

typedef struct WeightedArc {
    uint32_t from, to; /* below node_count; not equal */
    double weight;     /* a whole number, at least 1 */
} WeightedArc;

/* By arc, whether it is in the set. Each such arc closes a cycle with arcs that are at least as
   heavy and not in the set. */
bool *feedback_arcs(Arena *arena, uint32_t node_count, const WeightedArc *arcs, uint32_t arc_count);
