/* Graphviz's layout as a GraphLayout. `dot -Tplain` writes a line per node (`node n3 x y width
   height …`: centre, in inches, y upwards) and a line per edge (`edge n1 n2 k x1 y1 … xk yk …`: the
   control points of a chain of Bezier curves). Sizes are fixed by the request. */
#include <math.h>

#include "base/vec.h"
#include "view/graph_layout.h"

#define PIXELS_PER_INCH 96.0
/* In inches. dot's own limit for a picture is far lower. */
#define POSITION_MAX 1000000.0
#define EXPONENT_MAX 20
/* Pixels that are added to a box's height for dot. Asking for all of the gap as nodesep would also
   keep lines of long edges apart: 400 edges would make a picture twice as high. */
#define BOX_AIR 9.6

typedef VEC(GraphPoint) PointVec;

typedef struct Pair {
    uint64_t key; /* `from` and `to` */
    uint32_t edge;
} Pair;

typedef struct Plain {
    Arena *arena;
    uint32_t node_count;
    GraphBox *boxes;
    bool *placed;
    GraphRoute *routes;
    PointVec points;
    const Pair *pairs; /* of the edges, sorted */
    size_t pair_count;
    size_t line;
    Err *err;
} Plain;

static int compare_pairs(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static uint64_t pair_key(uint32_t from, uint32_t to)
{
    return (uint64_t)from << 32 | to;
}

static const Pair *sort_pairs(Arena *arena, const GraphModel *model, size_t *count)
{
    size_t edges = MIN(model->edge_count, GRAPH_PICTURE_EDGES_MAX);
    Pair *pairs = NEW(arena, Pair, edges);
    *count = 0;
    for (uint32_t i = 0; i < edges; i++) {
        const GraphEdge *edge = &model->edges[i];
        if (MAX(edge->from, edge->to) < GRAPH_PICTURE_NODES_MAX)
            pairs[(*count)++] = (Pair){pair_key(edge->from, edge->to), i};
    }
    qsort(pairs, *count, sizeof *pairs, compare_pairs);
    return pairs;
}

/* ---- the request ---- */

/* Writes pixels as inches with four digits. */
static void put_inches(Buf *out, double pixels)
{
    uint32_t value = (uint32_t)(pixels / PIXELS_PER_INCH * 10000 + 0.5);
    buf_printf(out, "%u.%04u", value / 10000, value % 10000);
}

void graph_put_layout_request(Buf *out, Arena scratch, const GraphModel *model)
{
    size_t nodes = MIN(model->node_count, GRAPH_PICTURE_NODES_MAX), count;
    buf_put(out, STR("digraph {\ngraph [rankdir=LR, nodesep=0.1, ranksep=0.7];\n"
                     "node [shape=box, fixedsize=true, label=\"\"];\nedge [arrowhead=none];\n"));
    for (size_t i = 0; i < nodes; i++) {
        GraphBox size = graph_box_size(scratch, &model->nodes[i]);
        buf_printf(out, "n%zu [width=", i);
        put_inches(out, size.width);
        buf_put(out, STR(", height="));
        put_inches(out, size.height + BOX_AIR);
        buf_put(out, STR("];\n"));
    }
    const Pair *pairs = sort_pairs(&scratch, model, &count);
    for (size_t i = 0; i < count; i++)
        if (!i || pairs[i].key != pairs[i - 1].key)
            buf_printf(out, "n%u -> n%u;\n", (uint32_t)(pairs[i].key >> 32),
                       (uint32_t)pairs[i].key);
    buf_put(out, STR("}\n"));
}

/* ---- the answer ---- */

static bool fail(Plain *plain, const char *what)
{
    return err_set(plain->err, ERR_FAILED, "dot's answer, line %zu: %s", plain->line, what);
}

/* Parses `-12.5` or `1.2e-05`, independent of the locale. */
static bool parse_number(Str text, double *value)
{
    bool negative = text.len && text.ptr[0] == '-';
    double number = 0, unit = 1;
    size_t at = negative, digits = 0;
    for (bool fraction = false; at < text.len; at++) {
        if (text.ptr[at] == '.' && !fraction) {
            fraction = true;
            continue;
        }
        if (!byte_is_digit(text.ptr[at]))
            break;
        number = number * 10 + (text.ptr[at] - '0');
        unit = fraction ? unit * 10 : unit;
        digits++;
    }
    int64_t exponent = 0;
    Str rest = str_from_offset(text, at);
    if (rest.len && (rest.ptr[0] == 'e' || rest.ptr[0] == 'E')) {
        bool plus = rest.len > 1 && rest.ptr[1] == '+';
        if (!str_parse_i64(str_from_offset(rest, plus ? 2 : 1), &exponent))
            return false;
    } else if (rest.len) {
        return false;
    }
    if (!digits || digits > 30 || exponent > EXPONENT_MAX || exponent < -EXPONENT_MAX)
        return false;
    number /= unit;
    for (; exponent > 0; exponent--)
        number *= 10;
    for (; exponent < 0; exponent++)
        number /= 10;
    *value = negative ? -number : number;
    return number <= POSITION_MAX;
}

static bool take_number(Plain *plain, Str *rest, double *value)
{
    Str word = {0};
    if (str_take_until(rest, ' ', &word) && parse_number(word, value))
        return true;
    return fail(plain, "a number in range was expected");
}

/* Reads a point and turns y downwards; the origin is set at the end. */
static bool take_point(Plain *plain, Str *rest, GraphPoint *point)
{
    if (!take_number(plain, rest, &point->x) || !take_number(plain, rest, &point->y))
        return false;
    point->x *= PIXELS_PER_INCH;
    point->y *= -PIXELS_PER_INCH;
    return true;
}

/* Reads `n12`; false if it is not one of the request's names, which is not an error. */
static bool take_node(const Plain *plain, Str *rest, uint32_t *node)
{
    Str word = {0};
    uint64_t number;
    if (!str_take_until(rest, ' ', &word) || !str_starts(word, STR("n")) ||
        !str_parse_u64(str_from_offset(word, 1), &number) || number >= plain->node_count)
        return false;
    *node = (uint32_t)number;
    return true;
}

static bool read_node(Plain *plain, Str rest)
{
    uint32_t node;
    GraphPoint centre;
    if (!take_node(plain, &rest, &node))
        return true;
    if (!take_point(plain, &rest, &centre))
        return false;
    GraphBox *box = &plain->boxes[node];
    box->at = (GraphPoint){centre.x - box->width / 2, centre.y - box->height / 2};
    plain->placed[node] = true;
    return true;
}

static const Pair *find_pair(const Plain *plain, uint64_t key)
{
    size_t low = 0, high = plain->pair_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (plain->pairs[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < plain->pair_count && plain->pairs[low].key == key;
    return found ? &plain->pairs[low] : NULL;
}

static bool take_points(Plain *plain, Str *rest, GraphRoute *route)
{
    double count;
    if (!take_number(plain, rest, &count))
        return false;
    if (count < 4 || count > GRAPH_PLAIN_POINTS_MAX || (uint32_t)count % 3 != 1)
        return fail(plain, "an edge has 4, 7, 10 … points");
    route->first = (uint32_t)plain->points.len;
    route->count = (uint32_t)count;
    for (uint32_t i = 0; i < route->count; i++)
        if (!take_point(plain, rest, VEC_PUSH(plain->arena, &plain->points)))
            return false;
    const GraphPoint *points = plain->points.ptr + route->first;
    route->backward = points[route->count - 1].x < points[0].x;
    return plain->points.len <= GRAPH_PLAIN_POINTS_MAX || fail(plain, "too many points");
}

static bool read_edge(Plain *plain, Str rest)
{
    uint32_t from, to;
    GraphRoute route = {0};
    if (!take_node(plain, &rest, &from) || !take_node(plain, &rest, &to))
        return true;
    const Pair *pair = find_pair(plain, pair_key(from, to));
    if (!pair || plain->routes[pair->edge].count)
        return true;
    if (!take_points(plain, &rest, &route))
        return false;
    for (uint64_t key = pair->key; pair < plain->pairs + plain->pair_count && pair->key == key;
         pair++)
        plain->routes[pair->edge] = route;
    return true;
}

static bool read_lines(Plain *plain, Str text)
{
    Str line, word;
    while (str_take_line(&text, &line)) {
        plain->line++;
        if (!str_take_until(&line, ' ', &word))
            continue;
        if (str_equal(word, STR("node")) && !read_node(plain, line))
            return false;
        if (str_equal(word, STR("edge")) && !read_edge(plain, line))
            return false;
        if (str_equal(word, STR("stop")))
            break;
    }
    for (uint32_t i = 0; i < plain->node_count; i++)
        if (!plain->placed[i])
            return fail(plain, "a node is missing");
    return true;
}

/* ---- the layout ---- */

static void widen(GraphPoint *low, GraphPoint *high, double x, double y)
{
    low->x = MIN(low->x, x);
    low->y = MIN(low->y, y);
    high->x = MAX(high->x, x);
    high->y = MAX(high->y, y);
}

/* Moves everything so that the upper left corner is at 0, 0. */
static void settle(Plain *plain, GraphLayout *layout)
{
    const double far = 2 * POSITION_MAX * PIXELS_PER_INCH;
    GraphPoint low = {far, far}, high = {-far, -far};
    for (uint32_t i = 0; i < plain->node_count; i++) {
        const GraphBox *box = &plain->boxes[i];
        widen(&low, &high, box->at.x, box->at.y);
        widen(&low, &high, box->at.x + box->width, box->at.y + box->height);
    }
    for (size_t i = 0; i < plain->points.len; i++)
        widen(&low, &high, plain->points.ptr[i].x, plain->points.ptr[i].y);
    for (uint32_t i = 0; i < plain->node_count; i++) {
        plain->boxes[i].at.x -= low.x;
        plain->boxes[i].at.y -= low.y;
    }
    for (size_t i = 0; i < plain->points.len; i++) {
        plain->points.ptr[i].x -= low.x;
        plain->points.ptr[i].y -= low.y;
    }
    *layout = (GraphLayout){.boxes = plain->boxes,
                            .routes = plain->routes,
                            .points = plain->points.ptr,
                            .node_count = plain->node_count};
    layout->width = plain->node_count ? high.x - low.x : 0;
    layout->height = plain->node_count ? high.y - low.y : 0;
}

/* Extends a line that ends above or below a box, at the border of the added height, to the box
   itself. */
static void end_at_box(GraphPoint *end, GraphPoint *control, const GraphBox *box)
{
    double above = box->at.y - end->y, below = end->y - (box->at.y + box->height);
    double step = above > 0 ? above : below > 0 ? -below : 0;
    if (fabs(step) > BOX_AIR)
        return;
    end->y += step;
    control->y += step;
}

static void end_lines_at_boxes(Plain *plain, const GraphModel *model)
{
    for (size_t i = 0; i < plain->pair_count; i++) {
        const GraphEdge *edge = &model->edges[plain->pairs[i].edge];
        const GraphRoute *route = &plain->routes[plain->pairs[i].edge];
        bool again = i && plain->pairs[i].key == plain->pairs[i - 1].key;
        if (!route->count || again)
            continue;
        GraphPoint *points = plain->points.ptr + route->first, *last = points + route->count - 1;
        end_at_box(points, points + 1, &plain->boxes[edge->from]);
        end_at_box(last, last - 1, &plain->boxes[edge->to]);
    }
}

bool graph_layout_from_plain(Arena *arena, Arena scratch, const GraphModel *model, Str text,
                             GraphLayout *layout, Err *err)
{
    Plain plain = {.arena = arena, .err = err};
    plain.node_count = (uint32_t)MIN(model->node_count, GRAPH_PICTURE_NODES_MAX);
    plain.boxes = NEW(arena, GraphBox, plain.node_count);
    plain.routes = NEW(arena, GraphRoute, model->edge_count);
    plain.placed = NEW(&scratch, bool, plain.node_count);
    plain.pairs = sort_pairs(&scratch, model, &plain.pair_count);
    for (uint32_t i = 0; i < plain.node_count; i++)
        plain.boxes[i] = graph_box_size(scratch, &model->nodes[i]);
    if (!read_lines(&plain, text))
        return false;
    end_lines_at_boxes(&plain, model);
    settle(&plain, layout);
    return true;
}
