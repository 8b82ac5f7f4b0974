/* First two steps of the layered layout: cycle removal and layer assignment. The lightest arcs of
   each cycle are reversed (minimum feedback arc set, base/feedback.h).

   Layers start as longest paths from the left. Then each node moves towards the side that pulls
   harder, as far as its neighbours allow, until nothing moves. Last, layers that are too high are
   reduced: nodes without predecessors move left, nodes without successors move right. */
#include <math.h>

#include "base/feedback.h"
#include "view/graph_sketch.h"

#define TIGHTEN_ROUNDS 30
/* A picture of n nodes has the aspect ratio of a screen when its layers have about 1.6 √n nodes; up
   to ROWS_PER_ROOT √n is accepted. */
#define ROWS_MIN 10
#define ROWS_PER_ROOT 2.0

static Buckets arcs_by(const Sketch *sketch, bool incoming)
{
    uint32_t *ends = NEW(sketch->arena, uint32_t, sketch->arc_count);
    for (uint32_t i = 0; i < sketch->arc_count; i++)
        ends[i] = incoming ? sketch->arcs[i].right : sketch->arcs[i].left;
    return buckets_make(sketch->arena, ends, sketch->arc_count, sketch->node_count);
}

void sketch_break_cycles(Sketch *sketch)
{
    WeightedArc *arcs = NEW(sketch->arena, WeightedArc, sketch->arc_count);
    for (uint32_t i = 0; i < sketch->arc_count; i++)
        arcs[i] = (WeightedArc){sketch->arcs[i].from, sketch->arcs[i].to, sketch->arcs[i].uses};
    const bool *back = feedback_arcs(sketch->arena, sketch->node_count, arcs, sketch->arc_count);
    for (uint32_t i = 0; i < sketch->arc_count; i++) {
        SketchArc *arc = &sketch->arcs[i];
        arc->left = back[i] ? arc->to : arc->from;
        arc->right = back[i] ? arc->from : arc->to;
    }
}

/* Topological order: every arc leads from an earlier to a later node. */
static uint32_t *sort_topologically(const Sketch *sketch, Buckets out)
{
    uint32_t *sorted = NEW(sketch->arena, uint32_t, sketch->node_count);
    uint32_t *waiting = NEW(sketch->arena, uint32_t, sketch->node_count);
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < sketch->arc_count; i++)
        waiting[sketch->arcs[i].right]++;
    for (uint32_t i = 0; i < sketch->node_count; i++)
        if (!waiting[i])
            sorted[tail++] = i;
    while (head < tail) {
        uint32_t node = sorted[head++];
        for (uint32_t i = out.starts[node]; i < out.starts[node + 1]; i++) {
            uint32_t other = sketch->arcs[out.rows[i]].right;
            if (!--waiting[other])
                sorted[tail++] = other;
        }
    }
    assert(tail == sketch->node_count);
    return sorted;
}

/* Moves the node to the end of its range on its heavier side; false if it is already there. */
static bool tighten_node(Sketch *sketch, Buckets out, Buckets in, uint32_t node)
{
    double pull = 0;
    uint32_t low = 0, high = UINT32_MAX;
    for (uint32_t i = in.starts[node]; i < in.starts[node + 1]; i++) {
        const SketchArc *arc = &sketch->arcs[in.rows[i]];
        low = MAX(low, sketch->layers[arc->left] + 1);
        pull -= arc->weight;
    }
    for (uint32_t i = out.starts[node]; i < out.starts[node + 1]; i++) {
        const SketchArc *arc = &sketch->arcs[out.rows[i]];
        high = MIN(high, sketch->layers[arc->right] - 1);
        pull += arc->weight;
    }
    uint32_t wanted = pull > 0 && high != UINT32_MAX ? high : low;
    bool moves = wanted != sketch->layers[node] && pull != 0;
    if (moves)
        sketch->layers[node] = wanted;
    return moves;
}

/* Assigns layers as longest paths from the left, then tightens them. All are moved right by
   node_count, which leaves room on the left. */
static void find_layers(Sketch *sketch, Buckets out, Buckets in)
{
    uint32_t *sorted = sort_topologically(sketch, out);
    for (uint32_t n = 0; n < sketch->node_count; n++)
        for (uint32_t i = out.starts[sorted[n]]; i < out.starts[sorted[n] + 1]; i++) {
            uint32_t *layer = &sketch->layers[sketch->arcs[out.rows[i]].right];
            *layer = MAX(*layer, sketch->layers[sorted[n]] + 1);
        }
    bool moved = true;
    for (int round = 0; round < TIGHTEN_ROUNDS && moved; round++) {
        moved = false;
        for (uint32_t n = sketch->node_count; n-- > 0;)
            moved |= tighten_node(sketch, out, in, sorted[n]);
    }
    for (uint32_t i = 0; i < sketch->node_count; i++)
        sketch->layers[i] += sketch->node_count;
}

/* Reduces layers of more than `rows` nodes by moving some nodes to the next layer, and so on from
   layer to layer. Only nodes without `inner` arcs move: to the left those without predecessors, to
   the right those without successors. */
static void spread(Sketch *sketch, Buckets inner, uint32_t rows, bool rightwards)
{
    uint32_t layer_count = 3 * sketch->node_count, waiting_count = 0;
    uint32_t *waiting = NEW(sketch->arena, uint32_t, sketch->node_count);
    Buckets members = buckets_make(sketch->arena, sketch->layers, sketch->node_count, layer_count);
    for (uint32_t n = 0; n < layer_count; n++) {
        uint32_t layer = rightwards ? n : layer_count - 1 - n;
        uint32_t first = members.starts[layer], end = members.starts[layer + 1], used = end - first;
        for (uint32_t i = end; i-- > first && used > rows;)
            if (inner.starts[members.rows[i]] == inner.starts[members.rows[i] + 1]) {
                waiting[waiting_count++] = members.rows[i];
                used--;
            }
        for (; waiting_count && used < rows; used++)
            sketch->layers[waiting[--waiting_count]] = layer;
    }
}

void sketch_make_layers(Sketch *sketch)
{
    Buckets out = arcs_by(sketch, false), in = arcs_by(sketch, true);
    uint32_t rows = (uint32_t)(ROWS_PER_ROOT * sqrt(sketch->node_count));
    sketch->layers = NEW(sketch->arena, uint32_t, sketch->node_count);
    find_layers(sketch, out, in);
    spread(sketch, in, MAX(rows, ROWS_MIN), false);
    spread(sketch, out, MAX(rows, ROWS_MIN), true);
    uint32_t first = UINT32_MAX, last = 0;
    for (uint32_t i = 0; i < sketch->node_count; i++) {
        first = MIN(first, sketch->layers[i]);
        last = MAX(last, sketch->layers[i]);
    }
    for (uint32_t i = 0; i < sketch->node_count; i++)
        sketch->layers[i] -= first;
    sketch->layer_count = last - first + 1;
}
