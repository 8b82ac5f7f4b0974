/* Structured form: a row for each node and each edge, of equal shape, which TOON writes as two
   tables. A column with the same value in every row is left out, because agents pay for every
   byte. */
#include "text/address.h"
#include "view/graph_plan.h"

/* One line, in columns. */
#define TITLE_COLUMNS 100
#define GRAPH_HANDLE_BYTES 320 /* not cut: a cut path would not be a valid argument */
#define NOTE_COLUMNS 4000      /* not cut: it may list symbols */

typedef enum NodeColumn {
    NODE_LABEL,
    NODE_HANDLE,
    NODE_DETAIL,
    NODE_GROUP,
    NODE_KIND,
    NODE_COLUMN_COUNT
} NodeColumn;

static const Str node_columns[NODE_COLUMN_COUNT] = {
    [NODE_LABEL] = STR_INIT("label"),   [NODE_HANDLE] = STR_INIT("handle"),
    [NODE_DETAIL] = STR_INIT("detail"), [NODE_GROUP] = STR_INIT("group"),
    [NODE_KIND] = STR_INIT("kind"),
};

static Str node_text(const GraphNode *node, NodeColumn column)
{
    switch (column) {
    case NODE_LABEL: return node->label;
    case NODE_HANDLE: return node->handle;
    case NODE_DETAIL: return node->detail;
    case NODE_GROUP: return node->group;
    default: return node->kind;
    }
}

/* Which columns any row needs. */
typedef struct Columns {
    bool text[NODE_COLUMN_COUNT];
    bool weight, risk, focus, more_in, more_out, holds;
    bool edge_weight, sum_of, edge_kind, confidence, edge_label, as, why;
} Columns;

static Columns find_columns(const GraphPlan *plan)
{
    Columns used = {.text = {[NODE_LABEL] = true}};
    for (size_t i = 0; i < plan->node_count; i++) {
        const GraphNode *node = &plan->model->nodes[i];
        for (NodeColumn column = 0; column < NODE_COLUMN_COUNT; column++)
            used.text[column] |= node_text(node, column).len > 0;
        used.weight |= node->weight > 0;
        used.risk |= node->risk != GRAPH_RISK_UNKNOWN;
        used.focus |= node->focus;
        used.more_in |= node->more_in > 0;
        used.more_out |= node->more_out > 0;
        used.holds |= node->holds > 0;
    }
    for (size_t i = 0; i < plan->edge_count; i++) {
        const GraphEdge *edge = &plan->model->edges[plan->edges[i]];
        used.edge_weight |= edge->weight > 1;
        used.sum_of |= edge->sum_of > 1;
        used.edge_kind |= edge->kind.len > 0;
        used.confidence |= edge->confidence != GRAPH_EXACT;
        used.edge_label |= edge->label.len > 0;
        used.as |= edge->as.len > 0;
        used.why |= edge->why.len > 0;
    }
    return used;
}

static void set_text(Arena *arena, Json *value, Str key, Str text)
{
    json_set(value, key, json_str(arena, graph_label(arena, text, GRAPH_VALUE_COLUMNS)));
}

/* The text of a column. A path is neither cleaned nor folded. */
static Str column_text(Arena *arena, const GraphNode *node, NodeColumn column)
{
    Str text = node_text(node, column);
    return column == NODE_HANDLE
               ? view_cut_middle(arena, address_value(arena, text), GRAPH_HANDLE_BYTES)
               : graph_label(arena, text, GRAPH_VALUE_COLUMNS);
}

static Json *node_value(Arena *arena, const GraphNode *node, size_t n, const Columns *used)
{
    Json *value = json_object(arena);
    json_set(value, STR("n"), json_u64(arena, n));
    json_set(value, STR("id"), json_str(arena, graph_label(arena, node->id, GRAPH_ID_COLUMNS)));
    for (NodeColumn column = 0; column < NODE_COLUMN_COUNT; column++)
        if (used->text[column])
            json_set(value, node_columns[column],
                     json_str(arena, column_text(arena, node, column)));
    if (used->weight)
        json_set(value, STR("weight"), json_u64(arena, node->weight));
    if (used->risk)
        json_set(value, STR("risk"), json_str(arena, graph_risk_name(node->risk)));
    if (used->focus)
        json_set(value, STR("focus"), json_bool(arena, node->focus));
    if (used->more_in)
        json_set(value, STR("moreIn"), json_u64(arena, node->more_in));
    if (used->more_out)
        json_set(value, STR("moreOut"), json_u64(arena, node->more_out));
    if (used->holds)
        json_set(value, STR("holds"), json_u64(arena, node->holds));
    return value;
}

static Json *edge_value(Arena *arena, const GraphEdge *edge, const Columns *used)
{
    Json *value = json_object(arena);
    json_set(value, STR("from"), json_u64(arena, edge->from + 1));
    json_set(value, STR("to"), json_u64(arena, edge->to + 1));
    if (used->edge_weight)
        json_set(value, STR("weight"), json_u64(arena, MAX(edge->weight, 1)));
    if (used->sum_of)
        json_set(value, STR("sumOf"), json_u64(arena, MAX(edge->sum_of, 1)));
    if (used->edge_kind)
        set_text(arena, value, STR("kind"), edge->kind);
    if (used->confidence)
        json_set(value, STR("confidence"),
                 json_str(arena, graph_confidence_name(edge->confidence)));
    if (used->edge_label)
        set_text(arena, value, STR("label"), edge->label);
    if (used->as)
        set_text(arena, value, STR("as"), edge->as);
    if (used->why)
        set_text(arena, value, STR("why"), edge->why);
    return value;
}

static Json *left_out_value(Arena *arena, const GraphPlan *plan)
{
    Json *value = json_object(arena);
    json_set(value, STR("nodes"), json_u64(arena, graph_nodes_left_out(plan)));
    json_set(value, STR("edges"), json_u64(arena, graph_edges_left_out(plan)));
    Str show = plan->model->show_all;
    if (plan->model->show_rest)
        show = plan->model->show_rest(plan->model->rest_state, arena,
                                      plan->model->before + graph_neighbours_shown(plan));
    if (show.len)
        set_text(arena, value, STR("show"), show);
    return value;
}

static void set_totals(Arena *arena, Json *value, const GraphPlan *plan)
{
    const GraphTotals *totals = &plan->model->totals;
    bool in = plan->options->direction == GRAPH_IN;
    const struct {
        Str name;
        uint64_t count;
    } counts[] = {{in ? STR("callers") : STR("callees"), totals->neighbours},
                  {STR("ambiguous"), totals->ambiguous},
                  {STR("sites"), totals->sites},
                  {STR("mentions"), totals->mentions},
                  {STR("excluded"), totals->excluded},
                  {STR("before"), plan->model->before},
                  {STR("shown"), graph_neighbours_shown(plan)}};
    for (size_t i = 0; i < COUNT(counts) && totals->known; i++)
        if (counts[i].count || i == 0)
            json_set(value, counts[i].name, json_u64(arena, counts[i].count));
}

void graph_write_value(Buf *out, Arena scratch, const GraphPlan *plan)
{
    Arena *arena = &scratch;
    Columns used = find_columns(plan);
    Json *value = json_object(arena), *nodes = json_array(arena), *edges = json_array(arena);
    json_set(value, STR("_type"), json_str(arena, STR("graph")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("of"), json_str(arena, graph_words(plan->model->subject)->name));
    json_set(value, STR("title"),
             json_str(arena, graph_label(arena, plan->model->title, TITLE_COLUMNS)));
    if (plan->model->note.len)
        json_set(value, STR("note"),
                 json_str(arena, graph_label(arena, plan->model->note, NOTE_COLUMNS)));
    set_totals(arena, value, plan);
    if (plan->model->imports)
        json_set(value, STR("files"), plan->model->imports);
    if (plan->model->limits)
        json_set(value, STR("limits"), plan->model->limits);
    if (plan->model->named)
        json_set(value, STR("named"), plan->model->named);
    for (size_t i = 0; i < plan->node_count; i++)
        json_add(nodes, node_value(arena, &plan->model->nodes[i], i + 1, &used));
    for (size_t i = 0; i < plan->edge_count; i++)
        json_add(edges, edge_value(arena, &plan->model->edges[plan->edges[i]], &used));
    json_set(value, STR("nodes"), nodes);
    json_set(value, STR("edges"), edges);
    if (graph_nodes_left_out(plan) || graph_edges_left_out(plan))
        json_set(value, STR("leftOut"), left_out_value(arena, plan));
    ViewFormat format = plan->options->format == GRAPH_TOON ? VIEW_TOON : VIEW_JSON;
    view_put_value(out, scratch, format, value);
}
