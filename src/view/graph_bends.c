/* Third step of the layered layout, dummy nodes: a long edge gets an item in every layer that it
   crosses. */
#include "view/graph_sketch.h"

/* Maximum number of bends of a picture; beyond it, the longest edges are drawn straight. */
#define GRAPH_BENDS_MAX 60000

/* Priorities of being straight, higher for long edges (Gansner et al. use 1, 2 and 8, too). */
#define PULL_NODES 1.0
#define PULL_END 2.0
#define PULL_BENDS 8.0
/* Height of a bend in its layer, in pixels. */
#define BEND_HEIGHT 4.0

/* Finds the layers that each chain crosses, for arcs that span at most span_max layers. Returns the
   number of bends. */
static size_t measure_chains(Sketch *sketch)
{
    size_t count = 0;
    for (uint32_t i = 0; i < sketch->node_count; i++)
        for (int side = 0; side < 2; side++)
            sketch->chains[side][i] = (SketchChain){.low = UINT32_MAX};
    for (uint32_t i = 0; i < sketch->arc_count; i++) {
        const SketchArc *arc = &sketch->arcs[i];
        if (!sketch_has_bends(sketch, arc))
            continue;
        SketchChain *chain = sketch_chain(sketch, arc);
        chain->low = MIN(chain->low, sketch->layers[arc->left] + 1);
        chain->high = MAX(chain->high, sketch->layers[arc->right]);
    }
    for (uint32_t i = 0; i < sketch->node_count; i++)
        for (int side = 0; side < 2; side++) {
            SketchChain *chain = &sketch->chains[side][i];
            chain->low = MIN(chain->low, chain->high);
            count += chain->high - chain->low;
        }
    return count;
}

static void add_items(Sketch *sketch, size_t bends)
{
    sketch->items = NEW(sketch->arena, SketchItem, sketch->node_count + bends);
    sketch->item_count = sketch->node_count;
    for (uint32_t i = 0; i < sketch->node_count; i++)
        sketch->items[i] =
            (SketchItem){.layer = sketch->layers[i], .height = sketch->sizes[i].height};
    for (uint32_t i = 0; i < sketch->node_count; i++)
        for (int side = 0; side < 2; side++) {
            SketchChain *chain = &sketch->chains[side][i];
            chain->first = sketch->item_count;
            for (uint32_t layer = chain->low; layer < chain->high; layer++)
                sketch->items[sketch->item_count++] =
                    (SketchItem){.layer = layer, .height = BEND_HEIGHT};
        }
}

static void add_link(Sketch *sketch, uint32_t left, uint32_t right)
{
    int bends = (left >= sketch->node_count) + (right >= sketch->node_count);
    double pull = bends == 2 ? PULL_BENDS : bends == 1 ? PULL_END : PULL_NODES;
    sketch->links[sketch->link_count++] = (SketchLink){left, right, pull};
}

/* Adds a chain's links: between its bends, and to its target node. */
static void link_chain(Sketch *sketch, uint32_t goal, const SketchChain *chain, bool backward)
{
    uint32_t count = chain->high - chain->low;
    for (uint32_t i = 1; i < count; i++)
        add_link(sketch, chain->first + i - 1, chain->first + i);
    if (count && backward)
        add_link(sketch, goal, chain->first);
    else if (count)
        add_link(sketch, chain->first + count - 1, goal);
}

/* Adds an arc's link: from end to end, or to where it joins its chain. */
static void link_arc(Sketch *sketch, const SketchArc *arc)
{
    const SketchChain *chain = sketch_chain(sketch, arc);
    uint32_t left = sketch->layers[arc->left], right = sketch->layers[arc->right];
    if (right - left == 1)
        add_link(sketch, arc->left, arc->right);
    else if (!sketch_has_bends(sketch, arc))
        return;
    else if (sketch_is_backward(arc))
        add_link(sketch, chain->first + (right - 1 - chain->low), arc->right);
    else
        add_link(sketch, arc->left, chain->first + (left + 1 - chain->low));
}

static Buckets links_by(const Sketch *sketch, bool right_end)
{
    uint32_t *ends = NEW(sketch->arena, uint32_t, sketch->link_count);
    for (uint32_t i = 0; i < sketch->link_count; i++)
        ends[i] = right_end ? sketch->links[i].right : sketch->links[i].left;
    return buckets_make(sketch->arena, ends, sketch->link_count, sketch->item_count);
}

void sketch_add_bends(Sketch *sketch)
{
    for (int side = 0; side < 2; side++)
        sketch->chains[side] = NEW(sketch->arena, SketchChain, sketch->node_count);
    sketch->span_max = sketch->layer_count;
    size_t bends = measure_chains(sketch);
    while (bends > GRAPH_BENDS_MAX) {
        sketch->span_max /= 2;
        bends = measure_chains(sketch);
    }
    add_items(sketch, bends);
    sketch->links = NEW(sketch->arena, SketchLink, bends + sketch->arc_count);
    for (uint32_t i = 0; i < sketch->node_count; i++)
        for (int side = 0; side < 2; side++)
            link_chain(sketch, i, &sketch->chains[side][i], side);
    for (uint32_t i = 0; i < sketch->arc_count; i++)
        link_arc(sketch, &sketch->arcs[i]);
    sketch->left = links_by(sketch, true);
    sketch->right = links_by(sketch, false);
}
