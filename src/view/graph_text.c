/* Text form: a tree of callers, callees or both from each focus node. A breadth-first search
   decides beforehand under which parent a node is expanded, the nearest one; elsewhere it is only
   named. Printing is a depth-first walk with an explicit stack, which the depth bounds. */
#include "base/shell.h"
#include "text/address.h"
#include "text/width.h"
#include "view/graph_plan.h"

/* Steps from the focus that a text tree shows: calls of a tool have 3. */
#define GRAPH_DEPTH_MAX 32

/* Widths in columns that keep a row readable. */
#define LABEL_COLUMNS 80
#define HANDLE_COLUMNS 120
#define TITLE_COLUMNS 100
#define NOTE_COLUMNS 4000 /* not cut: it may list symbols */
#define NO_EDGE UINT32_MAX
/* Minimum number of further callers of a caller that is reported. */
#define HOT_MIN 10
#define MORE STR("\xE2\x80\xA6 ")
#define TIMES STR("\xC3\x97")

/* Adjacency lists of one direction of the shown edges, as positions in the plan. */
typedef struct Neighbours {
    Buckets edges;
    bool incoming;
} Neighbours;

typedef struct Tree {
    Buf *out;
    Arena *arena;
    const GraphPlan *plan;
    Neighbours next;
    uint32_t depth_max;
    uint32_t *via;          /* edge under which a node is expanded; NO_EDGE: none */
    uint32_t *depth;        /* depth of its expansion; UINT32_MAX: not reached */
    const uint32_t *cycles; /* see graph_cycles */
    const uint32_t *hidden; /* edges of the model that the plan does not show */
} Tree;

static uint32_t near_end(const GraphEdge *edge, bool incoming)
{
    return incoming ? edge->to : edge->from;
}

static uint32_t far_end(const GraphEdge *edge, bool incoming)
{
    return incoming ? edge->from : edge->to;
}

static Neighbours find_neighbours(Arena *arena, const GraphPlan *plan, bool incoming)
{
    uint32_t *near = NEW(arena, uint32_t, plan->edge_count);
    for (size_t i = 0; i < plan->edge_count; i++)
        near[i] = near_end(&plan->model->edges[plan->edges[i]], incoming);
    return (Neighbours){buckets_make(arena, near, plan->edge_count, plan->node_count), incoming};
}

static const uint32_t *count_hidden(Arena *arena, const GraphPlan *plan, bool incoming)
{
    uint32_t *hidden = NEW(arena, uint32_t, plan->model->node_count);
    for (size_t i = 0; i < plan->model->edge_count; i++)
        hidden[near_end(&plan->model->edges[i], incoming)]++;
    for (size_t i = 0; i < plan->edge_count; i++)
        hidden[near_end(&plan->model->edges[plan->edges[i]], incoming)]--;
    return hidden;
}

/* ---- lines ---- */

/* Whether the label repeats the handle, with dots for slashes, like the label of a module named
   after its directory. */
static bool says_the_same(Str label, Str handle)
{
    bool same = label.len == handle.len && label.len;
    for (size_t i = 0; i < label.len && same; i++)
        same = label.ptr[i] == (handle.ptr[i] == '/' ? '.' : handle.ptr[i]);
    return same;
}

static void put_name(Buf *out, Arena scratch, const GraphNode *node)
{
    Str label = graph_label(&scratch, node->label, LABEL_COLUMNS);
    Str handle = width_cut_middle(&scratch, address_shown(&scratch, node->handle), HANDLE_COLUMNS);
    buf_put(out, label.len ? label : STR("(no name)"));
    if (handle.len && !says_the_same(node->label, node->handle))
        buf_printf(out, " [%.*s]", STR_ARG(handle));
    if (node->risk >= GRAPH_RISK_MEDIUM)
        buf_printf(out, " %.*s risk", STR_ARG(graph_risk_name(node->risk)));
}

static void put_edge(Buf *out, Arena scratch, const GraphEdge *edge)
{
    if (edge->weight > 1) {
        buf_put_byte(out, ' ');
        buf_put(out, TIMES);
        buf_put_u64(out, edge->weight);
    }
    if (edge->kind.len)
        buf_printf(out, " %.*s", STR_ARG(graph_label(&scratch, edge->kind, LABEL_COLUMNS)));
    if (edge->confidence != GRAPH_EXACT)
        buf_printf(out, " %.*s", STR_ARG(graph_confidence_name(edge->confidence)));
    if (edge->as.len)
        buf_printf(out, " as %.*s", STR_ARG(graph_label(&scratch, edge->as, LABEL_COLUMNS)));
    if (edge->label.len)
        buf_printf(out, " \"%.*s\"", STR_ARG(graph_label(&scratch, edge->label, LABEL_COLUMNS)));
    if (edge->why.len)
        buf_printf(out, " (%.*s)", STR_ARG(edge->why));
}

static uint64_t count_more(const Tree *tree, uint32_t node)
{
    const GraphNode *n = &tree->plan->model->nodes[node];
    uint64_t more = (uint64_t)tree->hidden[node] + (tree->next.incoming ? n->more_in : n->more_out);
    bool expanded = tree->depth[node] < tree->depth_max;
    return more +
           (expanded ? 0 : tree->next.edges.starts[node + 1] - tree->next.edges.starts[node]);
}

static Str direction_word(const Tree *tree)
{
    const GraphWords *words = graph_words(tree->plan->model->subject);
    return tree->next.incoming ? words->in : words->out;
}

/* The call that shows a node's further neighbours: `fovea callers 1a2b3c4d:…`. */
static Str more_call(Tree *tree, uint32_t node)
{
    const GraphModel *model = tree->plan->model;
    Str call = tree->next.incoming ? model->show_in : model->show_out;
    Str id = graph_label(tree->arena, model->nodes[node].id, GRAPH_ID_COLUMNS);
    if (model->nodes[node].focus && model->totals.known && !model->show_rest)
        return (Str){0}; // the last line says it
    if (model->nodes[node].focus && model->show_rest)
        return model->show_rest(model->rest_state, tree->arena,
                                model->before + graph_neighbours_shown(tree->plan));
    return call.len && id.len ? str_format(tree->arena, "%.*s %.*s", STR_ARG(call),
                                           STR_ARG(shell_quote(tree->arena, id)))
                              : (Str){0};
}

/* Writes `… 12 more callers: fovea callers 1a2b3c4d:…`. */
static void put_more(Tree *tree, uint32_t node, uint64_t more)
{
    Str call = more_call(tree, node);
    buf_put_repeat(tree->out, STR("  "), tree->depth[node] + 1);
    buf_put(tree->out, MORE);
    buf_put_thousands(tree->out, more);
    Str word = direction_word(tree);
    word.len -= more == 1 && str_ends(word, STR("s"));
    buf_printf(tree->out, " more %.*s%s%.*s\n", STR_ARG(word), call.len ? ": " : "", STR_ARG(call));
}

/* ---- the tree ---- */

static void find_places(Tree *tree)
{
    const GraphPlan *plan = tree->plan;
    uint32_t *queue = NEW(tree->arena, uint32_t, plan->node_count);
    size_t head = 0, tail = 0;
    for (uint32_t i = 0; i < plan->node_count; i++) {
        tree->via[i] = NO_EDGE;
        tree->depth[i] = plan->model->nodes[i].focus ? 0 : UINT32_MAX;
        if (plan->model->nodes[i].focus)
            queue[tail++] = i;
    }
    while (head < tail) {
        uint32_t node = queue[head++];
        for (uint32_t i = tree->next.edges.starts[node]; i < tree->next.edges.starts[node + 1];
             i++) {
            uint32_t edge = plan->edges[tree->next.edges.rows[i]];
            uint32_t other = far_end(&plan->model->edges[edge], tree->next.incoming);
            if (tree->depth[other] != UINT32_MAX || tree->depth[node] >= tree->depth_max)
                continue;
            tree->depth[other] = tree->depth[node] + 1;
            tree->via[other] = edge;
            queue[tail++] = other;
        }
    }
}

static bool has_children(const Tree *tree, uint32_t node)
{
    return tree->depth[node] < tree->depth_max &&
           tree->next.edges.starts[node + 1] > tree->next.edges.starts[node];
}

/* Writes the line of a neighbour; true if it must be expanded below. */
static bool put_neighbour(Tree *tree, uint32_t node, uint32_t edge)
{
    const GraphEdge *e = &tree->plan->model->edges[edge];
    uint32_t other = far_end(e, tree->next.incoming);
    bool expand = tree->via[other] == edge;
    buf_put_repeat(tree->out, STR("  "), tree->depth[node] + 1);
    put_name(tree->out, *tree->arena, &tree->plan->model->nodes[other]);
    put_edge(tree->out, *tree->arena, e);
    if (other == node)
        buf_put(tree->out, STR(" (recursive)"));
    else if (!expand && tree->cycles[other] == tree->cycles[node])
        buf_put(tree->out, STR(" (cycle)"));
    else if (!expand && has_children(tree, other))
        buf_put(tree->out, STR(" (shown elsewhere)"));
    uint64_t more = expand && !has_children(tree, other) ? count_more(tree, other) : 0;
    if (more >= (tree->plan->model->totals.known ? HOT_MIN : 1)) {
        buf_put(tree->out, STR(" +"));
        graph_put_count(tree->out, more, direction_word(tree));
    }
    buf_put_byte(tree->out, '\n');
    return expand && has_children(tree, other);
}

static void put_branches(Tree *tree, uint32_t root)
{
    struct {
        uint32_t node, next;
    } stack[GRAPH_DEPTH_MAX + 1];
    size_t height = 1;
    stack[0].node = root;
    stack[0].next = tree->next.edges.starts[root];
    while (height && !tree->out->overflow) {
        uint32_t node = stack[height - 1].node;
        if (stack[height - 1].next < tree->next.edges.starts[node + 1]) {
            uint32_t row = tree->next.edges.rows[stack[height - 1].next++];
            uint32_t edge = tree->plan->edges[row];
            if (!put_neighbour(tree, node, edge))
                continue;
            uint32_t child = far_end(&tree->plan->model->edges[edge], tree->next.incoming);
            stack[height].node = child;
            stack[height++].next = tree->next.edges.starts[child];
            continue;
        }
        uint64_t more = count_more(tree, node);
        if (more)
            put_more(tree, node, more);
        height--;
    }
}

static void put_tree(Buf *out, Arena scratch, const GraphPlan *plan, bool incoming)
{
    uint32_t depth = plan->options->depth ? plan->options->depth : GRAPH_DEPTH_MAX;
    Tree tree = {.out = out, .arena = &scratch, .plan = plan};
    tree.next = find_neighbours(&scratch, plan, incoming);
    tree.cycles = graph_cycles(&scratch, plan);
    tree.hidden = count_hidden(&scratch, plan, incoming);
    tree.depth_max = MIN(depth, GRAPH_DEPTH_MAX);
    tree.via = NEW(&scratch, uint32_t, plan->node_count);
    tree.depth = NEW(&scratch, uint32_t, plan->node_count);
    find_places(&tree);
    for (uint32_t i = 0; i < plan->node_count; i++) {
        if (!plan->model->nodes[i].focus)
            continue;
        if (!plan->model->totals.known) {
            buf_printf(out, "\n%.*s", STR_ARG(direction_word(&tree)));
            if (plan->node_count > 1 && plan->model->nodes[1].focus) { // the title names one
                buf_put(out, STR(" of "));
                put_name(out, scratch, &plan->model->nodes[i]);
            }
            buf_put(out,
                    has_children(&tree, i) || count_more(&tree, i) ? STR(":\n") : STR(": none\n"));
        }
        put_branches(&tree, i);
    }
}

/* ---- without a focus ---- */

static void put_list(Buf *out, Arena scratch, const GraphPlan *plan)
{
    Neighbours next = find_neighbours(&scratch, plan, false);
    const uint32_t *cycles = graph_cycles(&scratch, plan);
    buf_put_byte(out, '\n');
    for (uint32_t i = 0; i < plan->node_count && !out->overflow; i++) {
        put_name(out, scratch, &plan->model->nodes[i]);
        for (uint32_t k = next.edges.starts[i]; k < next.edges.starts[i + 1]; k++) {
            const GraphEdge *edge = &plan->model->edges[plan->edges[next.edges.rows[k]]];
            buf_put(out, k == next.edges.starts[i] ? STR(" \xE2\x86\x92 ") : STR(", "));
            Arena work = scratch;
            buf_put(out, graph_label(&work, plan->model->nodes[edge->to].label, LABEL_COLUMNS));
            put_edge(out, work, edge);
            if (cycles[edge->to] == cycles[i])
                buf_put(out, edge->to == i ? STR(" (itself)") : STR(" (cycle)"));
        }
        buf_put_byte(out, '\n');
    }
}

static bool has_focus(const GraphPlan *plan)
{
    for (size_t i = 0; i < plan->node_count; i++)
        if (plan->model->nodes[i].focus)
            return true;
    return false;
}

static void put_line(Buf *out, Arena scratch, Str text, size_t columns)
{
    Str line = graph_label(&scratch, text, columns);
    buf_put(out, line);
    if (line.len)
        buf_put_byte(out, '\n');
}

/* Writes `callers of dictAdd [src/dict.c:303-310]: 54 callers, 70 call sites`, the head of the
   tree. */
static void put_head(Buf *out, Arena scratch, const GraphPlan *plan)
{
    const GraphModel *model = plan->model;
    if (!model->totals.known || !plan->node_count) {
        put_line(out, scratch, model->title, TITLE_COLUMNS);
    } else {
        const GraphWords *word = graph_words(model->subject);
        Str what = plan->options->direction == GRAPH_IN ? word->in : word->out;
        buf_printf(out, "%.*s of ", STR_ARG(what));
        put_name(out, scratch, &model->nodes[0]);
        buf_put(out, STR(": "));
    }
    graph_put_counts(out, plan);
    buf_put_byte(out, '\n');
    put_line(out, scratch, model->note, NOTE_COLUMNS);
}

/* Whether the tree's last line already reports all that is left out. */
static bool is_said_below(const GraphPlan *plan)
{
    return plan->model->totals.known && plan->options->depth == 1;
}

void graph_write_text(Buf *out, Arena scratch, const GraphPlan *plan)
{
    GraphDirection direction = plan->options->direction;
    put_head(out, scratch, plan);
    if (!has_focus(plan)) {
        put_list(out, scratch, plan);
    } else {
        if (direction != GRAPH_OUT)
            put_tree(out, scratch, plan, true);
        if (direction != GRAPH_IN)
            put_tree(out, scratch, plan, false);
    }
    Str left_out = is_said_below(plan) ? (Str){0} : graph_left_out(&scratch, plan);
    if (left_out.len)
        buf_printf(out, "\n[%.*s]\n", STR_ARG(left_out));
}
