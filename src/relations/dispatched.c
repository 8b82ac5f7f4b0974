#include "relations/dispatched.h"

#include "search/override.h"

/* Callers that are listed beside those that name the symbol itself. A common interface has
   thousands, which say little of one implementation; a note names the interface instead. */
#define DISPATCHED_MAX 60

/* Whether the call may run an override. A call of `super` runs the method itself. */
static bool may_run(const Neighbourhood *found, const NeighbourEdge *edge, uint32_t symbol)
{
    return edge->to == 0 && edge->from && edge->step != EDGE_STEP_SUPER &&
           (edge->kind == REFERENCE_CALL || edge->kind == REFERENCE_USE) &&
           found->nodes.ptr[edge->from].symbol != symbol;
}

bool dispatched_add(Arena *arena, Catalog *catalog, uint32_t symbol, const Exclusion *exclude,
                    FoundUses *uses)
{
    IdVec bases = {0};
    size_t before = uses->list.len;
    uint32_t excluded = 0;
    const NeighbourOptions options = {
        .direction = NEIGHBOURS_IN, .depth = 1, .limit = DISPATCHED_MAX + 1, .exclude = exclude};
    override_bases(catalog, arena, symbol, &bases);
    for (size_t b = 0; b < bases.len; b++) {
        Neighbourhood found;
        if (!catalog_metrics(catalog, bases.ptr[b]).fan_in)
            continue;
        neighbours_find(catalog, arena, &bases.ptr[b], 1, &options, &found);
        excluded += found.excluded;
        for (size_t i = 0; i < found.edges.len; i++) {
            const NeighbourEdge *edge = &found.edges.ptr[i];
            if (may_run(&found, edge, symbol))
                *VEC_PUSH(arena, &uses->list) =
                    (FoundUse){.user = found.nodes.ptr[edge->from].symbol,
                               .as = bases.ptr[b] + 1,
                               .line = edge->line,
                               .count = edge->count,
                               .kind = edge->kind,
                               .confidence = MIN((EdgeConfidence)edge->confidence, EDGE_LIKELY)};
        }
        if (found.left_out || uses->list.len - before > DISPATCHED_MAX) {
            uses->list.len = before;
            return false;
        }
    }
    uses->excluded = excluded;
    return true;
}
