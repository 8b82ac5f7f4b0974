/* Mermaid form: a flowchart. Node names are generated. In labels everything but letters, digits and
   plain punctuation is written as `#code;`. Mermaid decodes that after it has looked for quotes,
   tags, Markdown and its own keywords. */
#include "view/graph_plan.h"

/* Widths in columns; boxes are narrow enough to be side by side. */
#define LABEL_COLUMNS 40
#define HANDLE_COLUMNS 48
#define TITLE_COLUMNS 100
#define COMMENT_COLUMNS 4000 /* not cut: a note may list symbols */

static const char *const arrows[GRAPH_CONFIDENCE_COUNT] = {
    [GRAPH_EXACT] = "-->",     [GRAPH_LIKELY] = "-->",   [GRAPH_AMBIGUOUS] = "-.->",
    [GRAPH_EXTERNAL] = "-.->", [GRAPH_COMPILED] = "-->",
};

static bool is_safe(Str text, size_t at)
{
    char c = text.ptr[at];
    if (byte_is_alpha(c) || byte_is_digit(c) || (unsigned char)c >= 0x80)
        return true;
    bool inside = at > 0 && at + 1 < text.len;
    return inside && (c == ' ' || c == '_' || c == '/' || c == '-' || c == ':' || c == ',');
}

static void put_escaped(Buf *out, Arena scratch, Str text, size_t columns)
{
    Str label = graph_label(&scratch, text, columns);
    for (size_t i = 0; i < label.len; i++) {
        if (is_safe(label, i))
            buf_put_byte(out, label.ptr[i]);
        else
            buf_printf(out, "#%d;", label.ptr[i]);
    }
}

static void put_node(Buf *out, Arena scratch, const GraphNode *node, uint32_t index)
{
    buf_printf(out, "    n%u[\"", index);
    put_escaped(out, scratch, node->label.len ? node->label : node->id, LABEL_COLUMNS);
    if (node->focus && node->handle.len) {
        buf_put(out, STR("<br/>"));
        put_escaped(out, scratch, node->handle, HANDLE_COLUMNS);
    }
    buf_put(out, STR("\"]"));
    if (node->focus)
        buf_put(out, STR(":::focus"));
    else if (node->risk == GRAPH_RISK_HIGH)
        buf_put(out, STR(":::risk"));
    buf_put_byte(out, '\n');
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
        buf_printf(out, "  subgraph g%zu[\"", g);
        put_escaped(out, scratch, groups.names[g], LABEL_COLUMNS);
        buf_put(out, STR("\"]\n"));
        put_members(out, scratch, plan, &groups, g);
        buf_put(out, STR("  end\n"));
    }
    put_members(out, scratch, plan, &groups, groups.count);
}

static void put_edge(Buf *out, Arena scratch, const GraphEdge *edge)
{
    buf_printf(out, "  n%u %s", edge->from, arrows[edge->confidence]);
    if (edge->label.len) {
        buf_put(out, STR("|\""));
        put_escaped(out, scratch, edge->label, LABEL_COLUMNS);
        buf_put(out, STR("\"|"));
    } else if (edge->weight > 1) {
        buf_printf(out, "|%u|", edge->weight);
    }
    buf_printf(out, " n%u\n", edge->to);
}

/* Writes a comment, which Mermaid drops before it parses anything. */
static void put_comment(Buf *out, Arena scratch, Str text)
{
    if (!text.len)
        return;
    buf_printf(out, "  %%%% %.*s\n", STR_ARG(graph_label(&scratch, text, COMMENT_COLUMNS)));
}

void graph_write_mermaid(Buf *out, Arena scratch, const GraphPlan *plan)
{
    Str title = graph_label(&scratch, plan->model->title, TITLE_COLUMNS);
    buf_put(out, STR("---\ntitle: "));
    json_write_str(out, title);
    buf_put(out, STR("\n---\nflowchart LR\n"));
    Str left_out = graph_left_out(&scratch, plan);
    put_comment(out, scratch, plan->model->note);
    put_comment(out, scratch, left_out);
    put_groups(out, scratch, plan);
    for (size_t i = 0; i < plan->edge_count && !out->overflow; i++)
        put_edge(out, scratch, &plan->model->edges[plan->edges[i]]);
    buf_put(out, STR("  classDef focus fill:#fff1c2,stroke:#8a6d00,stroke-width:3px,color:#1d2530\n"
                     "  classDef risk stroke:#d1383d\n"));
}
