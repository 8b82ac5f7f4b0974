/* Edges come caller by caller, so a caller is counted when the next one begins. */
#include "search/usage.h"

#include "search/members.h"
#include "search/subtypes.h"

typedef struct Count {
    const Catalog *catalog;
    uint32_t symbol, caller;
    bool surely, perhaps, mentions, of_member; /* the current caller's uses */
    const Exclusion *exclude;
    uint32_t sites;      /* of the current caller */
    const uint64_t *own; /* bit set: the symbol and its members */
    Usage usage;
} Count;

bool usage_has_mentions(SymbolKind kind)
{
    return symbol_is_type(kind) || kind == SYMBOL_TYPE || kind == SYMBOL_UNION ||
           kind == SYMBOL_ENUM;
}

static bool is_own(const Count *count, uint32_t symbol)
{
    return count->own[symbol / 64] >> symbol % 64 & 1;
}

static void settle(Count *count)
{
    Usage *usage = &count->usage;
    if (count->caller == SYMBOL_NOWHERE)
        return;
    if (exclude_has(count->exclude, count->catalog, count->caller)) {
        usage->excluded += count->surely || count->perhaps || count->mentions;
        return;
    }
    usage->sites += count->sites;
    usage->callers += count->surely;
    usage->ambiguous += !count->surely && count->perhaps;
    usage->mentions += !count->surely && !count->perhaps && count->mentions;
    usage->members += count->of_member;
    if (count->surely) {
        uint32_t file = catalog_place(count->catalog, count->caller).file;
        usage->tests += count->catalog->files.ptr[file].class == FILE_TEST;
    }
}

static void take_edge(Count *count, const Edge *edge)
{
    if (edge->caller != count->caller) {
        settle(count);
        count->caller = edge->caller;
        count->surely = count->perhaps = count->mentions = count->of_member = false;
        count->sites = 0;
    }
    bool mention = edge->kind == REFERENCE_TYPE;
    if (edge->callee != count->symbol) {
        count->of_member |= !mention && !is_own(count, edge->caller);
        return;
    }
    count->sites += mention ? 0 : MAX(edge->count, 1);
    if (edge->caller == count->symbol)
        return;
    count->mentions |= mention;
    count->surely |= !mention && edge->confidence > EDGE_AMBIGUOUS;
    count->perhaps |= !mention;
}

static Usage count_edges(Count *count, const EdgeVec *edges)
{
    for (size_t i = 0; i < edges->len; i++)
        if (!subtypes_is_alias(count->catalog, &edges->ptr[i]))
            take_edge(count, &edges->ptr[i]);
    settle(count);
    return count->usage;
}

Usage usage_of(const Catalog *catalog, Arena scratch, uint32_t symbol, bool members,
               const Exclusion *exclude)
{
    uint64_t *set = NEW(&scratch, uint64_t, catalog->symbol_count / 64 + 1);
    IdVec ids = {0};
    EdgeVec edges = {0};
    set[symbol / 64] |= UINT64_C(1) << symbol % 64;
    if (members)
        members_of(catalog, &scratch, symbol, &ids);
    for (size_t i = 0; i < ids.len; i++)
        set[ids.ptr[i] / 64] |= UINT64_C(1) << ids.ptr[i] % 64;
    catalog_edges_into(catalog, &scratch, set, &edges);
    return count_edges(&(Count){.catalog = catalog,
                                .symbol = symbol,
                                .caller = SYMBOL_NOWHERE,
                                .own = set,
                                .exclude = exclude},
                       &edges);
}

Usage usage_of_joined(const Catalog *catalog, Arena scratch, uint32_t symbol, const IdVec *others,
                      const Exclusion *exclude)
{
    uint64_t *set = NEW(&scratch, uint64_t, catalog->symbol_count / 64 + 1);
    EdgeVec edges = {0};
    set[symbol / 64] |= UINT64_C(1) << symbol % 64;
    for (size_t i = 0; i < others->len; i++)
        set[others->ptr[i] / 64] |= UINT64_C(1) << others->ptr[i] % 64;
    Count count = {.catalog = catalog,
                   .symbol = symbol,
                   .caller = SYMBOL_NOWHERE,
                   .own = set,
                   .exclude = exclude};
    catalog_edges_into(catalog, &scratch, set, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        edges.ptr[i].callee = symbol;
        if (is_own(&count, edges.ptr[i].caller))
            edges.ptr[i].caller = symbol;
    }
    return count_edges(&count, &edges);
}

Usage *usage_of_file(const Catalog *catalog, Arena *arena, uint32_t id)
{
    const CatalogFile *file = catalog_row(catalog, id);
    Usage *usages = NEW(arena, Usage, file->count + 1);
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    uint64_t *set = NEW(&work, uint64_t, catalog->symbol_count / 64 + 1);
    uint64_t *none = NEW(&work, uint64_t, catalog->symbol_count / 64 + 1);
    EdgeVec edges = {0}, own = {0};
    bool any = false;
    for (uint32_t i = 0; i < file->count; i++) {
        bool mentioned = i && usage_has_mentions((SymbolKind)file->entries[i].kind);
        uint32_t symbol = file->first + i;
        set[symbol / 64] |= (uint64_t)mentioned << symbol % 64;
        usages[i].callers = file->metrics ? file->metrics[i].fan_in : 0;
        any |= mentioned;
    }
    if (any)
        catalog_edges_into(catalog, &work, set, &edges);
    for (uint32_t i = 1; i < file->count; i++) {
        if (!usage_has_mentions((SymbolKind)file->entries[i].kind))
            continue;
        own.len = 0;
        for (size_t k = 0; k < edges.len; k++)
            if (edges.ptr[k].callee == file->first + i)
                *VEC_PUSH(&work, &own) = edges.ptr[k];
        usages[i] = count_edges(&(Count){.catalog = catalog,
                                         .symbol = file->first + i,
                                         .caller = SYMBOL_NOWHERE,
                                         .own = none},
                                &own);
    }
    return usages;
}
