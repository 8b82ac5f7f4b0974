/* Graphviz form. Node names are generated (n0, n1 …), so that foreign names occur only within
   quoted labels. There `"`, `\` and `&` are escaped, as Graphviz decodes HTML entities even in
   plain labels. */
#include "view/graph_plan.h"

/* Widths in columns. Boxes are narrow enough to be side by side; tooltips and titles have a
   line. */
#define LABEL_COLUMNS 40
#define HANDLE_COLUMNS 48
#define DETAIL_COLUMNS 160
#define TITLE_COLUMNS 100
#define NOTE_COLUMNS 4000 /* not cut: it may list symbols */

static const char *const edge_styles[GRAPH_CONFIDENCE_COUNT] = {
    [GRAPH_EXACT] = "solid",    [GRAPH_LIKELY] = "dashed",  [GRAPH_AMBIGUOUS] = "dotted",
    [GRAPH_EXTERNAL] = "solid", [GRAPH_COMPILED] = "solid",
};

static const char *const risk_colors[GRAPH_RISK_COUNT] = {
    [GRAPH_RISK_UNKNOWN] = "#8a94a6",
    [GRAPH_RISK_LOW] = "#8a94a6",
    [GRAPH_RISK_MEDIUM] = "#d98a00",
    [GRAPH_RISK_HIGH] = "#d1383d",
};

static void put_escaped(Buf *out, Arena scratch, Str text, size_t columns)
{
    Str label = graph_label(&scratch, text, columns);
    for (size_t i = 0; i < label.len; i++) {
        char c = label.ptr[i];
        if (c == '"' || c == '\\')
            buf_put_byte(out, '\\');
        buf_put_byte(out, c);
        if (c == '&')
            buf_put(out, STR("amp;"));
    }
}

static void put_attribute(Buf *out, Arena scratch, const char *name, Str text)
{
    buf_printf(out, "%s=\"", name);
    put_escaped(out, scratch, text, DETAIL_COLUMNS);
    buf_put_byte(out, '"');
}

static void put_node(Buf *out, Arena scratch, const GraphNode *node, uint32_t index)
{
    buf_printf(out, "    n%u [label=\"", index);
    put_escaped(out, scratch, node->label, LABEL_COLUMNS);
    Str note = node->holds ? graph_box_note(&scratch, node) : node->handle;
    if (note.len) {
        buf_put(out, STR("\\n"));
        put_escaped(out, scratch, note, HANDLE_COLUMNS);
    }
    buf_printf(out, "\", color=\"%s\"", risk_colors[node->risk]);
    if (node->focus)
        buf_put(out, STR(", penwidth=2.5, fillcolor=\"#fff1c2\", fontname=\"Helvetica-Bold\""));
    if (node->detail.len) {
        buf_put(out, STR(", "));
        put_attribute(out, scratch, "tooltip", node->detail);
    }
    buf_put(out, STR("];\n"));
}

static void put_edge(Buf *out, Arena scratch, const GraphEdge *edge)
{
    buf_printf(out, "  n%u -> n%u [style=%s", edge->from, edge->to, edge_styles[edge->confidence]);
    if (edge->confidence == GRAPH_EXTERNAL)
        buf_put(out, STR(", color=\"#b4bccb\""));
    if (edge->label.len) {
        buf_put(out, STR(", "));
        put_attribute(out, scratch, "label", edge->label);
    } else if (edge->weight > 1) {
        buf_printf(out, ", label=\"%u\"", edge->weight);
    }
    buf_put(out, STR("];\n"));
}

static void put_members(Buf *out, Arena scratch, const GraphPlan *plan, const GraphGroups *groups,
                        size_t group)
{
    for (uint32_t i = groups->nodes.starts[group]; i < groups->nodes.starts[group + 1]; i++)
        put_node(out, scratch, &plan->model->nodes[groups->nodes.rows[i]], groups->nodes.rows[i]);
}

static void put_groups(Buf *out, Arena scratch, const GraphPlan *plan)
{
    GraphGroups groups = graph_groups(&scratch, plan);
    for (size_t g = 0; g < groups.count && !out->overflow; g++) {
        buf_printf(out, "  subgraph cluster_%zu {\n    ", g);
        put_attribute(out, scratch, "label", groups.names[g]);
        buf_put(out, STR(";\n"));
        put_members(out, scratch, plan, &groups, g);
        buf_put(out, STR("  }\n"));
    }
    put_members(out, scratch, plan, &groups, groups.count);
}

void graph_write_dot(Buf *out, Arena scratch, const GraphPlan *plan)
{
    Str left_out = graph_left_out(&scratch, plan);
    Str note = graph_label(&scratch, plan->model->note, NOTE_COLUMNS);
    if (note.len)
        buf_printf(out, "// %.*s\n", STR_ARG(note));
    if (left_out.len)
        buf_printf(out, "// %.*s\n", STR_ARG(left_out));
    buf_put(out, STR("digraph \""));
    put_escaped(out, scratch, plan->model->title, TITLE_COLUMNS);
    buf_put(out, STR("\" {\n"
                     "  graph [rankdir=LR, fontname=\"Helvetica\", fontsize=11, style=\"rounded\","
                     " color=\"#c9d1dd\", fontcolor=\"#5b6677\", ranksep=0.9];\n"
                     "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f6f8fb\","
                     " fontname=\"Helvetica\", fontsize=11, fontcolor=\"#1d2530\"];\n"
                     "  edge [color=\"#7d8899\", arrowsize=0.7, fontname=\"Helvetica\","
                     " fontsize=9, fontcolor=\"#5b6677\"];\n"));
    put_groups(out, scratch, plan);
    for (size_t i = 0; i < plan->edge_count && !out->overflow; i++)
        put_edge(out, scratch, &plan->model->edges[plan->edges[i]]);
    buf_put(out, STR("}\n"));
}
