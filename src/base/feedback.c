/* An order of all nodes is computed by the heuristic of Eades, Lin and Smyth ("A fast and effective
   heuristic for the feedback arc set problem", 1993). Nodes are taken one by one: sinks go to the
   right end, sources to the left, else the node with the largest surplus of outgoing weight.
   Then the arcs are inserted, heaviest first. An arc that runs from right to left reorders the
   nodes between its ends, unless heavier arcs already lead from its target to its source. Only
   those arcs remain backwards and form the set. The order is maintained as in Pearce and Kelly, "A
   dynamic topological sort algorithm for directed acyclic graphs" (2006). */
#include "base/feedback.h"

#include <stdlib.h>

#include "base/buckets.h"

typedef struct Row {
    Arena *arena;
    const WeightedArc *arcs;
    uint32_t node_count, arc_count;
    Buckets out, in; /* arcs by source and by target */
    double *out_weight, *in_weight;
    bool *taken;
    uint32_t *rank; /* by node: its position */
    bool *laid;     /* by arc: inserted, and thus runs forwards */
    bool *met;      /* by node: visited while an arc is inserted */
} Row;

typedef struct NodeList {
    uint32_t *nodes;
    uint32_t count;
} NodeList;

static Buckets arcs_by(const Row *row, bool incoming)
{
    uint32_t *ends = NEW(row->arena, uint32_t, row->arc_count);
    for (uint32_t i = 0; i < row->arc_count; i++)
        ends[i] = incoming ? row->arcs[i].to : row->arcs[i].from;
    return buckets_make(row->arena, ends, row->arc_count, row->node_count);
}

static void take_node(Row *row, uint32_t node)
{
    const WeightedArc *arcs = row->arcs;
    row->taken[node] = true;
    for (uint32_t i = row->out.starts[node]; i < row->out.starts[node + 1]; i++)
        row->in_weight[arcs[row->out.rows[i]].to] -= arcs[row->out.rows[i]].weight;
    for (uint32_t i = row->in.starts[node]; i < row->in.starts[node + 1]; i++)
        row->out_weight[arcs[row->in.rows[i]].from] -= arcs[row->in.rows[i]].weight;
}

/* The next node to take: a sink, else a source, else the best of the others. Weights are whole
   numbers, so that they come down to exactly 0. */
static uint32_t choose_node(const Row *row, bool *to_the_right)
{
    uint32_t best = UINT32_MAX, source = UINT32_MAX;
    double best_value = 0;
    for (uint32_t i = 0; i < row->node_count; i++) {
        if (row->taken[i])
            continue;
        double value = row->out_weight[i] - row->in_weight[i];
        if ((*to_the_right = row->out_weight[i] <= 0))
            return i;
        if (row->in_weight[i] <= 0 && source == UINT32_MAX)
            source = i;
        if (best == UINT32_MAX || value > best_value) {
            best = i;
            best_value = value;
        }
    }
    return source != UINT32_MAX ? source : best;
}

static void weigh(Row *row)
{
    for (uint32_t i = 0; i < row->arc_count; i++) {
        const WeightedArc *arc = &row->arcs[i];
        row->out_weight[arc->from] += arc->weight;
        row->in_weight[arc->to] += arc->weight;
    }
}

static void make_row(Row *row)
{
    uint32_t left = 0, right = row->node_count;
    weigh(row);
    while (left < right) {
        bool to_the_right = false;
        uint32_t node = choose_node(row, &to_the_right);
        take_node(row, node);
        row->rank[node] = to_the_right ? --right : left++;
    }
}

/* The nodes that inserted arcs lead to (or, backwards, come from) from `start`, none beyond `end`
   of the order. */
static void collect(Row *row, uint32_t start, uint32_t end, bool backwards, NodeList *list)
{
    const Buckets *arcs = backwards ? &row->in : &row->out;
    list->nodes[list->count++] = start;
    row->met[start] = true;
    for (uint32_t next = list->count - 1; next < list->count; next++)
        for (uint32_t i = arcs->starts[list->nodes[next]]; i < arcs->starts[list->nodes[next] + 1];
             i++) {
            const WeightedArc *arc = &row->arcs[arcs->rows[i]];
            uint32_t other = backwards ? arc->from : arc->to;
            bool beyond = backwards ? row->rank[other] < end : row->rank[other] > end;
            if (!row->laid[arcs->rows[i]] || beyond || row->met[other])
                continue;
            row->met[other] = true;
            list->nodes[list->count++] = other;
        }
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorts these nodes by rank and collects their ranks in `ranks`. */
static void sort_by_rank(const Row *row, NodeList *list, uint32_t *node_at, uint32_t *ranks)
{
    for (uint32_t i = 0; i < list->count; i++) {
        ranks[i] = row->rank[list->nodes[i]];
        node_at[ranks[i]] = list->nodes[i];
    }
    if (list->count)
        qsort(ranks, list->count, sizeof *ranks, by_number);
    for (uint32_t i = 0; i < list->count; i++)
        list->nodes[i] = node_at[ranks[i]];
}

/* Places the predecessors of the arc's source before the successors of its target, reusing their
   ranks. */
static void reorder(Row *row, Arena *arena, NodeList *before, NodeList *after)
{
    uint32_t count = row->node_count, all = before->count + after->count;
    uint32_t *node_at = NEW(arena, uint32_t, count), *ranks = NEW(arena, uint32_t, count);
    sort_by_rank(row, before, node_at, ranks);
    sort_by_rank(row, after, node_at, ranks + before->count);
    qsort(ranks, all, sizeof *ranks, by_number);
    for (uint32_t i = 0; i < before->count; i++)
        row->rank[before->nodes[i]] = ranks[i];
    for (uint32_t i = 0; i < after->count; i++)
        row->rank[after->nodes[i]] = ranks[before->count + i];
}

static void forget(Row *row, const NodeList *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        row->met[list->nodes[i]] = false;
}

static void lay_arc(Row *row, uint32_t index)
{
    const WeightedArc *arc = &row->arcs[index];
    uint32_t low = row->rank[arc->to], high = row->rank[arc->from];
    Arena scratch = *row->arena;
    NodeList after = {0}, before = {0};
    bool closes = false;
    if (high > low) {
        after.nodes = NEW(&scratch, uint32_t, row->node_count);
        before.nodes = NEW(&scratch, uint32_t, row->node_count);
        collect(row, arc->to, high, false, &after);
        closes = row->met[arc->from];
        if (!closes)
            collect(row, arc->from, low, true, &before);
        forget(row, &after);
        forget(row, &before);
    }
    row->laid[index] = !closes;
    if (before.count)
        reorder(row, &scratch, &before, &after);
}

typedef struct SymbolMeasures {
    double weight;
    uint32_t arc;
} SymbolMeasures;

static int heaviest_first(const void *a, const void *b)
{
    const SymbolMeasures *x = a, *y = b;
    if (x->weight > y->weight || x->weight < y->weight)
        return x->weight < y->weight ? 1 : -1;
    return x->arc < y->arc ? -1 : x->arc > y->arc;
}

static void lay_arcs(Row *row)
{
    SymbolMeasures *sorted = NEW(row->arena, SymbolMeasures, row->arc_count);
    for (uint32_t i = 0; i < row->arc_count; i++)
        sorted[i] = (SymbolMeasures){row->arcs[i].weight, i};
    if (row->arc_count)
        qsort(sorted, row->arc_count, sizeof *sorted, heaviest_first);
    for (uint32_t i = 0; i < row->arc_count; i++)
        lay_arc(row, sorted[i].arc);
}

bool *feedback_arcs(Arena *arena, uint32_t node_count, const WeightedArc *arcs, uint32_t arc_count)
{
    bool *back = NEW(arena, bool, arc_count);
    Row row = {.arena = arena, .arcs = arcs, .node_count = node_count, .arc_count = arc_count};
    row.out = arcs_by(&row, false);
    row.in = arcs_by(&row, true);
    row.out_weight = NEW(arena, double, node_count);
    row.in_weight = NEW(arena, double, node_count);
    row.taken = NEW(arena, bool, node_count);
    row.rank = NEW(arena, uint32_t, node_count);
    row.laid = NEW(arena, bool, arc_count);
    row.met = NEW(arena, bool, node_count);
    make_row(&row);
    lay_arcs(&row);
    for (uint32_t i = 0; i < arc_count; i++)
        back[i] = row.rank[arcs[i].from] > row.rank[arcs[i].to];
    return back;
}
