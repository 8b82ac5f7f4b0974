/* Inside view: what graph.c decided to show, and what the writers share. */
#pragma once

#include "base/buckets.h"
#include "view/graph.h"

/* Nodes [0, node_count) of the model and edges edges[0, edge_count), of which every one joins two
   of these nodes. */
typedef struct GraphPlan {
    const GraphModel *model;
    const GraphOptions *options;
    const uint32_t *edges; /* indices by the later of their two nodes */
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

/* `1 call`, `2,045 calls`, `1 dependency` */
void graph_put_count(Buf *out, uint64_t count, Str plural);
/* `14 symbols, 20 calls`; without the focus, when there is one; with folders `72 modules in 9
   boxes, 12 lines`. With totals: `54 callers, 70 call sites; first 2 shown`. */
void graph_put_counts(Buf *out, const GraphPlan *plan);
/* Neighbours of the focus that are shown. */
uint64_t graph_neighbours_shown(const GraphPlan *plan);
/* `3 symbols and 9 calls left out: fovea graph …`, as a label; empty when all is shown. */
Str graph_left_out(Arena *arena, const GraphPlan *plan);

/* Text of others on one line: valid UTF-8, no control bytes, no direction or zero-width marks,
   white space folded, at most so many columns (cut in the middle). */
Str graph_label(Arena *arena, Str text, size_t columns);

/* The same for a path with lines: its first folders give way. */
Str graph_handle(Arena *arena, Str text, size_t columns);

/* What a box says: the label, as far as it fits, or that there is none. */
Str graph_box_label(Arena *arena, const GraphNode *node);

/* The line below it: where it is, or how much a folder holds; may be empty. */
Str graph_box_note(Arena *arena, const GraphNode *node);

/* Columns of a text in JSON and TOON. */
#define GRAPH_VALUE_COLUMNS 160

/* The shown nodes by group, groups in order of appearance. Nodes without a group are the last
   bucket, which has no name. */
typedef struct GraphGroups {
    const Str *names;
    size_t count;             /* without the last one */
    Buckets nodes;            /* by group */
    const uint32_t *group_of; /* by node */
} GraphGroups;
GraphGroups graph_groups(Arena *arena, const GraphPlan *plan);

/* All that a picture may hold of the model. */
GraphPlan graph_plan_picture(Arena *arena, const GraphModel *model, const GraphOptions *options);

/* By node: which strongly connected part it is in. Two nodes are on a common cycle of what is shown
   exactly when they are in one part. */
const uint32_t *graph_cycles(Arena *arena, const GraphPlan *plan);

void graph_write_text(Buf *out, Arena scratch, const GraphPlan *plan);
void graph_write_value(Buf *out, Arena scratch, const GraphPlan *plan);
void graph_write_dot(Buf *out, Arena scratch, const GraphPlan *plan);
void graph_write_mermaid(Buf *out, Arena scratch, const GraphPlan *plan);
