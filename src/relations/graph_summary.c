/* Summary of a graph in numbers, from which an agent can decide whether to request all of it. */
#include "relations/graph_answer.h"

#include <stdlib.h>

#define GROUPS_SHOWN 20

typedef struct Group {
    Str name;
    uint32_t nodes;
} Group;

typedef struct Summary {
    VEC(Group) groups; /* most nodes first */
    uint32_t confidences[GRAPH_CONFIDENCE_COUNT];
    uint32_t high_risk;
} Summary;

static int by_name(const void *a, const void *b)
{
    return str_compare(((const Group *)a)->name, ((const Group *)b)->name);
}

static int most_first(const void *a, const void *b)
{
    const Group *x = a, *y = b;
    if (x->nodes != y->nodes)
        return x->nodes < y->nodes ? 1 : -1;
    return by_name(a, b);
}

static Summary summarize(Arena *arena, const GraphModel *model)
{
    Summary summary = {0};
    Group *all = NEW(arena, Group, model->node_count + 1);
    for (size_t i = 0; i < model->node_count; i++) {
        all[i] = (Group){model->nodes[i].group, 1};
        summary.high_risk += model->nodes[i].risk == GRAPH_RISK_HIGH;
    }
    if (model->node_count)
        qsort(all, model->node_count, sizeof *all, by_name);
    for (size_t i = 0; i < model->node_count; i++) {
        Group *last = summary.groups.len ? &summary.groups.ptr[summary.groups.len - 1] : NULL;
        if (last && str_equal(last->name, all[i].name))
            last->nodes++;
        else
            *VEC_PUSH(arena, &summary.groups) = all[i];
    }
    if (summary.groups.len)
        qsort(summary.groups.ptr, summary.groups.len, sizeof(Group), most_first);
    for (size_t i = 0; i < model->edge_count; i++)
        summary.confidences[model->edges[i].confidence]++;
    return summary;
}

static void put_text(Buf *out, const GraphModel *model, const Summary *summary)
{
    view_put_line_text(out, model->title);
    buf_printf(out, ": %zu node%s, %zu edge%s", model->node_count,
               model->node_count == 1 ? "" : "s", model->edge_count,
               model->edge_count == 1 ? "" : "s");
    for (size_t i = 0; i < GRAPH_CONFIDENCE_COUNT; i++)
        if (summary->confidences[i])
            buf_printf(out, ", %u %.*s", summary->confidences[i],
                       STR_ARG(graph_confidence_name((GraphConfidence)i)));
    if (summary->high_risk)
        buf_printf(out, "; %u of high risk", summary->high_risk);
    if (model->nodes_left_out)
        buf_printf(out, "; %llu nodes more; %.*s", (unsigned long long)model->nodes_left_out,
                   STR_ARG(model->show_all));
    buf_put_byte(out, '\n');
    for (size_t i = 0; i < MIN(summary->groups.len, (size_t)GROUPS_SHOWN); i++) {
        buf_put(out, STR("  "));
        view_put_line_text(out, summary->groups.ptr[i].name.len ? summary->groups.ptr[i].name
                                                                : STR("(no module)"));
        buf_printf(out, "  %u\n", summary->groups.ptr[i].nodes);
    }
    if (summary->groups.len > GROUPS_SHOWN)
        buf_printf(out, "  [%zu more]\n", summary->groups.len - GROUPS_SHOWN);
    if (model->note.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(model->note));
}

static Json *summary_value(Arena *arena, const GraphModel *model, const Summary *summary)
{
    Json *value = query_frame(arena, NULL, STR("graph_summary")), *edges = json_object(arena);
    Json *groups = json_array(arena);
    json_set(value, STR("title"), json_str(arena, model->title));
    if (model->note.len)
        json_set(value, STR("note"), json_str(arena, model->note));
    json_set(value, STR("nodes"), json_u64(arena, model->node_count));
    json_set(value, STR("nodes_left_out"), json_u64(arena, model->nodes_left_out));
    json_set(value, STR("high_risk"), json_u64(arena, summary->high_risk));
    json_set(value, STR("edges"), json_u64(arena, model->edge_count));
    for (size_t i = 0; i < GRAPH_CONFIDENCE_COUNT; i++)
        if (i < GRAPH_COMPILED || summary->confidences[i])
            json_set(edges, graph_confidence_name((GraphConfidence)i),
                     json_u64(arena, summary->confidences[i]));
    json_set(value, STR("confidence"), edges);
    for (size_t i = 0; i < MIN(summary->groups.len, (size_t)GROUPS_SHOWN); i++) {
        Json *row = json_object(arena);
        json_set(row, STR("module"), json_str(arena, summary->groups.ptr[i].name));
        json_set(row, STR("nodes"), json_u64(arena, summary->groups.ptr[i].nodes));
        json_add(groups, row);
    }
    json_set(value, STR("modules"), groups);
    return value;
}

bool graph_answer_summary(SessionRequest *request, const GraphModel *model, GraphFormat format,
                          Err *err)
{
    Buf out = buf_open(request->arena, 0);
    Summary summary = summarize(request->arena, model);
    if (format == GRAPH_JSON || format == GRAPH_TOON)
        view_put_value(&out, *request->scratch, format == GRAPH_JSON ? VIEW_JSON : VIEW_TOON,
                       summary_value(request->arena, model, &summary));
    else
        put_text(&out, model, &summary);
    return session_send_buf(request, &out, err);
}
