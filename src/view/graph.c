/* Budget cut of a graph, in whole nodes and edges. Nodes and edges form one list, with each edge
   right after the later of its two nodes. The answer shows the longest prefix of the list that
   fits, found by bisection over real renderings. So every prefix is a graph, the most important
   part is kept, and the writers know nothing of the budget. */
#include "view/graph.h"

#include "base/map.h"
#include "text/budget.h"
#include "view/graph_svg.h"

/* Mermaid refuses larger diagrams unless it is configured otherwise (maxTextSize, maxEdges). */
#define GRAPH_MERMAID_BYTES 50000
#define GRAPH_MERMAID_EDGES_MAX 500

/* Enough for two counts and a call with one or two paths. */
#define LEFT_OUT_COLUMNS 300

static const Str format_names[] = {
#define X(name, text) STR_INIT(text),
    GRAPH_FORMATS(X)
#undef X
};

static const Str confidence_names[GRAPH_CONFIDENCE_COUNT] = {
    [GRAPH_EXACT] = STR_INIT("exact"),           [GRAPH_LIKELY] = STR_INIT("likely"),
    [GRAPH_AMBIGUOUS] = STR_INIT("ambiguous"),   [GRAPH_EXTERNAL] = STR_INIT("external"),
    [GRAPH_COMPILED] = STR_INIT("exact (scip)"),
};

static const Str risk_names[GRAPH_RISK_COUNT] = {
    [GRAPH_RISK_LOW] = STR_INIT("low"),
    [GRAPH_RISK_MEDIUM] = STR_INIT("medium"),
    [GRAPH_RISK_HIGH] = STR_INIT("high"),
};

static const GraphWords words[GRAPH_SUBJECT_COUNT] = {
    [GRAPH_OF_CALLS] = {.name = STR_INIT("calls"),
                        .nodes = STR_INIT("symbols"),
                        .edges = STR_INIT("calls"),
                        .in = STR_INIT("callers"),
                        .out = STR_INIT("callees")},
    [GRAPH_OF_IMPORTS] = {.name = STR_INIT("imports"),
                          .nodes = STR_INIT("files"),
                          .edges = STR_INIT("imports"),
                          .in = STR_INIT("importers"),
                          .out = STR_INIT("imports")},
    [GRAPH_OF_MODULES] = {.name = STR_INIT("modules"),
                          .nodes = STR_INIT("modules"),
                          .edges = STR_INIT("dependencies"),
                          .in = STR_INIT("dependents"),
                          .out = STR_INIT("dependencies")},
    [GRAPH_OF_TYPES] = {.name = STR_INIT("types"),
                        .nodes = STR_INIT("types"),
                        .edges = STR_INIT("relations"),
                        .in = STR_INIT("derived types"),
                        .out = STR_INIT("base types")},
};

Str graph_format_name(GraphFormat format)
{
    return format_names[format];
}

Str graph_confidence_name(GraphConfidence confidence)
{
    return confidence_names[confidence];
}

Str graph_risk_name(GraphRisk risk)
{
    return risk_names[risk];
}

const GraphWords *graph_words(GraphSubject subject)
{
    return &words[subject];
}

/* ---- shared by the writers ---- */

void graph_put_count(Buf *out, uint64_t count, Str plural)
{
    buf_put_thousands(out, count);
    buf_put_byte(out, ' ');
    if (count != 1)
        buf_put(out, plural);
    else if (str_ends(plural, STR("ies")))
        buf_printf(out, "%.*sy", (int)(plural.len - 3), plural.ptr);
    else if (str_ends(plural, STR("xes")))
        buf_put(out, str_slice(plural, 0, plural.len - 2));
    else
        buf_put(out, str_slice(plural, 0, plural.len - 1));
}

/* Counts distinct neighbours: edges are sorted by the later of their nodes, so edges of one pair
   are adjacent. */
uint64_t graph_neighbours_shown(const GraphPlan *plan)
{
    uint64_t shown = 0;
    uint32_t last = 0;
    for (size_t i = 0; i < plan->edge_count; i++) {
        const GraphEdge *edge = &plan->model->edges[plan->edges[i]];
        uint32_t other = MAX(edge->from, edge->to);
        shown += other != last && !MIN(edge->from, edge->to);
        last = other;
    }
    return shown;
}

/* Writes the counts of all callers or callees of the focus. */
static void put_totals(Buf *out, const GraphPlan *plan)
{
    const GraphTotals *totals = &plan->model->totals;
    const GraphWords *word = graph_words(plan->model->subject);
    bool in = plan->options->direction == GRAPH_IN;
    uint64_t shown = graph_neighbours_shown(plan), before = plan->model->before;
    uint64_t all =
        totals->neighbours + totals->ambiguous + (totals->with_mentions ? totals->mentions : 0);
    if (totals->neighbours || totals->sites) {
        graph_put_count(out, totals->neighbours, in ? word->in : word->out);
        if (totals->ambiguous)
            buf_printf(out, " and %llu ambiguous", (unsigned long long)totals->ambiguous);
        buf_put(out, STR(", "));
        graph_put_count(out, totals->sites, STR("call sites"));
    } else {
        buf_put(out, STR("none known"));
    }
    if (totals->mentions && in)
        buf_printf(out, "; mentioned as a type by %llu%.*s", (unsigned long long)totals->mentions,
                   STR_ARG(totals->show_mentions));
    if (totals->excluded)
        buf_printf(out, "; %llu more left out as asked", (unsigned long long)totals->excluded);
    if (before && shown)
        buf_printf(out, "; %llu to %llu shown", (unsigned long long)before + 1,
                   (unsigned long long)(before + shown));
    else if (shown < all)
        buf_printf(out, "; first %llu shown", (unsigned long long)shown);
    if (plan->options->depth > 1) {
        buf_put(out, STR("; "));
        graph_put_count(out, plan->node_count - 1 + graph_nodes_left_out(plan), word->nodes);
        buf_printf(out, " within %u steps", plan->options->depth);
    }
}

bool graph_is_folded(const GraphModel *model)
{
    for (size_t i = 0; i < model->node_count; i++)
        if (model->nodes[i].holds)
            return true;
    return false;
}

/* Writes counts of a graph with folders: each folder represents many nodes, and its lines many
   edges. */
static void put_folded_counts(Buf *out, const GraphPlan *plan)
{
    uint64_t held = 0;
    for (size_t i = 0; i < plan->node_count; i++)
        held += MAX(plan->model->nodes[i].holds, 1u);
    graph_put_count(out, held, graph_words(plan->model->subject)->nodes);
    buf_put(out, STR(" in "));
    graph_put_count(out, plan->node_count, STR("boxes"));
    buf_put(out, STR(", "));
    graph_put_count(out, plan->edge_count, STR("lines"));
}

void graph_put_counts(Buf *out, const GraphPlan *plan)
{
    const GraphWords *word = graph_words(plan->model->subject);
    size_t focus = 0;
    if (plan->model->totals.known) {
        put_totals(out, plan);
        return;
    }
    if (graph_is_folded(plan->model)) {
        put_folded_counts(out, plan);
        return;
    }
    while (focus < plan->node_count && plan->model->nodes[focus].focus)
        focus++;
    focus = focus == 1 ? 1 : 0; /* with several focus nodes (a file's symbols) all are counted */
    graph_put_count(out, plan->node_count - focus, word->nodes);
    if (focus)
        buf_put(out, STR(" around it"));
    buf_put(out, STR(", "));
    graph_put_count(out, plan->edge_count, word->edges);
}

Str graph_left_out(Arena *arena, const GraphPlan *plan)
{
    uint64_t nodes = graph_nodes_left_out(plan), edges = graph_edges_left_out(plan);
    const GraphWords *word = graph_words(plan->model->subject);
    bool folded = graph_is_folded(plan->model);
    if (!nodes && !edges)
        return (Str){0};
    Buf out = buf_open(arena, 0);
    if (nodes)
        graph_put_count(&out, nodes, folded ? STR("boxes") : word->nodes);
    if (nodes && edges)
        buf_put(&out, STR(" and "));
    if (edges)
        graph_put_count(&out, edges, folded ? STR("lines") : word->edges);
    buf_put(&out, STR(" left out"));
    if (plan->model->show_all.len)
        buf_printf(&out, ": %.*s", STR_ARG(plan->model->show_all));
    return graph_label(arena, buf_str(&out), LEFT_OUT_COLUMNS);
}

/* Which group each node is in; returns the number of groups. */
static uint32_t name_groups(Arena *arena, const GraphPlan *plan, Str *names, uint32_t *group_of)
{
    Map seen = map_open(arena);
    for (size_t i = 0; i < plan->node_count; i++) {
        Str group = plan->model->nodes[i].group;
        bool added = false;
        uint64_t *index = group.len ? map_put(&seen, group, &added) : NULL;
        if (added) {
            *index = seen.len - 1;
            names[*index] = group;
        }
        group_of[i] = index ? (uint32_t)*index : UINT32_MAX;
    }
    for (size_t i = 0; i < plan->node_count; i++)
        group_of[i] = MIN(group_of[i], (uint32_t)seen.len);
    return (uint32_t)seen.len;
}

GraphGroups graph_groups(Arena *arena, const GraphPlan *plan)
{
    Str *names = NEW(arena, Str, plan->node_count + 1);
    uint32_t *group_of = NEW(arena, uint32_t, plan->node_count);
    uint32_t count = name_groups(arena, plan, names, group_of);
    Buckets nodes = buckets_make(arena, group_of, plan->node_count, count + 1);
    return (GraphGroups){names, count, nodes, group_of};
}

/* ---- the plan ---- */

static Buckets edges_by_later_node(Arena *arena, const GraphModel *model)
{
    uint32_t *later = NEW(arena, uint32_t, model->edge_count);
    for (size_t i = 0; i < model->edge_count; i++)
        later[i] = MAX(model->edges[i].from, model->edges[i].to);
    return buckets_make(arena, later, model->edge_count, model->node_count);
}

/* Takes the first `items` of the list of nodes, each followed by the edges it completes. */
static void take_items(GraphPlan *plan, Buckets edges_of, size_t items)
{
    size_t nodes = 0, edges = 0;
    while (nodes < plan->model->node_count && nodes + edges < items) {
        nodes++;
        edges = MIN(edges_of.starts[nodes], items - nodes);
    }
    plan->node_count = nodes;
    plan->edge_count = edges;
}

static void render(Buf *out, Arena scratch, const GraphPlan *plan)
{
    switch (plan->options->format) {
    case GRAPH_TEXT: graph_write_text(out, scratch, plan); break;
    case GRAPH_DOT: graph_write_dot(out, scratch, plan); break;
    case GRAPH_MERMAID: graph_write_mermaid(out, scratch, plan); break;
    case GRAPH_SVG: graph_write_svg(out, scratch, plan); break;
    case GRAPH_HTML: graph_write_html(out, scratch, plan); break;
    default: graph_write_value(out, scratch, plan); break;
    }
}

static bool is_picture(GraphFormat format)
{
    return format == GRAPH_SVG || format == GRAPH_HTML;
}

static uint64_t budget_of(const GraphOptions *options)
{
    uint64_t fallback = is_picture(options->format) ? GRAPH_PICTURE_BYTES : GRAPH_TEXT_BYTES;
    uint64_t budget = options->budget ? options->budget : fallback;
    return options->format == GRAPH_MERMAID ? MIN(budget, GRAPH_MERMAID_BYTES) : budget;
}

static size_t items_max(const GraphModel *model, const GraphOptions *options, Buckets edges_of)
{
    size_t nodes = model->node_count, edges = model->edge_count;
    if (is_picture(options->format)) {
        nodes = MIN(nodes, GRAPH_PICTURE_NODES_MAX);
        edges = MIN(edges, GRAPH_PICTURE_EDGES_MAX);
    } else if (options->format == GRAPH_MERMAID) {
        edges = MIN(edges, GRAPH_MERMAID_EDGES_MAX);
    }
    while (edges_of.starts[nodes] > edges)
        nodes--;
    return nodes + edges_of.starts[nodes];
}

GraphPlan graph_plan_picture(Arena *arena, const GraphModel *model, const GraphOptions *options)
{
    Buckets edges_of = edges_by_later_node(arena, model);
    GraphPlan plan = {.model = model, .options = options, .edges = edges_of.rows};
    take_items(&plan, edges_of, items_max(model, options, edges_of));
    return plan;
}

/* Renders to `out` and returns true if it fits; otherwise leaves `out` unchanged. */
static bool try_items(Buf *out, Arena scratch, GraphPlan *plan, Buckets edges_of, size_t items)
{
    uint64_t budget = budget_of(plan->options);
    size_t start = out->len, limit = out->limit;
    if (budget != BUDGET_NONE)
        out->limit = MIN(limit ? limit : SIZE_MAX, start + (size_t)budget);
    take_items(plan, edges_of, items);
    render(out, scratch, plan);
    out->limit = limit;
    if (!out->overflow)
        return true;
    out->len = start;
    out->overflow = false;
    return false;
}

bool graph_write(Buf *out, Arena scratch, const GraphModel *model, const GraphOptions *options,
                 Err *err)
{
    assert(!out->overflow && out->arena->begin != scratch.begin);
    Buckets edges_of = edges_by_later_node(&scratch, model);
    GraphLayout layout;
    GraphOptions with_layout = *options;
    if (is_picture(options->format) && !options->layout) {
        layout = graph_layout(&scratch, *out->arena, model);
        with_layout.layout = &layout;
    }
    GraphPlan plan = {.model = model, .options = &with_layout, .edges = edges_of.rows};
    size_t start = out->len, fits = 0, fails = items_max(model, options, edges_of);
    if (try_items(out, scratch, &plan, edges_of, fails))
        return true;
    while (fits + 1 < fails) {
        size_t middle = fits + (fails - fits) / 2;
        bool ok = try_items(out, scratch, &plan, edges_of, middle);
        out->len = start;
        *(ok ? &fits : &fails) = middle;
    }
    if (try_items(out, scratch, &plan, edges_of, fits))
        return true;
    err_set(err, ERR_USAGE, "%llu bytes are too few for a graph as %.*s",
            (unsigned long long)budget_of(options), STR_ARG(graph_format_name(options->format)));
    return err_hint(err, "--budget %s is enough for the frame",
                    is_picture(options->format) ? "64KB" : "2KB");
}
