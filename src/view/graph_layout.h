/* Graph layout: positions of the boxes and lines of a picture. Edges run from left to right,
   callers left of callees, dependents left of their dependencies; only edges that close a cycle run
   back. Units are CSS pixels, y grows downwards. Deterministic: the same model gives the same
   positions. */
#pragma once

#include "view/graph.h"

typedef struct GraphPoint {
    double x, y;
} GraphPoint;

typedef struct GraphBox {
    GraphPoint at; /* upper left corner */
    double width, height;
} GraphBox;

/* A chain of cubic Bezier curves: the start, then two control points and the end of each. It leads
   from the edge's `from` to its `to`. Without points the edge is not drawn. */
typedef struct GraphRoute {
    uint32_t first, count; /* in GraphLayout.points */
    bool backward;         /* against the reading direction: it closes a cycle */
} GraphRoute;

/* Zeroed memory is the layout of an empty graph. */
struct GraphLayout {
    double width, height;
    const GraphBox *boxes;    /* one per node shown */
    const GraphRoute *routes; /* one per edge */
    const GraphPoint *points;
    size_t node_count; /* number of nodes placed, the first of the model */
};

/* The size of a node's box, computed from its texts. */
GraphBox graph_box_size(Arena scratch, const GraphNode *node);
/* Maximum width of the texts in a box, in columns. */
#define GRAPH_LABEL_COLUMNS 30
#define GRAPH_HANDLE_COLUMNS 32

/* The built-in layered layout (Sugiyama). It places the first GRAPH_PICTURE_NODES_MAX nodes, and of
   the first GRAPH_PICTURE_EDGES_MAX edges those between placed nodes. It takes about a second at
   most. */
GraphLayout graph_layout(Arena *arena, Arena scratch, const GraphModel *model);

/* The same layout by Graphviz: the input for `dot -Tplain`, and its output as a layout. The output
   is not trusted. Reading it fails if a node is missing or a number is out of range. Unknown edges
   are ignored; edges without a line are not drawn. */
void graph_put_layout_request(Buf *out, Arena scratch, const GraphModel *model);
bool graph_layout_from_plain(Arena *arena, Arena scratch, const GraphModel *model, Str plain,
                             GraphLayout *layout, Err *err) MUST_USE;
