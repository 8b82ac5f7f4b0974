/* Layered layout (Sugiyama) of one connected component: its data and steps. The steps run in this
   order, each with the fields it fills. Internal to view. */
#pragma once

#include "base/buckets.h"
#include "base/vec.h"
#include "view/graph_layout.h"

/* An arc between two nodes. Parallel edges of one direction are one arc. */
typedef struct SketchArc {
    uint32_t from, to;    /* as in the model */
    uint32_t left, right; /* the same two; swapped where that breaks a cycle */
    double weight;        /* number of edges: how strongly it pulls */
    double uses; /* sum of their weights, an integer; the lightest arcs of cycles run backwards */
} SketchArc;

/* A node, or a bend (dummy node) of a long edge in a layer that it crosses. */
typedef struct SketchItem {
    uint32_t layer;
    uint32_t place; /* in its layer, from 0 */
    double y;       /* of its middle */
    double height;
} SketchItem;

/* An arc, or a segment of one, between items of neighbouring layers. */
typedef struct SketchLink {
    uint32_t left, right;
    double pull; /* priority of being straight */
} SketchLink;

/* A chain of bends. All long edges that end in one node and come from the same side share it, one
   bend per layer, as tributaries share a river. */
typedef struct SketchChain {
    uint32_t first;     /* item in layer `low` */
    uint32_t low, high; /* layers [low, high); empty: no bends */
} SketchChain;

typedef struct Sketch {
    Arena *arena;
    uint32_t node_count; /* items [0, node_count) are nodes */
    const GraphBox *sizes;
    double gap; /* minimum distance between columns */
    SketchArc *arcs;
    uint32_t arc_count;

    uint32_t layer_count; /* sketch_make_layers */
    uint32_t *layers;     /* of nodes */

    SketchItem *items; /* sketch_add_bends */
    uint32_t item_count;
    SketchLink *links;
    uint32_t link_count;
    SketchChain *chains[2]; /* by target node: [0] of edges from the left, [1] of backward edges */
    Buckets left, right;    /* links by their right item, and by their left item */
    uint32_t span_max;      /* arcs that span more layers have no bends */

    uint32_t *order; /* sketch_order: items by layer and place */
    uint32_t *layer_starts;
} Sketch;

/* Points of curves in the sketch's own coordinates. */
typedef VEC(GraphPoint) GraphPointVec;

/* Columns of the layers and heights of the ports, for sketch_put_route. */
typedef struct SketchFrame {
    double *x;         /* left edge of each layer's column */
    double *right;     /* right edge */
    double *start_y;   /* by arc: y of its port at `from` */
    double *goal_y[2]; /* by node: y of the port of arcs from the left, and of backward arcs */
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
/* The chain of bends that the arc's edges share. */
static inline SketchChain *sketch_chain(const Sketch *sketch, const SketchArc *arc)
{
    return &sketch->chains[sketch_is_backward(arc)][arc->to];
}
static inline bool sketch_has_bends(const Sketch *sketch, const SketchArc *arc)
{
    uint32_t span = sketch->layers[arc->right] - sketch->layers[arc->left];
    return span > 1 && span <= sketch->span_max;
}
