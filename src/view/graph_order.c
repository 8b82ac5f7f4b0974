/* Fourth step of the layered layout: crossing reduction. Sweeps to and fro sort each layer by the
   mean position of its neighbours in the previous layer (barycentre heuristic). Then adjacent items
   are swapped where that reduces crossings. The best order seen is kept. */
#include "view/graph_sketch.h"

/* Bounds on the number of sweeps by SWEEP_WORK: more hardly improve an order, fewer leave it
   random. */
#define SWEEPS_MAX 24
#define SWEEPS_MIN 3
/* Maximum number of items and links visited by all sweeps from one start: about a fifth of a
   second. */
#define SWEEP_WORK 1500000
#define SWAP_ROUNDS 8
/* Limit of the work of swaps: they help in small graphs and cost too much in large ones. */
#define SWAP_WORK 10000

typedef struct Order {
    Sketch *sketch;
    uint32_t *best;  /* the best order so far */
    uint32_t *tree;  /* Fenwick tree, for counting crossings */
    double *means;   /* by item */
    uint32_t widest; /* layer */
} Order;

static uint32_t layer_size(const Sketch *sketch, uint32_t layer)
{
    return sketch->layer_starts[layer + 1] - sketch->layer_starts[layer];
}

static void number_layer(Sketch *sketch, uint32_t layer)
{
    for (uint32_t i = sketch->layer_starts[layer]; i < sketch->layer_starts[layer + 1]; i++)
        sketch->items[sketch->order[i]].place = i - sketch->layer_starts[layer];
}

/* ---- counting ---- */

static uint32_t neighbour(const Sketch *sketch, uint32_t link, bool to_the_left)
{
    return to_the_left ? sketch->links[link].left : sketch->links[link].right;
}

/* Number of crossings among the links that lead left from a layer: pairs of links whose ends are in
   opposite order (inversions, by a Fenwick tree). */
static uint64_t count_layer_crossings(Order *order, uint32_t layer)
{
    const Sketch *sketch = order->sketch;
    uint32_t size = layer_size(sketch, layer - 1), total = 0;
    uint64_t crossings = 0;
    memset(order->tree, 0, (size + 1) * sizeof *order->tree);
    for (uint32_t i = sketch->layer_starts[layer]; i < sketch->layer_starts[layer + 1]; i++) {
        uint32_t item = sketch->order[i], from = sketch->left.starts[item],
                 to = sketch->left.starts[item + 1];
        for (uint32_t k = from; k < to; k++) {
            uint32_t place = sketch->items[neighbour(sketch, sketch->left.rows[k], true)].place;
            uint32_t before = 0;
            for (uint32_t at = place + 1; at; at &= at - 1)
                before += order->tree[at];
            crossings += total - before;
        }
        for (uint32_t k = from; k < to; k++, total++) {
            uint32_t place = sketch->items[neighbour(sketch, sketch->left.rows[k], true)].place;
            for (uint32_t at = place + 1; at <= size; at += at & (~at + 1))
                order->tree[at]++;
        }
    }
    return crossings;
}

static uint64_t count_crossings(Order *order)
{
    uint64_t sum = 0;
    for (uint32_t layer = 1; layer < order->sketch->layer_count; layer++)
        sum += count_layer_crossings(order, layer);
    return sum;
}

/* ---- barycentres ---- */

typedef struct Ranked {
    double mean;
    uint32_t place, item;
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->mean != y->mean)
        return x->mean < y->mean ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Barycentre: the mean position of an item's neighbours on one side, relative to that layer's size.
   An item without neighbours keeps about its position. */
static double mean_place(const Sketch *sketch, uint32_t item, bool to_the_left)
{
    const Buckets *links = to_the_left ? &sketch->left : &sketch->right;
    uint32_t count = links->starts[item + 1] - links->starts[item],
             layer = sketch->items[item].layer;
    double sum = 0;
    if (!count)
        return (sketch->items[item].place + 0.5) / layer_size(sketch, layer);
    for (uint32_t k = links->starts[item]; k < links->starts[item + 1]; k++)
        sum += sketch->items[neighbour(sketch, links->rows[k], to_the_left)].place + 0.5;
    return sum / count / layer_size(sketch, to_the_left ? layer - 1 : layer + 1);
}

static void sort_layer(Sketch *sketch, uint32_t layer, bool to_the_left, Ranked *ranked)
{
    uint32_t *order = sketch->order + sketch->layer_starts[layer];
    uint32_t size = layer_size(sketch, layer);
    for (uint32_t i = 0; i < size; i++)
        ranked[i] = (Ranked){mean_place(sketch, order[i], to_the_left), i, order[i]};
    qsort(ranked, size, sizeof *ranked, compare_ranked);
    for (uint32_t i = 0; i < size; i++)
        order[i] = ranked[i].item;
    number_layer(sketch, layer);
}

static void sweep(Sketch *sketch, bool rightwards, Ranked *ranked)
{
    for (uint32_t i = 1; i < sketch->layer_count; i++)
        sort_layer(sketch, rightwards ? i : sketch->layer_count - 1 - i, rightwards, ranked);
}

/* ---- swaps ---- */

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorted positions of an item's neighbours on one side. */
static uint32_t *list_places(Sketch *sketch, Arena *scratch, uint32_t item, bool to_the_left)
{
    const Buckets *links = to_the_left ? &sketch->left : &sketch->right;
    uint32_t count = links->starts[item + 1] - links->starts[item];
    uint32_t *places = NEW(scratch, uint32_t, count + 1);
    for (uint32_t k = 0; k < count; k++)
        places[k] =
            sketch->items[neighbour(sketch, links->rows[links->starts[item] + k], to_the_left)]
                .place;
    qsort(places, count, sizeof *places, compare_u32);
    places[count] = UINT32_MAX;
    return places;
}

/* Number of crossings between the links of two items, the first above the second. */
static int64_t count_pair(const uint32_t *upper, const uint32_t *lower)
{
    int64_t crossings = 0, below = 0;
    for (; *upper != UINT32_MAX; upper++) {
        for (; *lower < *upper; lower++)
            below++;
        crossings += below;
    }
    return crossings;
}

static bool swap_helps(Sketch *sketch, Arena scratch, uint32_t upper, uint32_t lower)
{
    int64_t gain = 0;
    for (int side = 0; side < 2; side++) {
        uint32_t *a = list_places(sketch, &scratch, upper, side);
        uint32_t *b = list_places(sketch, &scratch, lower, side);
        gain += count_pair(a, b) - count_pair(b, a);
    }
    return gain > 0;
}

static bool swap_neighbours(Sketch *sketch, uint32_t layer)
{
    uint32_t *order = sketch->order + sketch->layer_starts[layer];
    bool swapped = false;
    for (uint32_t i = 0; i + 1 < layer_size(sketch, layer); i++) {
        if (!swap_helps(sketch, *sketch->arena, order[i], order[i + 1]))
            continue;
        uint32_t upper = order[i];
        order[i] = order[i + 1];
        order[i + 1] = upper;
        sketch->items[order[i]].place = i;
        sketch->items[upper].place = i + 1;
        swapped = true;
    }
    return swapped;
}

static void swap_all(Sketch *sketch)
{
    bool swapped = true;
    for (int round = 0; round < SWAP_ROUNDS && swapped; round++) {
        swapped = false;
        for (uint32_t layer = 0; layer < sketch->layer_count; layer++)
            swapped |= swap_neighbours(sketch, layer);
    }
}

/* ---- all ---- */

/* Puts bends in the middle of their layer's nodes at the start: where nothing else decides, a line
   then runs through the middle and not around. Until then they are last in the layer. */
static void centre_bends(Sketch *sketch, uint32_t layer, Arena scratch)
{
    uint32_t *order = sketch->order + sketch->layer_starts[layer], size = layer_size(sketch, layer);
    uint32_t nodes = 0;
    while (nodes < size && order[nodes] < sketch->node_count)
        nodes++;
    uint32_t below = nodes / 2, bends = size - nodes;
    uint32_t *moved = NEW(&scratch, uint32_t, below + 1);
    memcpy(moved, order + nodes - below, below * sizeof *order);
    memmove(order + nodes - below, order + nodes, bends * sizeof *order);
    memcpy(order + size - below, moved, below * sizeof *order);
}

static void start_order(Sketch *sketch, Order *order)
{
    uint32_t *layers = NEW(sketch->arena, uint32_t, sketch->item_count);
    for (uint32_t i = 0; i < sketch->item_count; i++)
        layers[i] = sketch->items[i].layer;
    Buckets by_layer = buckets_make(sketch->arena, layers, sketch->item_count, sketch->layer_count);
    sketch->layer_starts = NEW(sketch->arena, uint32_t, sketch->layer_count + 1);
    sketch->order = NEW(sketch->arena, uint32_t, sketch->item_count);
    memcpy(sketch->order, by_layer.rows, sketch->item_count * sizeof(uint32_t));
    memcpy(sketch->layer_starts, by_layer.starts, (sketch->layer_count + 1) * sizeof(uint32_t));
    for (uint32_t layer = 0; layer < sketch->layer_count; layer++) {
        centre_bends(sketch, layer, *sketch->arena);
        number_layer(sketch, layer);
        order->widest = MAX(order->widest, layer_size(sketch, layer));
    }
}

static void number_all(Sketch *sketch)
{
    for (uint32_t layer = 0; layer < sketch->layer_count; layer++)
        number_layer(sketch, layer);
}

/* Sweeps from the present order, first to the right or first to the left; keeps the best order. */
static void improve(Order *order, Ranked *ranked, bool rightwards, uint64_t *fewest)
{
    Sketch *sketch = order->sketch;
    uint32_t work = sketch->item_count + sketch->link_count;
    uint32_t sweeps = MAX(MIN(SWEEP_WORK / work, SWEEPS_MAX), SWEEPS_MIN);
    for (uint32_t i = 0; i < sweeps && *fewest; i++, rightwards = !rightwards) {
        sweep(sketch, rightwards, ranked);
        if (work < SWAP_WORK)
            swap_all(sketch);
        uint64_t crossings = count_crossings(order);
        if (crossings >= *fewest)
            continue;
        *fewest = crossings;
        memcpy(order->best, sketch->order, sketch->item_count * sizeof *order->best);
    }
}

void sketch_order(Sketch *sketch)
{
    Order order = {.sketch = sketch};
    uint64_t fewest = UINT64_MAX;
    start_order(sketch, &order);
    size_t bytes = sketch->item_count * sizeof(uint32_t);
    uint32_t *start = NEW(sketch->arena, uint32_t, sketch->item_count);
    Ranked *ranked = NEW(sketch->arena, Ranked, order.widest);
    order.tree = NEW(sketch->arena, uint32_t, order.widest + 2);
    order.best = NEW(sketch->arena, uint32_t, sketch->item_count);
    memcpy(start, sketch->order, bytes);
    improve(&order, ranked, true, &fewest);
    memcpy(sketch->order, start, bytes);
    number_all(sketch);
    improve(&order, ranked, false, &fewest);
    memcpy(sketch->order, order.best, bytes);
    number_all(sketch);
}
