/* The part of a graph that fits the budget, and helpers of the writers. Internal to view. */
#pragma once

#include "base/buckets.h"
#include "view/graph.h"

/* The shown subgraph: nodes [0, node_count) of the model and edges edges[0, edge_count), each of
   which joins two of these nodes. */
typedef struct GraphPlan {
    const GraphModel *model;
    const GraphOptions *options;
    const uint32_t *edges; /* edge indices, sorted by the later of their two nodes */
    size_t node_count, edge_count;
} GraphPlan;

typedef struct GraphWords {
    Str name;         /* calls */
    Str nodes, edges; /* symbols, calls */
    Str in, out;      /* callers, callees */
} GraphWords;

const GraphWords *graph_words(GraphSubject subject);

static inline uint64_t graph_nodes_left_out(const GraphPlan *plan)
{
    return plan->model->nodes_left_out + plan->model->node_count - plan->node_count;
}
static inline uint64_t graph_edges_left_out(const GraphPlan *plan)
{
    return plan->model->edges_left_out + plan->model->edge_count - plan->edge_count;
}

/* Writes `1 call`, `2,045 calls` or `1 dependency`. */
void graph_put_count(Buf *out, uint64_t count, Str plural);
/* Writes `14 symbols, 20 calls`, not counting a single focus. With folders: `72 modules in 9 boxes,
   12 lines`. With totals: `54 callers, 70 call sites; first 2 shown`. */
void graph_put_counts(Buf *out, const GraphPlan *plan);
/* Number of shown neighbours of the focus. */
uint64_t graph_neighbours_shown(const GraphPlan *plan);
/* `3 symbols and 9 calls left out: fovea graph …`, as a label; empty if all is shown. */
Str graph_left_out(Arena *arena, const GraphPlan *plan);

/* Untrusted text as one line: valid UTF-8, no control bytes, no direction or zero-width marks,
   white space folded, cut in the middle to `columns`. */
Str graph_label(Arena *arena, Str text, size_t columns);

/* The same for a path with lines, cut at its first folders. */
Str graph_handle(Arena *arena, Str text, size_t columns);

/* The first line of a box: the label as far as it fits, or a substitute if it is empty. */
Str graph_box_label(Arena *arena, const GraphNode *node);

/* The second line of a box: the location, or how much a folder holds; may be empty. */
Str graph_box_note(Arena *arena, const GraphNode *node);

/* Maximum width of a text in JSON and TOON, in columns. */
#define GRAPH_VALUE_COLUMNS 160

/* The shown nodes by group, in order of first appearance. Nodes without a group are in an
   additional last bucket, which has no name. */
typedef struct GraphGroups {
    const Str *names;
    size_t count;             /* without the additional bucket */
    Buckets nodes;            /* by group */
    const uint32_t *group_of; /* by node */
} GraphGroups;
GraphGroups graph_groups(Arena *arena, const GraphPlan *plan);

/* The largest part of the model that a picture may show. */
GraphPlan graph_plan_picture(Arena *arena, const GraphModel *model, const GraphOptions *options);

/* Strongly connected components: the component of each shown node. Two nodes are on a common cycle
   exactly if they are in the same component. */
const uint32_t *graph_cycles(Arena *arena, const GraphPlan *plan);

void graph_write_text(Buf *out, Arena scratch, const GraphPlan *plan);
void graph_write_value(Buf *out, Arena scratch, const GraphPlan *plan);
void graph_write_dot(Buf *out, Arena scratch, const GraphPlan *plan);
void graph_write_mermaid(Buf *out, Arena scratch, const GraphPlan *plan);
