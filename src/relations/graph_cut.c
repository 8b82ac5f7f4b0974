/* Cuts a list of callers or callees to one page and keeps the edges between the remaining nodes. */
#include "relations/graph_answer.h"
#include "search/tests.h"

#define CUT UINT32_MAX

/* Order of the nodes after the focus: callers in code first, otherwise unchanged. */
static uint32_t *order_nodes(Arena *arena, const Catalog *catalog, const GraphQuestion *question,
                             const Neighbourhood *found)
{
    size_t count = found->nodes.len, at = 0;
    uint32_t *order = NEW(arena, uint32_t, count + 1);
    bool apart = question->options.direction == NEIGHBOURS_IN;
    for (int tests = 0; tests <= apart; tests++)
        for (uint32_t i = 1; i < count; i++) {
            uint32_t symbol = found->nodes.ptr[i].symbol;
            if (!apart || (symbol != SYMBOL_NOWHERE && tests_hold(catalog, symbol)) == tests)
                order[at++] = i;
        }
    return order;
}

void graph_cut_page(Arena scratch, const Catalog *catalog, const GraphQuestion *question,
                    size_t limit, Neighbourhood *found)
{
    size_t count = found->nodes.len - 1, kept = 0;
    size_t before = (size_t)MIN(question->before, (uint64_t)count);
    size_t shown = MIN(limit, count - before), behind = count - before - shown;
    const uint32_t *order = order_nodes(&scratch, catalog, question, found);
    uint32_t *places = NEW(&scratch, uint32_t, count + 1);
    Neighbour *nodes = NEW(&scratch, Neighbour, shown + 1);
    for (size_t i = 1; i <= count; i++)
        places[i] = CUT;
    for (size_t i = 0; i < shown; i++) {
        nodes[i] = found->nodes.ptr[order[before + i]];
        places[order[before + i]] = (uint32_t)i + 1;
    }
    memcpy(found->nodes.ptr + 1, nodes, shown * sizeof *nodes);
    found->nodes.len = shown + 1;
    for (size_t i = 0; i < found->edges.len; i++) {
        NeighbourEdge edge = found->edges.ptr[i];
        edge.from = places[edge.from];
        edge.to = places[edge.to];
        if (edge.from != CUT && edge.to != CUT)
            found->edges.ptr[kept++] = edge;
    }
    found->edges_left_out += behind;
    found->edges.len = kept;
    found->left_out += behind;
    if (question->options.direction == NEIGHBOURS_OUT)
        found->nodes.ptr[0].more_out += (uint32_t)behind;
    else
        found->nodes.ptr[0].more_in += (uint32_t)behind;
}
