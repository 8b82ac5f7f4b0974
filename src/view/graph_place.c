/* Fifth step of the layered layout: vertical coordinates. Each item is drawn to the mean of its
   neighbours, subject to its layer's order and gaps. For one layer that is an isotonic regression,
   solved exactly by pooling adjacent violators. Sweeps to and fro settle all layers. At the end the
   bends of each long edge are put on common heights where there is room, so that long lines are
   straight. */
#include "view/graph_sketch.h"

#define SWEEPS 24
#define GAP_NODES 16.0
#define GAP_BEND 10.0
/* Weight of the present position of an item without neighbours on that side. */
#define REST 0.05

typedef struct Pool {
    double sum, weight; /* sum of weighted target positions, and of weights */
    uint32_t count;     /* number of items */
} Pool;

static double gap(const Sketch *sketch, uint32_t upper, uint32_t lower)
{
    bool nodes = upper < sketch->node_count && lower < sketch->node_count;
    double room = (sketch->items[upper].height + sketch->items[lower].height) / 2;
    return room + (nodes ? GAP_NODES : GAP_BEND);
}

static void pull_item(const Sketch *sketch, const Buckets *links, uint32_t item, Pool *wish)
{
    for (uint32_t k = links->starts[item]; k < links->starts[item + 1]; k++) {
        const SketchLink *link = &sketch->links[links->rows[k]];
        uint32_t other = link->left == item ? link->right : link->left;
        wish->sum += link->pull * sketch->items[other].y;
        wish->weight += link->pull;
    }
}

/* The sides whose neighbours an item considers. */
typedef enum Look {
    LOOK_LEFT = 1,
    LOOK_RIGHT = 2,
    LOOK_BOTH = 3
} Look;

static Pool wish_of(const Sketch *sketch, uint32_t item, Look look)
{
    Pool wish = {.sum = REST * sketch->items[item].y, .weight = REST, .count = 1};
    if (look & LOOK_LEFT)
        pull_item(sketch, &sketch->left, item, &wish);
    if (look & LOOK_RIGHT)
        pull_item(sketch, &sketch->right, item, &wish);
    return wish;
}

/* Isotonic regression of one layer. Gaps are subtracted from the positions, so that "in order with
   gaps" becomes "not falling". */
static void settle_layer(Sketch *sketch, uint32_t layer, Look look, Pool *pools)
{
    const uint32_t *order = sketch->order + sketch->layer_starts[layer];
    uint32_t size = sketch->layer_starts[layer + 1] - sketch->layer_starts[layer], count = 0;
    double offset = 0;
    for (uint32_t i = 0; i < size; i++) {
        Pool wish = wish_of(sketch, order[i], look);
        offset += i ? gap(sketch, order[i - 1], order[i]) : 0;
        wish.sum -= offset * wish.weight;
        while (count && pools[count - 1].sum * wish.weight >= wish.sum * pools[count - 1].weight) {
            count--;
            wish.sum += pools[count].sum;
            wish.weight += pools[count].weight;
            wish.count += pools[count].count;
        }
        pools[count++] = wish;
    }
    offset = 0;
    for (uint32_t p = 0, i = 0; p < count; p++)
        for (uint32_t n = 0; n < pools[p].count; n++, i++) {
            offset += i ? gap(sketch, order[i - 1], order[i]) : 0;
            sketch->items[order[i]].y = pools[p].sum / pools[p].weight + offset;
        }
}

static void stack_layers(Sketch *sketch)
{
    for (uint32_t layer = 0; layer < sketch->layer_count; layer++) {
        uint32_t from = sketch->layer_starts[layer], to = sketch->layer_starts[layer + 1];
        double y = 0;
        for (uint32_t i = from; i < to; i++) {
            y += i > from ? gap(sketch, sketch->order[i - 1], sketch->order[i]) : 0;
            sketch->items[sketch->order[i]].y = y;
        }
        for (uint32_t i = from; i < to; i++)
            sketch->items[sketch->order[i]].y -= y / 2;
    }
}

/* ---- straight lines ---- */

typedef struct Range {
    double low, high;
} Range;

/* Range in which an item may move while all other items keep their positions. */
static Range room_of(const Sketch *sketch, uint32_t item)
{
    const SketchItem *it = &sketch->items[item];
    uint32_t at = sketch->layer_starts[it->layer] + it->place;
    Range room = {-1e9, 1e9};
    if (it->place > 0) {
        uint32_t above = sketch->order[at - 1];
        room.low = sketch->items[above].y + gap(sketch, above, item);
    }
    if (at + 1 < sketch->layer_starts[it->layer + 1]) {
        uint32_t below = sketch->order[at + 1];
        room.high = sketch->items[below].y - gap(sketch, item, below);
    }
    return room;
}

/* Puts the longest run of bends from `first` that can share a height on it: the height of the
   edge's target if possible, else one near their mean. Returns the length of the run. */
static uint32_t straighten_run(Sketch *sketch, uint32_t first, uint32_t end, double goal_y)
{
    Range common = {-1e9, 1e9};
    double sum = 0;
    uint32_t item = first;
    for (; item < end; item++) {
        Range room = room_of(sketch, item);
        if (MAX(common.low, room.low) > MIN(common.high, room.high))
            break;
        common.low = MAX(common.low, room.low);
        common.high = MIN(common.high, room.high);
        sum += sketch->items[item].y;
    }
    uint32_t count = MAX(item - first, 1);
    bool to_goal = goal_y >= common.low && goal_y <= common.high;
    double y = to_goal ? goal_y : MIN(MAX(sum / count, common.low), common.high);
    for (uint32_t i = first; i < item; i++)
        sketch->items[i].y = y;
    return count;
}

static void straighten_chains(Sketch *sketch)
{
    for (uint32_t i = 0; i < sketch->node_count; i++)
        for (int side = 0; side < 2; side++) {
            const SketchChain *chain = &sketch->chains[side][i];
            uint32_t end = chain->first + (chain->high - chain->low);
            for (uint32_t item = chain->first; item < end;)
                item += straighten_run(sketch, item, end, sketch->items[i].y);
        }
}

void sketch_place(Sketch *sketch)
{
    uint32_t widest = 0, last = sketch->layer_count - 1;
    for (uint32_t layer = 0; layer <= last; layer++)
        widest = MAX(widest, sketch->layer_starts[layer + 1] - sketch->layer_starts[layer]);
    Pool *pools = NEW(sketch->arena, Pool, widest);
    stack_layers(sketch);
    for (int i = 0; i < SWEEPS; i++) {
        bool rightwards = i % 2 == 0;
        Look look = i >= SWEEPS / 2 ? LOOK_BOTH : rightwards ? LOOK_LEFT : LOOK_RIGHT;
        for (uint32_t n = 0; n <= last; n++)
            settle_layer(sketch, rightwards ? n : last - n, look, pools);
    }
    straighten_chains(sketch);
}
