/* Strongly connected components by Tarjan's algorithm, with an explicit stack. */
#include "view/graph_plan.h"

typedef struct Visit {
    uint32_t node, next; /* next: position among the node's edges */
} Visit;

typedef struct Search {
    const GraphPlan *plan;
    Buckets out;
    uint32_t *order; /* discovery order of a node, from 1 */
    uint32_t *low;   /* order of the earliest node on the path that it reaches */
    uint32_t *open;  /* stack of nodes without a component yet */
    uint32_t *part;  /* component from 1; 0: not known yet */
    Visit *path;
    uint32_t met, open_count, part_count, depth;
} Search;

static void enter(Search *search, uint32_t node)
{
    search->order[node] = search->low[node] = ++search->met;
    search->open[search->open_count++] = node;
    search->path[search->depth++] = (Visit){node, search->out.starts[node]};
}

/* The node's edges are done: passes its `low` to its caller, and closes its component if it is the
   root of one. */
static void leave(Search *search)
{
    uint32_t node = search->path[--search->depth].node;
    if (search->depth) {
        uint32_t before = search->path[search->depth - 1].node;
        search->low[before] = MIN(search->low[before], search->low[node]);
    }
    if (search->low[node] != search->order[node])
        return;
    search->part_count++;
    while (!search->part[node])
        search->part[search->open[--search->open_count]] = search->part_count;
}

static void walk_from(Search *search, uint32_t root)
{
    const GraphPlan *plan = search->plan;
    enter(search, root);
    while (search->depth) {
        Visit *visit = &search->path[search->depth - 1];
        if (visit->next == search->out.starts[visit->node + 1]) {
            leave(search);
            continue;
        }
        uint32_t row = search->out.rows[visit->next++];
        uint32_t other = plan->model->edges[plan->edges[row]].to;
        if (!search->order[other])
            enter(search, other);
        else if (!search->part[other])
            search->low[visit->node] = MIN(search->low[visit->node], search->order[other]);
    }
}

const uint32_t *graph_cycles(Arena *arena, const GraphPlan *plan)
{
    Search search = {.plan = plan};
    uint32_t *from = NEW(arena, uint32_t, plan->edge_count);
    for (size_t i = 0; i < plan->edge_count; i++)
        from[i] = plan->model->edges[plan->edges[i]].from;
    search.out = buckets_make(arena, from, plan->edge_count, plan->node_count);
    search.order = NEW(arena, uint32_t, plan->node_count);
    search.low = NEW(arena, uint32_t, plan->node_count);
    search.open = NEW(arena, uint32_t, plan->node_count);
    search.part = NEW(arena, uint32_t, plan->node_count);
    search.path = NEW(arena, Visit, plan->node_count);
    for (uint32_t i = 0; i < plan->node_count; i++)
        if (!search.order[i])
            walk_from(&search, i);
    return search.part;
}
