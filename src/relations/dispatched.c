#include "relations/dispatched.h"

#include "lang/registry.h"
#include "search/override.h"

/* Callers that are listed beside those that name the symbol itself. A common interface has
   thousands, which say little of one implementation; a note names the interface instead. */
#define DISPATCHED_MAX 60

typedef struct Dispatch {
    const Catalog *catalog;
    uint32_t symbol, base;
    const Neighbourhood *found; /* the callers of the base */
    IdVec ancestors;            /* the symbol's type and those above it */
} Dispatch;

/* The type around a symbol, or SYMBOL_NOWHERE. */
static uint32_t type_around(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t at = place.index;
    while (at && !symbol_is_type((SymbolKind)file->entries[at].kind))
        at = file->entries[at].parent;
    return at ? file->first + at : SYMBOL_NOWHERE;
}

/* Whether the edge is a call of the base that is no call of `super` and that overrides may take. */
static bool is_call(const Dispatch *dispatch, const NeighbourEdge *edge)
{
    return edge->to == 0 && edge->from && edge->step != EDGE_STEP_SUPER &&
           edge->step != EDGE_STEP_MADE &&
           (edge->kind == REFERENCE_CALL || edge->kind == REFERENCE_USE) &&
           dispatch->found->nodes.ptr[edge->from].symbol != dispatch->symbol;
}

static bool is_ancestor(const Dispatch *dispatch, uint32_t type)
{
    for (size_t i = 0; i < dispatch->ancestors.len; i++)
        if (dispatch->ancestors.ptr[i] == type)
            return true;
    return false;
}

/* Whether the receiver's type is the base's own, so that its object may be of any type below. One
   that inherits the base may be a sibling of the symbol's type, unless the call is on the object
   itself, in a type above the symbol's. A table of Lua that the receiver names is that table: only
   `self` may be another. */
static bool has_own_type(const Dispatch *dispatch, const NeighbourEdge *edge)
{
    uint32_t caller = dispatch->found->nodes.ptr[edge->from].symbol;
    uint32_t around = type_around(dispatch->catalog, caller);
    bool bare = edge->step == EDGE_STEP_OWN;
    return edge->step != EDGE_STEP_BASE && edge->step != EDGE_STEP_TABLE &&
           (!bare || around == type_around(dispatch->catalog, dispatch->base) ||
            is_ancestor(dispatch, around));
}

/* Methods with a body that the program can run, and that calls choose at run time. */
static bool is_chosen(const Catalog *catalog, uint32_t symbol, uint32_t base)
{
    const Entry *entry = catalog_entry(catalog, base);
    uint32_t type = type_around(catalog, base);
    bool interface =
        type != SYMBOL_NOWHERE && catalog_entry(catalog, type)->kind == SYMBOL_INTERFACE;
    bool written = lang_facts(catalog_row(catalog, catalog_place(catalog, base).file)->language)
                       ->virtual_is_written;
    bool virtual = entry->modifiers & (MODIFIER(VIRTUAL) | MODIFIER(ABSTRACT) | MODIFIER(OVERRIDE));
    return catalog_entry(catalog, symbol)->modifiers & ENTRY_HAS_BODY &&
           !(entry->modifiers & (MODIFIER(PRIVATE) | MODIFIER(STATIC))) &&
           (virtual || interface || !written) && catalog_metrics(catalog, base).fan_in;
}

bool dispatched_add(Arena *arena, Catalog *catalog, uint32_t symbol, const Exclusion *exclude,
                    FoundUses *uses)
{
    IdVec bases = {0}, ancestors = {0};
    size_t before = uses->list.len;
    uint32_t excluded = 0;
    bool complete = true;
    const NeighbourOptions options = {
        .direction = NEIGHBOURS_IN, .depth = 1, .limit = DISPATCHED_MAX + 1, .exclude = exclude};
    override_bases(catalog, arena, symbol, &bases);
    if (bases.len)
        override_ancestors(catalog, arena, symbol, &ancestors);
    for (size_t b = 0; b < bases.len; b++) {
        Neighbourhood found;
        const Dispatch dispatch = {catalog, symbol, bases.ptr[b], &found, ancestors};
        if (!is_chosen(catalog, symbol, bases.ptr[b]))
            continue;
        neighbours_find(catalog, arena, &bases.ptr[b], 1, &options, &found);
        excluded += found.excluded;
        for (size_t i = 0; i < found.edges.len; i++) {
            const NeighbourEdge *edge = &found.edges.ptr[i];
            bool calls = is_call(&dispatch, edge), sure = has_own_type(&dispatch, edge);
            complete = complete && (!calls || sure);
            if (calls && sure)
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
    return complete;
}
