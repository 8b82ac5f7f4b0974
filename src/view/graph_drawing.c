/* SVG drawing of lines and boxes. Lines come first; lines of the focus and backward lines are on
   top of the rest. Arrow heads are small paths, because not every viewer colours markers like their
   line. */
#include <math.h>

#include "view/graph_svg.h"
#include "view/html.h"

/* A tooltip, and a label on an edge between two layers. */
#define TITLE_COLUMNS 200
#define EDGE_LABEL_COLUMNS 14
#define EDGE_LABEL_ROOM 60.0
#define HEAD_LENGTH 7.0
#define HEAD_WIDTH 3.2
#define STRIPE 5.0 /* its distance from the border */
#define RADIUS 7.0

/* One hue for each group, for light and dark shades; neighbours in the list differ most. */
static const int hues[] = {215, 158, 28, 275, 345, 190, 90, 46, 245, 12, 130, 305};

static const struct {
    const char *at, *fill, *line, *stripe;
    const char *focus; /* fill of focus nodes, whatever their group */
} shades[] = {
    {"", "72%,97%", "38%,76%", "62%,52%", "#fff1c2"},
    {"@media (prefers-color-scheme: dark) {\n", "24%,17%", "24%,36%", "52%,58%", "#4a3f14"},
};

uint32_t graph_color(const GraphGroups *groups, uint32_t group)
{
    return group == groups->count ? (uint32_t)COUNT(hues) : group % (uint32_t)COUNT(hues);
}

/* The last colour is for nodes without a group. */
static void put_colors(Buf *out, size_t shade)
{
    for (size_t i = 0; i <= COUNT(hues); i++) {
        int hue = i < COUNT(hues) ? hues[i] : 220;
        const char *fill = shades[shade].fill, *line = shades[shade].line;
        buf_printf(out, ".g%zu rect { fill: hsl(%d,%s); stroke: hsl(%d,%s) }\n", i, hue, fill, hue,
                   line);
        buf_printf(out, ".g%zu rect.b { fill: hsl(%d,%s); stroke: none }\n", i, hue,
                   shades[shade].stripe);
        buf_printf(out, ".g%zu.focus rect:not(.b) { fill: %s; stroke: hsl(%d,%s) }\n", i,
                   shades[shade].focus, hue, shades[shade].stripe);
    }
}

static const unsigned char svg_css[] = {
#include "view_graph_svg_css.inc"
};

void graph_put_style(Buf *out)
{
    for (size_t i = 0; i < COUNT(shades); i++) {
        buf_put(out, str_from(shades[i].at));
        put_colors(out, i);
        buf_put(out, i ? STR("}\n") : (Str){0});
    }
    buf_put(out, (Str){(const char *)svg_css, sizeof svg_css});
}

void graph_put_xml(Buf *out, Arena scratch, Str text, size_t columns)
{
    html_put_escaped(out, graph_label(&scratch, text, columns));
}

void graph_put_length(Buf *out, double value)
{
    int64_t tenths = (int64_t)floor(value * 10 + 0.5);
    if (tenths < 0)
        buf_put_byte(out, '-');
    tenths = tenths < 0 ? -tenths : tenths;
    buf_put_u64(out, (uint64_t)tenths / 10);
    if (tenths % 10) {
        buf_put_byte(out, '.');
        buf_put_u64(out, (uint64_t)tenths % 10);
    }
}

static void put_attribute(Buf *out, const char *name, double value)
{
    buf_printf(out, " %s=\"", name);
    graph_put_length(out, value);
    buf_put_byte(out, '"');
}

/* ---- lines ---- */

static void put_point(Buf *out, const char *before, double x, double y)
{
    buf_put(out, str_from(before));
    graph_put_length(out, x);
    buf_put_byte(out, ',');
    graph_put_length(out, y);
}

/* Unit vector of the direction in which a line arrives. */
static GraphPoint arrival(const GraphPoint *points, size_t count)
{
    GraphPoint end = points[count - 1];
    for (size_t i = count - 1; i-- > 0;) {
        double dx = end.x - points[i].x, dy = end.y - points[i].y, length = sqrt(dx * dx + dy * dy);
        if (length > 0.5)
            return (GraphPoint){dx / length, dy / length};
    }
    return (GraphPoint){1, 0};
}

static void put_line(Buf *out, const GraphPoint *points, size_t count, double width)
{
    GraphPoint way = arrival(points, count), end = points[count - 1];
    GraphPoint base = {end.x - way.x * HEAD_LENGTH, end.y - way.y * HEAD_LENGTH};
    buf_put(out, STR("<path class=\"l\""));
    if (width > 1.4)
        put_attribute(out, "stroke-width", width);
    put_point(out, " d=\"M", points[0].x, points[0].y);
    for (size_t i = 1; i + 2 < count; i += 3) {
        bool last = i + 3 >= count;
        GraphPoint to = last ? base : points[i + 2];
        bool level = points[i].y == points[i - 1].y && to.y == points[i].y;
        if (!level) {
            put_point(out, "C", points[i].x, points[i].y);
            put_point(out, " ", points[i + 1].x, points[i + 1].y);
        }
        put_point(out, level ? "L" : " ", to.x, to.y);
    }
    put_point(out, "\"/><path class=\"a\" d=\"M", end.x, end.y);
    put_point(out, "L", base.x - way.y * HEAD_WIDTH, base.y + way.x * HEAD_WIDTH);
    put_point(out, " ", base.x + way.y * HEAD_WIDTH, base.y - way.x * HEAD_WIDTH);
    buf_put(out, STR("z\"/>"));
}

static double line_width(uint32_t weight)
{
    return weight > 1 ? MIN(1.3 + 0.28 * log2((double)weight), 3.2) : 1.4;
}

/* Writes the tooltip of an edge: `serve → parse_request: ×3, likely`. */
static void put_edge_title(Buf *out, Arena scratch, const GraphPlan *plan, const GraphEdge *edge)
{
    buf_put(out, STR("<title>"));
    graph_put_xml(out, scratch, plan->model->nodes[edge->from].label, TITLE_COLUMNS);
    buf_put(out, STR(" \xE2\x86\x92 "));
    graph_put_xml(out, scratch, plan->model->nodes[edge->to].label, TITLE_COLUMNS);
    buf_put(out, STR(": "));
    if (edge->kind.len) {
        graph_put_xml(out, scratch, edge->kind, TITLE_COLUMNS);
        buf_put(out, STR(", "));
    }
    graph_put_count(out, MAX(edge->weight, 1), graph_words(plan->model->subject)->edges);
    if (edge->sum_of > 1)
        buf_printf(out, ", the sum of %u lines", edge->sum_of);
    if (edge->confidence != GRAPH_EXACT)
        buf_printf(out, ", %.*s", STR_ARG(graph_confidence_name(edge->confidence)));
    buf_put(out, STR("</title>"));
}

/* Writes the label in the first segment that is wide enough: near the start, where lines have not
   merged yet. */
static void put_edge_label(Buf *out, Arena scratch, const GraphEdge *edge, const GraphPoint *points,
                           size_t count)
{
    for (; count > 4 && fabs(points[3].x - points[0].x) < EDGE_LABEL_ROOM; count -= 3)
        points += 3;
    double x = (points[0].x + 3 * points[1].x + 3 * points[2].x + points[3].x) / 8;
    double y = (points[0].y + 3 * points[1].y + 3 * points[2].y + points[3].y) / 8;
    buf_put(out, STR("<text"));
    put_attribute(out, "x", x);
    put_attribute(out, "y", y + 3);
    buf_put_byte(out, '>');
    graph_put_xml(out, scratch, edge->label, EDGE_LABEL_COLUMNS);
    buf_put(out, STR("</text>"));
}

typedef struct Drawing {
    const GraphPlan *plan;
    const GraphLayout *layout;
    const GraphGroups *groups;
} Drawing;

static bool is_near(const Drawing *drawing, const GraphEdge *edge)
{
    const GraphNode *nodes = drawing->plan->model->nodes;
    return nodes[edge->from].focus || nodes[edge->to].focus;
}

static void put_edge(Buf *out, Arena scratch, const Drawing *drawing, size_t row)
{
    uint32_t index = drawing->plan->edges[row];
    const GraphEdge *edge = &drawing->plan->model->edges[index];
    const GraphRoute *route = &drawing->layout->routes[index];
    const GraphPoint *points = drawing->layout->points + route->first;
    buf_printf(out, "<g class=\"e %.*s%s%s\" id=\"e%zu\">",
               STR_ARG(graph_confidence_name(edge->confidence)),
               is_near(drawing, edge) ? " near" : "", route->backward ? " back" : "", row);
    put_edge_title(out, scratch, drawing->plan, edge);
    put_line(out, points, route->count, line_width(edge->weight));
    if (edge->label.len)
        put_edge_label(out, scratch, edge, points, route->count);
    buf_put(out, STR("</g>\n"));
}

static void put_edges(Buf *out, Arena scratch, const Drawing *drawing)
{
    const GraphPlan *plan = drawing->plan;
    for (int on_top = 0; on_top < 2; on_top++)
        for (size_t i = 0; i < plan->edge_count && !out->overflow; i++) {
            const GraphRoute *route = &drawing->layout->routes[plan->edges[i]];
            const GraphEdge *edge = &plan->model->edges[plan->edges[i]];
            bool top = route->backward || is_near(drawing, edge);
            if (route->count >= 4 && top == on_top)
                put_edge(out, scratch, drawing, i);
        }
}

/* ---- keys ---- */

size_t graph_keys(const GraphPlan *plan, GraphKey keys[GRAPH_KEYS_MAX])
{
    bool confidence[GRAPH_CONFIDENCE_COUNT] = {0}, risk[GRAPH_RISK_COUNT] = {0}, backward = false;
    size_t count = 0;
    for (size_t i = 0; i < plan->node_count; i++)
        risk[plan->model->nodes[i].risk] = true;
    for (size_t i = 0; i < plan->edge_count; i++) {
        confidence[plan->model->edges[plan->edges[i]].confidence] = true;
        backward |= plan->options->layout->routes[plan->edges[i]].backward;
    }
    bool mixed =
        confidence[GRAPH_LIKELY] || confidence[GRAPH_AMBIGUOUS] || confidence[GRAPH_EXTERNAL];
    for (GraphConfidence i = 0; mixed && i < GRAPH_CONFIDENCE_COUNT; i++)
        if (confidence[i])
            keys[count++] =
                (GraphKey){graph_confidence_name(i).ptr, graph_confidence_name(i).ptr, false};
    if (backward)
        keys[count++] = (GraphKey){"back", "closes a cycle", false};
    if (risk[GRAPH_RISK_MEDIUM])
        keys[count++] = (GraphKey){"medium", "medium risk", true};
    if (risk[GRAPH_RISK_HIGH])
        keys[count++] = (GraphKey){"high", "high risk", true};
    return count;
}

void graph_put_key(Buf *out, const GraphKey *key, double x, double y)
{
    if (key->dot) {
        buf_printf(out, "<circle class=\"risk %s\" r=\"4\"", key->kind);
        put_attribute(out, "cx", x + 11);
        put_attribute(out, "cy", y);
        buf_put(out, STR("/>"));
        return;
    }
    buf_printf(out, "<g class=\"e %s\"><path class=\"l\"", key->kind);
    put_point(out, " d=\"M", x, y);
    buf_put(out, STR("h20\"/></g>"));
}

/* ---- boxes ---- */

static void put_node_title(Buf *out, Arena scratch, const GraphNode *node)
{
    const Str rows[] = {node->label, node->handle, node->detail, node->group};
    buf_put(out, STR("<title>"));
    for (size_t i = 0; i < COUNT(rows); i++) {
        buf_put(out, i && rows[i].len ? STR("\n") : (Str){0});
        graph_put_xml(out, scratch, rows[i], TITLE_COLUMNS);
    }
    if (node->risk >= GRAPH_RISK_MEDIUM)
        buf_printf(out, "\n%.*s risk", STR_ARG(graph_risk_name(node->risk)));
    buf_put(out, STR("</title>"));
}

static void put_box(Buf *out, const GraphBox *box)
{
    double x = box->at.x, y = box->at.y;
    buf_put(out, STR("<rect"));
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    put_attribute(out, "width", box->width);
    put_attribute(out, "height", box->height);
    put_attribute(out, "rx", RADIUS);
    buf_put(out, STR("/><rect class=\"b\""));
    put_attribute(out, "x", x + STRIPE);
    put_attribute(out, "y", y + STRIPE + 2);
    put_attribute(out, "width", 3);
    put_attribute(out, "height", box->height - 2 * STRIPE - 4);
    put_attribute(out, "rx", 1.5);
    buf_put(out, STR("/>"));
}

/* Draws the edges of two sheets under a folder's box, to show that it contains more. */
static void put_stack(Buf *out, const GraphBox *box)
{
    double right = box->at.x + box->width, bottom = box->at.y + box->height;
    for (double step = 3; step <= 6; step += 3) {
        put_point(out, "<path class=\"m\" d=\"M", box->at.x + step + 4, bottom + step);
        put_point(out, "L", right + step - 4, bottom + step);
        put_point(out, "Q", right + step, bottom + step);
        put_point(out, " ", right + step, bottom + step - 4);
        put_point(out, "L", right + step, box->at.y + step + 4);
        buf_put(out, STR("\"/>"));
    }
}

static void put_text(Buf *out, Arena scratch, const char *kind, GraphPoint at, Str text)
{
    buf_printf(out, "<text class=\"%s\"", kind);
    put_attribute(out, "x", at.x);
    put_attribute(out, "y", at.y);
    buf_put_byte(out, '>');
    graph_put_xml(out, scratch, text, TITLE_COLUMNS);
    buf_put(out, STR("</text>"));
}

static void put_texts(Buf *out, Arena scratch, const GraphNode *node, const GraphBox *box)
{
    double x = box->at.x + 14, y = box->at.y + box->height / 2;
    Str label = graph_box_label(&scratch, node);
    Str handle = graph_box_note(&scratch, node);
    put_text(out, scratch, "l", (GraphPoint){x, handle.len ? y - 3 : y + 4.5}, label);
    if (handle.len)
        put_text(out, scratch, "s", (GraphPoint){x, y + 13}, handle);
}

static void put_node(Buf *out, Arena scratch, const Drawing *drawing, uint32_t index)
{
    const GraphNode *node = &drawing->plan->model->nodes[index];
    const GraphBox *box = &drawing->layout->boxes[index];
    uint32_t color = graph_color(drawing->groups, drawing->groups->group_of[index]);
    bool outside = str_starts(node->id, STR("ext:"));
    buf_printf(out, "<g class=\"n g%u%s%s%s\" id=\"n%u\">", color, node->focus ? " focus" : "",
               outside ? " out" : "", node->holds ? " fold" : "", index);
    put_node_title(out, scratch, node);
    if (node->holds)
        put_stack(out, box);
    put_box(out, box);
    put_texts(out, scratch, node, box);
    if (node->risk >= GRAPH_RISK_MEDIUM) {
        buf_printf(out, "<circle class=\"risk %.*s\" r=\"4\"",
                   STR_ARG(graph_risk_name(node->risk)));
        put_attribute(out, "cx", box->at.x + box->width - 10);
        put_attribute(out, "cy", box->at.y + 10);
        buf_put(out, STR("/>"));
    }
    buf_put(out, STR("</g>\n"));
}

void graph_put_drawing(Buf *out, Arena scratch, const GraphPlan *plan, const GraphLayout *layout,
                       const GraphGroups *groups)
{
    Drawing drawing = {plan, layout, groups};
    put_edges(out, scratch, &drawing);
    for (uint32_t i = 0; i < plan->node_count && !out->overflow; i++)
        put_node(out, scratch, &drawing, i);
}
