/* Where the boxes and lines of a graph's picture are. Edges run from left to right: callers left of
   callees, dependents left of what they need; only edges that close a cycle run back. Units are CSS
   pixels, y grows downwards. Deterministic: the same model gives the same positions. */
#pragma once

#include "view/graph.h"

typedef struct GraphPoint {
    double x, y;
} GraphPoint;

typedef struct GraphBox {
    GraphPoint at; /* upper left corner */
    double width, height;
} GraphBox;

/* A chain of cubic Bezier curves: start, then control, control, end of each; drawn from the edge's
   `from` to its `to`. No points: the edge is not drawn. */
typedef struct GraphRoute {
    uint32_t first, count; /* in GraphLayout.points */
    bool backward;         /* against the reading direction: it closes a cycle */
} GraphRoute;

/* Zeroed memory is the layout of no graph. */
struct GraphLayout {
    double width, height;
    const GraphBox *boxes;    /* one a node shown */
    const GraphRoute *routes; /* one an edge */
    const GraphPoint *points;
    size_t node_count; /* the first so many nodes of the model are placed */
};

/* The size of a node's box, which its texts decide. */
GraphBox graph_box_size(Arena scratch, const GraphNode *node);
/* Columns at which the texts in a box are cut. */
#define GRAPH_LABEL_COLUMNS 30
#define GRAPH_HANDLE_COLUMNS 32

/* The built-in layered layout of the first GRAPH_PICTURE_NODES_MAX nodes and of those of the first
   GRAPH_PICTURE_EDGES_MAX edges that join them, in a second or less. */
GraphLayout graph_layout(Arena *arena, Arena scratch, const GraphModel *model);

/* The same by Graphviz: what to hand to `dot -Tplain`, and its answer as a layout. The answer is
   not trusted: it fails when a node is missing or a number is out of range; lines of edges that we
   did not ask for are ignored, edges without a line are not drawn. */
void graph_put_layout_request(Buf *out, Arena scratch, const GraphModel *model);
bool graph_layout_from_plain(Arena *arena, Arena scratch, const GraphModel *model, Str plain,
                             GraphLayout *layout, Err *err) MUST_USE;
