/* Inside view: one connected part of a graph while it is laid out. The steps run in this order,
   each with the fields it fills. */
#pragma once

#include "base/buckets.h"
#include "base/vec.h"
#include "view/graph_layout.h"

/* Between two nodes; parallel edges of one direction are one arc. */
typedef struct SketchArc {
    uint32_t from, to;    /* as in the model */
    uint32_t left, right; /* the same two; swapped where that breaks a cycle */
    double weight;        /* how many edges it is: how hard it pulls */
    double uses;          /* what they count for together; whole, what is lightest runs backwards */
} SketchArc;

/* A node, or the bend of a long edge where it crosses a layer. */
typedef struct SketchItem {
    uint32_t layer;
    uint32_t place; /* in its layer, from 0 */
    double y;       /* of its middle */
    double height;
} SketchItem;

/* Between items of neighbouring layers. */
typedef struct SketchLink {
    uint32_t left, right;
    double pull; /* how much it wants to be straight */
} SketchLink;

/* The bends of all long edges that end in one node and come from one side share a chain of items,
   one a layer: edges with the same goal run together, as tributaries do. */
typedef struct SketchChain {
    uint32_t first;     /* item in layer `low` */
    uint32_t low, high; /* layers [low, high); empty: no bends */
} SketchChain;

typedef struct Sketch {
    Arena *arena;
    uint32_t node_count; /* items [0, node_count) are nodes */
    const GraphBox *sizes;
    double gap; /* between columns, at least */
    SketchArc *arcs;
    uint32_t arc_count;

    uint32_t layer_count; /* sketch_make_layers */
    uint32_t *layers;     /* of nodes */

    SketchItem *items; /* sketch_add_bends */
    uint32_t item_count;
    SketchLink *links;
    uint32_t link_count;
    SketchChain *chains[2]; /* by goal: of edges from the left, from the right (backward) */
    Buckets left, right;    /* links by their right item (leading left), by their left item */
    uint32_t span_max;      /* longer arcs have no bends */

    uint32_t *order; /* sketch_order: items by layer and place */
    uint32_t *layer_starts;
} Sketch;

/* A curve from `from` to `to` along an arc, in the sketch's own coordinates, appended to `points`.
 */
typedef VEC(GraphPoint) GraphPointVec;

/* Columns of the layers and heights of the ports: what sketch_put_route needs. */
typedef struct SketchFrame {
    double *x;         /* left edge of each layer's column */
    double *right;     /* right edge */
    double *start_y;   /* by arc: where it leaves its `from` */
    double *goal_y[2]; /* by node: where arcs from the left, and backward ones, reach it */
    double top, width, height;
} SketchFrame;

void sketch_break_cycles(Sketch *sketch);
void sketch_make_layers(Sketch *sketch);
void sketch_add_bends(Sketch *sketch);
void sketch_order(Sketch *sketch);
void sketch_place(Sketch *sketch);
SketchFrame sketch_frame(Sketch *sketch);
GraphBox sketch_box(const Sketch *sketch, const SketchFrame *frame, uint32_t node);
void sketch_put_route(const Sketch *sketch, const SketchFrame *frame, uint32_t index, Arena *arena,
                      GraphPointVec *points);

static inline bool sketch_is_backward(const SketchArc *arc)
{
    return arc->left != arc->from;
}
/* The chain that an arc's edges run in. */
static inline SketchChain *sketch_chain(const Sketch *sketch, const SketchArc *arc)
{
    return &sketch->chains[sketch_is_backward(arc)][arc->to];
}
static inline bool sketch_has_bends(const Sketch *sketch, const SketchArc *arc)
{
    uint32_t span = sketch->layers[arc->right] - sketch->layers[arc->left];
    return span > 1 && span <= sketch->span_max;
}
