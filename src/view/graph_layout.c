/* Layered layout (Sugiyama, Tagawa and Toda), one connected component at a time; the components are
   then packed into rows. The steps are in graph_layers.c, graph_bends.c, graph_order.c,
   graph_place.c and graph_route.c. */
#include "view/graph_layout.h"

#include <math.h>

#include "text/width.h"
#include "view/graph_plan.h"
#include "view/graph_sketch.h"

/* Pixels per column of the two fonts, rounded up because fonts differ. */
#define LABEL_PIXELS 8.1
#define HANDLE_PIXELS 6.4
#define BOX_PADDING 14.0
#define DOT_WIDTH 10.0 /* of a risk */
#define BOX_WIDTH_MIN 64.0
#define BOX_HEIGHT_ONE 30.0
#define BOX_HEIGHT_TWO 44.0
/* Minimum distance between columns, without and with edge labels, which are written there. */
#define GAP_PLAIN 52.0
#define GAP_LABELS 120.0
#define PART_GAP 44.0
/* Aspect ratio that packing aims at: a screen's. */
#define ASPECT 1.6

GraphBox graph_box_size(Arena scratch, const GraphNode *node)
{
    Str label = graph_box_label(&scratch, node);
    Str handle = graph_box_note(&scratch, node);
    double dot = node->risk >= GRAPH_RISK_MEDIUM ? DOT_WIDTH : 0;
    double label_width = LABEL_PIXELS * (double)width_columns(label) + dot;
    double handle_width = HANDLE_PIXELS * (double)width_columns(handle);
    return (GraphBox){.width = MAX(MAX(label_width, handle_width) + 2 * BOX_PADDING, BOX_WIDTH_MIN),
                      .height = handle.len ? BOX_HEIGHT_TWO : BOX_HEIGHT_ONE};
}

static bool has_labels(const GraphModel *model)
{
    for (size_t i = 0; i < model->edge_count; i++)
        if (model->edges[i].label.len)
            return true;
    return false;
}

/* ---- arcs and components ---- */

typedef struct Part {
    uint32_t index;
    uint32_t first_point, end_point;
    double x, y, width, height;
} Part;

typedef struct Work {
    Arena *arena;
    Arena scratch;
    const GraphModel *model;
    uint32_t node_count, edge_count;
    const uint32_t *group_of; /* by node */
    GraphBox *boxes;
    GraphRoute *routes;
    GraphPointVec points;
    SketchArc *arcs; /* all arcs, between nodes of the model */
    uint32_t arc_count;
    uint32_t *arc_of; /* by edge; arc_count for self-loops and edges of nodes that are not placed */
    Part *parts;
    uint32_t part_count;
    uint32_t *part_of; /* by node: its component */
    double gap;
} Work;

typedef struct Pair {
    uint64_t key;
    uint32_t edge;
} Pair;

static int compare_pairs(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static bool is_line(const Work *work, const GraphEdge *edge)
{
    return edge->from != edge->to && MAX(edge->from, edge->to) < work->node_count;
}

static void merge_edges(Work *work)
{
    Pair *pairs = NEW(&work->scratch, Pair, work->edge_count);
    size_t count = 0;
    work->arcs = NEW(&work->scratch, SketchArc, work->edge_count);
    work->arc_of = NEW(&work->scratch, uint32_t, work->edge_count);
    for (uint32_t i = 0; i < work->edge_count; i++) {
        const GraphEdge *edge = &work->model->edges[i];
        work->arc_of[i] = UINT32_MAX;
        if (is_line(work, edge))
            pairs[count++] = (Pair){(uint64_t)edge->from << 32 | edge->to, i};
    }
    qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (size_t i = 0; i < count; i++) {
        if (!i || pairs[i].key != pairs[i - 1].key) {
            SketchArc *arc = &work->arcs[work->arc_count++];
            arc->from = arc->left = (uint32_t)(pairs[i].key >> 32);
            arc->to = arc->right = (uint32_t)pairs[i].key;
        }
        work->arc_of[pairs[i].edge] = work->arc_count - 1;
        SketchArc *last = &work->arcs[work->arc_count - 1];
        last->weight++;
        last->uses += MAX(work->model->edges[pairs[i].edge].weight, 1);
    }
}

static uint32_t find_root(uint32_t *parents, uint32_t node)
{
    while (parents[node] != node)
        node = parents[node] = parents[parents[node]];
    return node;
}

static void find_parts(Work *work)
{
    uint32_t *parents = NEW(&work->scratch, uint32_t, work->node_count);
    uint32_t *number = NEW(&work->scratch, uint32_t, work->node_count);
    for (uint32_t i = 0; i < work->node_count; i++)
        parents[i] = i;
    for (uint32_t i = 0; i < work->arc_count; i++) {
        uint32_t a = find_root(parents, work->arcs[i].from);
        uint32_t b = find_root(parents, work->arcs[i].to);
        parents[MAX(a, b)] = MIN(a, b);
    }
    work->part_of = NEW(&work->scratch, uint32_t, work->node_count);
    for (uint32_t i = 0; i < work->node_count; i++) {
        uint32_t root = find_root(parents, i);
        if (root == i)
            number[i] = work->part_count++;
        work->part_of[i] = number[root];
    }
    work->parts = NEW(&work->scratch, Part, work->part_count);
}

/* ---- one component ---- */

static void put_loop(Work *work, const GraphBox *box)
{
    double x = box->at.x + box->width, y = box->at.y;
    const GraphPoint points[] = {
        {x - 24, y}, {x - 24, y - 16}, {x + 20, y - 12}, {x, y + box->height / 3}};
    for (size_t i = 0; i < COUNT(points); i++)
        *VEC_PUSH(work->arena, &work->points) = points[i];
}

/* A sketch of the component, with nodes and arcs renumbered from 0. */
static Sketch make_sketch(const Work *work, Arena *arena, const uint32_t *nodes, uint32_t count,
                          const Buckets *arcs)
{
    Sketch sketch = {.arena = arena, .node_count = count, .gap = work->gap};
    uint32_t part = work->part_of[nodes[0]];
    uint32_t *local = NEW(arena, uint32_t, work->node_count);
    GraphBox *sizes = NEW(arena, GraphBox, count);
    for (uint32_t i = 0; i < count; i++) {
        local[nodes[i]] = i;
        sizes[i] = work->boxes[nodes[i]];
    }
    sketch.sizes = sizes;
    sketch.arc_count = arcs->starts[part + 1] - arcs->starts[part];
    sketch.arcs = NEW(arena, SketchArc, sketch.arc_count);
    for (uint32_t i = 0; i < sketch.arc_count; i++) {
        SketchArc arc = work->arcs[arcs->rows[arcs->starts[part] + i]];
        arc.from = arc.left = local[arc.from];
        arc.to = arc.right = local[arc.to];
        sketch.arcs[i] = arc;
    }
    return sketch;
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* A component's nodes by group: where edges do not decide, nodes of one group are adjacent. */
static const uint32_t *list_members(const Work *work, Arena *arena, const Buckets *nodes,
                                    uint32_t part, uint32_t *count)
{
    const uint32_t *rows = nodes->rows + nodes->starts[part];
    *count = nodes->starts[part + 1] - nodes->starts[part];
    uint32_t *members = NEW(arena, uint32_t, *count);
    uint64_t *keys = NEW(arena, uint64_t, *count);
    for (uint32_t i = 0; i < *count; i++)
        keys[i] = (uint64_t)work->group_of[rows[i]] << 32 | rows[i];
    qsort(keys, *count, sizeof *keys, compare_u64);
    for (uint32_t i = 0; i < *count; i++)
        members[i] = (uint32_t)keys[i];
    return members;
}

/* Lays out the component at the origin; `lines` gets the route of each of its arcs. */
static void lay_part(Work *work, Arena scratch, const Buckets *nodes, const Buckets *arcs,
                     uint32_t index, GraphRoute *lines)
{
    uint32_t count;
    const uint32_t *members = list_members(work, &scratch, nodes, index, &count);
    Sketch sketch = make_sketch(work, &scratch, members, count, arcs);
    sketch_break_cycles(&sketch);
    sketch_make_layers(&sketch);
    sketch_add_bends(&sketch);
    sketch_order(&sketch);
    sketch_place(&sketch);
    SketchFrame frame = sketch_frame(&sketch);
    Part *part = &work->parts[index];
    part->index = index;
    part->width = frame.width;
    part->height = frame.height;
    for (uint32_t i = 0; i < count; i++)
        work->boxes[members[i]] = sketch_box(&sketch, &frame, i);
    for (uint32_t i = 0; i < sketch.arc_count; i++) {
        GraphRoute *line = &lines[arcs->rows[arcs->starts[index] + i]];
        line->first = (uint32_t)work->points.len;
        sketch_put_route(&sketch, &frame, i, work->arena, &work->points);
        line->count = (uint32_t)work->points.len - line->first;
        line->backward = sketch_is_backward(&sketch.arcs[i]);
    }
}

static void lay_parts(Work *work)
{
    uint32_t *part_of_arc = NEW(&work->scratch, uint32_t, work->arc_count);
    GraphRoute *lines = NEW(&work->scratch, GraphRoute, work->arc_count);
    for (uint32_t i = 0; i < work->arc_count; i++)
        part_of_arc[i] = work->part_of[work->arcs[i].from];
    Buckets nodes = buckets_make(&work->scratch, work->part_of, work->node_count, work->part_count);
    Buckets arcs = buckets_make(&work->scratch, part_of_arc, work->arc_count, work->part_count);
    for (uint32_t i = 0; i < work->part_count; i++) {
        work->parts[i].first_point = (uint32_t)work->points.len;
        lay_part(work, work->scratch, &nodes, &arcs, i, lines);
        work->parts[i].end_point = (uint32_t)work->points.len;
    }
    for (uint32_t i = 0; i < work->edge_count; i++)
        if (work->arc_of[i] != UINT32_MAX)
            work->routes[i] = lines[work->arc_of[i]];
}

/* ---- packing ---- */

static int compare_parts(const void *a, const void *b)
{
    const Part *x = a, *y = b;
    if (x->height != y->height)
        return x->height > y->height ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Packs components into rows, highest first. */
static void pack_parts(Work *work, GraphLayout *layout)
{
    double area = 0, widest = 0, x = 0, y = 0, row = 0;
    for (uint32_t i = 0; i < work->part_count; i++) {
        area += (work->parts[i].width + PART_GAP) * (work->parts[i].height + PART_GAP);
        widest = MAX(widest, work->parts[i].width);
    }
    widest = MAX(widest, sqrt(area * ASPECT));
    qsort(work->parts, work->part_count, sizeof *work->parts, compare_parts);
    for (uint32_t i = 0; i < work->part_count; i++) {
        Part *part = &work->parts[i];
        if (x > 0 && x + part->width > widest) {
            y += row + PART_GAP;
            x = row = 0;
        }
        part->x = x;
        part->y = y;
        x += part->width + PART_GAP;
        row = MAX(row, part->height);
        layout->width = MAX(layout->width, part->x + part->width);
    }
    layout->height = y + row;
}

static void move_parts(Work *work)
{
    Part *by_index = NEW(&work->scratch, Part, work->part_count);
    for (uint32_t i = 0; i < work->part_count; i++) {
        const Part *part = &work->parts[i];
        by_index[part->index] = *part;
        for (uint32_t k = part->first_point; k < part->end_point; k++) {
            work->points.ptr[k].x += part->x;
            work->points.ptr[k].y += part->y;
        }
    }
    for (uint32_t i = 0; i < work->node_count; i++) {
        work->boxes[i].at.x += by_index[work->part_of[i]].x;
        work->boxes[i].at.y += by_index[work->part_of[i]].y;
    }
}

static void add_loops(Work *work)
{
    for (uint32_t i = 0; i < work->edge_count; i++) {
        const GraphEdge *edge = &work->model->edges[i];
        if (edge->from != edge->to || edge->from >= work->node_count)
            continue;
        work->routes[i] = (GraphRoute){.first = (uint32_t)work->points.len, .count = 4};
        put_loop(work, &work->boxes[edge->from]);
    }
}

GraphLayout graph_layout(Arena *arena, Arena scratch, const GraphModel *model)
{
    Work work = {.arena = arena, .scratch = scratch, .model = model};
    work.gap = has_labels(model) ? GAP_LABELS : GAP_PLAIN;
    GraphLayout layout = {0};
    work.node_count = (uint32_t)MIN(model->node_count, GRAPH_PICTURE_NODES_MAX);
    work.edge_count = (uint32_t)MIN(model->edge_count, GRAPH_PICTURE_EDGES_MAX);
    work.boxes = NEW(arena, GraphBox, work.node_count);
    work.routes = NEW(arena, GraphRoute, model->edge_count);
    for (uint32_t i = 0; i < work.node_count; i++)
        work.boxes[i] = graph_box_size(scratch, &model->nodes[i]);
    GraphPlan all = {.model = model, .node_count = work.node_count};
    work.group_of = graph_groups(&work.scratch, &all).group_of;
    merge_edges(&work);
    find_parts(&work);
    lay_parts(&work);
    pack_parts(&work, &layout);
    move_parts(&work);
    add_loops(&work);
    layout.boxes = work.boxes;
    layout.routes = work.routes;
    layout.points = work.points.ptr;
    layout.node_count = work.node_count;
    return layout;
}
