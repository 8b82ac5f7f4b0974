/* Last step of the layered layout: columns, ports and edge routing. Boxes are at the left edge of
   their layer's column, so that the arrows of a layer end on one line. Each edge that leaves a box
   has its own port. Edges that reach a box share one, as they share the chain that leads there.
   Lines are level within a column and bend only in the gaps between columns. */
#include "view/graph_sketch.h"

/* In pixels: a steep line widens the gap between two layers up to this. */
#define GAP_MAX 190.0
/* A gap grows with the steepest line in it. */
#define GAP_PER_RISE 0.16
#define PORT_STEP 9.0
#define PORT_MARGIN 7.0
#define LEVEL_MAX 5.0
#define NO_ARC UINT32_MAX

typedef struct Port {
    uint32_t node, arc; /* NO_ARC: the shared port of the arcs that end here */
    uint32_t right;     /* side of the box */
    double key;         /* y of the item that it leads to */
} Port;

/* ---- columns ---- */

static void make_columns(Sketch *sketch, SketchFrame *frame)
{
    double *rise = NEW(sketch->arena, double, sketch->layer_count), x = 0;
    for (uint32_t i = 0; i < sketch->node_count; i++) {
        double *width = &frame->right[sketch->layers[i]];
        *width = MAX(*width, sketch->sizes[i].width);
    }
    for (uint32_t i = 0; i < sketch->link_count; i++) {
        const SketchItem *a = &sketch->items[sketch->links[i].left];
        const SketchItem *b = &sketch->items[sketch->links[i].right];
        double dy = a->y < b->y ? b->y - a->y : a->y - b->y;
        rise[a->layer] = MAX(rise[a->layer], dy);
    }
    for (uint32_t layer = 0; layer < sketch->layer_count; layer++) {
        frame->x[layer] = x;
        frame->right[layer] += x;
        x = frame->right[layer] + MIN(sketch->gap + rise[layer] * GAP_PER_RISE, GAP_MAX);
    }
    frame->width = frame->right[sketch->layer_count - 1];
}

static void find_extent(const Sketch *sketch, SketchFrame *frame)
{
    double low = 1e9, high = -1e9;
    for (uint32_t i = 0; i < sketch->item_count; i++) {
        const SketchItem *item = &sketch->items[i];
        low = MIN(low, item->y - item->height / 2);
        high = MAX(high, item->y + item->height / 2);
    }
    frame->top = low;
    frame->height = high - low;
}

/* ---- ports ---- */

/* The item that is linked to one end of an arc. */
static uint32_t next_item(const Sketch *sketch, const SketchArc *arc, bool at_left)
{
    if (!sketch_has_bends(sketch, arc))
        return at_left ? arc->right : arc->left;
    const SketchChain *chain = sketch_chain(sketch, arc);
    uint32_t layer = at_left ? sketch->layers[arc->left] + 1 : sketch->layers[arc->right] - 1;
    return chain->first + (layer - chain->low);
}

static int compare_ports(const void *a, const void *b)
{
    const Port *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    if (x->right != y->right)
        return x->right < y->right ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->arc < y->arc ? -1 : x->arc > y->arc;
}

static Port *list_ports(const Sketch *sketch, uint32_t *count)
{
    Port *ports = NEW(sketch->arena, Port, sketch->arc_count + 2 * (size_t)sketch->node_count);
    double *sum[2], *arcs[2];
    for (int side = 0; side < 2; side++) {
        sum[side] = NEW(sketch->arena, double, sketch->node_count);
        arcs[side] = NEW(sketch->arena, double, sketch->node_count);
    }
    *count = 0;
    for (uint32_t i = 0; i < sketch->arc_count; i++) {
        const SketchArc *arc = &sketch->arcs[i];
        bool backward = sketch_is_backward(arc);
        ports[(*count)++] = (Port){.node = arc->from,
                                   .arc = i,
                                   .right = !backward,
                                   .key = sketch->items[next_item(sketch, arc, !backward)].y};
        sum[backward][arc->to] += sketch->items[next_item(sketch, arc, backward)].y;
        arcs[backward][arc->to]++;
    }
    for (uint32_t i = 0; i < sketch->node_count; i++)
        for (uint32_t side = 0; side < 2; side++)
            if (arcs[side][i] > 0)
                ports[(*count)++] = (Port){i, NO_ARC, side, sum[side][i] / arcs[side][i]};
    return ports;
}

static void place_ports(Sketch *sketch, SketchFrame *frame)
{
    uint32_t count;
    Port *ports = list_ports(sketch, &count);
    qsort(ports, count, sizeof *ports, compare_ports);
    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count; end++)
            if (ports[end].node != ports[first].node || ports[end].right != ports[first].right)
                break;
        const SketchItem *item = &sketch->items[ports[first].node];
        double room = item->height - 2 * PORT_MARGIN;
        double step = MIN(PORT_STEP, room / MAX(end - first - 1, 1));
        for (uint32_t i = first; i < end; i++) {
            double y = item->y + (i - first - (end - first - 1) / 2.0) * step;
            if (ports[i].arc == NO_ARC)
                frame->goal_y[ports[i].right][ports[i].node] = y;
            else
                frame->start_y[ports[i].arc] = y;
        }
    }
}

SketchFrame sketch_frame(Sketch *sketch)
{
    SketchFrame frame = {.x = NEW(sketch->arena, double, sketch->layer_count),
                         .right = NEW(sketch->arena, double, sketch->layer_count),
                         .start_y = NEW(sketch->arena, double, sketch->arc_count)};
    for (int side = 0; side < 2; side++)
        frame.goal_y[side] = NEW(sketch->arena, double, sketch->node_count);
    make_columns(sketch, &frame);
    find_extent(sketch, &frame);
    place_ports(sketch, &frame);
    return frame;
}

GraphBox sketch_box(const Sketch *sketch, const SketchFrame *frame, uint32_t node)
{
    GraphBox box = sketch->sizes[node];
    const SketchItem *item = &sketch->items[node];
    box.at = (GraphPoint){frame->x[item->layer], item->y - box.height / 2 - frame->top};
    return box;
}

/* ---- lines ---- */

static void put_point(Arena *arena, GraphPointVec *points, double x, double y)
{
    *VEC_PUSH(arena, points) = (GraphPoint){x, y};
}

/* Makes a nearly level line level. */
static double level(double y, double next_y)
{
    return y - next_y < LEVEL_MAX && next_y - y < LEVEL_MAX ? next_y : y;
}

/* Appends a curve to x, y that is level at both ends. */
static void put_curve(Arena *arena, GraphPointVec *points, double x, double y)
{
    GraphPoint from = points->ptr[points->len - 1];
    if (from.x == x && from.y == y)
        return;
    put_point(arena, points, (from.x + x) / 2, from.y);
    put_point(arena, points, (from.x + x) / 2, y);
    put_point(arena, points, x, y);
}

static void put_bends(const Sketch *sketch, const SketchFrame *frame, const SketchArc *arc,
                      Arena *arena, GraphPointVec *points)
{
    const SketchChain *chain = sketch_chain(sketch, arc);
    bool backward = sketch_is_backward(arc);
    uint32_t low = sketch->layers[arc->left] + 1, high = sketch->layers[arc->right];
    for (uint32_t n = low; n < high; n++) {
        uint32_t layer = backward ? high - 1 - (n - low) : n;
        double y = sketch->items[chain->first + (layer - chain->low)].y - frame->top;
        put_curve(arena, points, backward ? frame->right[layer] : frame->x[layer], y);
        put_curve(arena, points, backward ? frame->x[layer] : frame->right[layer], y);
    }
}

void sketch_put_route(const Sketch *sketch, const SketchFrame *frame, uint32_t index, Arena *arena,
                      GraphPointVec *points)
{
    const SketchArc *arc = &sketch->arcs[index];
    bool backward = sketch_is_backward(arc);
    GraphBox from = sketch_box(sketch, frame, arc->from), to = sketch_box(sketch, frame, arc->to);
    double goal_y = frame->goal_y[backward][arc->to] - frame->top;
    double next_y = sketch_has_bends(sketch, arc)
                        ? sketch->items[next_item(sketch, arc, !backward)].y - frame->top
                        : goal_y;
    double start_y = level(frame->start_y[index] - frame->top, next_y);
    if (backward) {
        put_point(arena, points, from.at.x, start_y);
    } else {
        put_point(arena, points, from.at.x + from.width, start_y);
        put_curve(arena, points, frame->right[sketch->layers[arc->from]], start_y);
    }
    if (sketch_has_bends(sketch, arc))
        put_bends(sketch, frame, arc, arena, points);
    if (backward) {
        put_curve(arena, points, frame->right[sketch->layers[arc->to]], goal_y);
        put_curve(arena, points, to.at.x + to.width, goal_y);
    } else {
        put_curve(arena, points, to.at.x, goal_y);
    }
}
