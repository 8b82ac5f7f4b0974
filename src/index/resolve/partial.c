/* One part represents the whole type: the class, else the first part by path. The other parts
   follow it in a chain. In TypeScript all interfaces of one name in one scope are parts, with a
   class or a namespace of that name. In Rust types of one name in one scope are alternatives for
   different builds. In C# parts have the same kind and are all marked `partial`. */
#include "index/resolve/partial.h"

#include "base/limits.h"
#include "index/catalog/counterparts.h"
#include "index/catalog/merged.h"
#include "index/resolve/finds.h"
#include "index/resolve/stubs.h"

/* 0: never a part. At most one part may rank above an interface. */
static int rank_of(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_CLASS: return 4;
    case SYMBOL_ENUM:
    case SYMBOL_TYPE: return 3;
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_TRAIT:
    case SYMBOL_INTERFACE: return 2;
    case SYMBOL_NAMESPACE: return 1;
    default: return 0;
    }
}

static int rank_of_symbol(const Resolver *resolver, uint32_t symbol)
{
    return rank_of(resolver_kind(resolver, symbol));
}

uint32_t partial_lead(const Resolver *resolver, uint32_t symbol)
{
    uint32_t lead = resolver->leads.len ? id_map_get(&resolver->leads, symbol) : ID_MAP_NONE;
    return lead == ID_MAP_NONE ? symbol : lead;
}

uint32_t partial_next(const Resolver *resolver, uint32_t part)
{
    uint32_t next = resolver->parts.len ? id_map_get(&resolver->parts, part) : ID_MAP_NONE;
    return next == ID_MAP_NONE ? SYMBOL_NOWHERE : next;
}

static void set_next(Resolver *resolver, uint32_t part, uint32_t next)
{
    id_map_put(&resolver->parts, resolver->arena, part, next);
}

/* The new part becomes the lead. */
static void make_lead(Resolver *resolver, uint32_t lead, uint32_t head)
{
    set_next(resolver, lead, head);
    for (uint32_t part = lead; part != SYMBOL_NOWHERE; part = partial_next(resolver, part))
        id_map_put(&resolver->leads, resolver->arena, part, lead);
}

static void add_after(Resolver *resolver, uint32_t head, uint32_t symbol)
{
    uint32_t next = partial_next(resolver, head);
    if (next != SYMBOL_NOWHERE)
        set_next(resolver, symbol, next);
    set_next(resolver, head, symbol);
    id_map_put(&resolver->leads, resolver->arena, head, head);
    id_map_put(&resolver->leads, resolver->arena, symbol, head);
}

/* Whether the declaration is marked `partial`. */
static bool is_partial(const Resolver *resolver, uint32_t symbol)
{
    return symbol_is_type(resolver_kind(resolver, symbol)) &&
           resolver_entry(resolver, symbol)->modifiers & MODIFIER(PARTIAL);
}

static bool are_parts(const Resolver *resolver, uint32_t symbol, uint32_t head)
{
    return resolver_kind(resolver, symbol) == resolver_kind(resolver, head) &&
           is_partial(resolver, head);
}

static void join_partial(Resolver *resolver, const Member *member)
{
    uint32_t row = is_partial(resolver, member->symbol) ? member->next : 0;
    for (int step = 0; row && step < RESOLVE_PARTS_MAX; step++) {
        const Member *other = &resolver->member_rows.ptr[row - 1];
        row = other->next;
        if (!are_parts(resolver, member->symbol, other->symbol))
            continue;
        add_after(resolver, partial_lead(resolver, other->symbol), member->symbol);
        return;
    }
}

void partial_join_nested(Resolver *resolver, IdMap *heads, Arena *arena, uint32_t id)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; i < file->count && resolver->rules[id]->types_may_be_partial; i++) {
        uint32_t parent = file->entries[i].parent, symbol = file->first + i;
        if (!parent || !is_partial(resolver, symbol) || !is_partial(resolver, file->first + parent))
            continue;
        uint64_t key = id_pair(partial_lead(resolver, file->first + parent), file->entries[i].name);
        uint32_t head = id_map_get(heads, key);
        if (head == ID_MAP_NONE)
            id_map_put(heads, arena, key, symbol);
        else if (are_parts(resolver, symbol, head))
            add_after(resolver, head, symbol);
    }
}

uint32_t partial_target(const Resolver *resolver, uint32_t symbol)
{
    uint32_t lead = resolver->merged.len ? id_map_get(&resolver->merged, symbol) : ID_MAP_NONE;
    return lead == ID_MAP_NONE ? symbol : lead;
}

/* TypeScript: declarations of one name in one block are merged and have one lead. */
static void merge_part(Resolver *resolver, const Member *member)
{
    uint32_t found[MERGED_MAX], symbol = member->symbol;
    uint32_t at = MERGED_MAX, file = resolver_file_of(resolver, symbol);
    if (!merged_is_language(resolver->catalog->files.ptr[file].language))
        return;
    found[--at] = symbol;
    for (uint32_t row = member->next; row && at;) {
        const Member *other = &resolver->member_rows.ptr[row - 1];
        row = other->next;
        if (resolver_file_of(resolver, other->symbol) != file)
            break;
        if (resolver_entry(resolver, other->symbol)->parent ==
            resolver_entry(resolver, symbol)->parent)
            found[--at] = other->symbol;
    }
    uint32_t lead = merged_choose(resolver->catalog, found + at, MERGED_MAX - at);
    for (; at < MERGED_MAX; at++)
        if (merged_leads(resolver->catalog, lead, found[at]))
            id_map_put(&resolver->merged, resolver->arena, found[at], lead);
}

void partial_join(Resolver *resolver, const Member *member)
{
    merge_part(resolver, member);
    uint32_t symbol = member->symbol, row = member->next;
    int rank = rank_of_symbol(resolver, symbol), interface = rank_of(SYMBOL_INTERFACE);
    if (resolver->rules[resolver_file_of(resolver, symbol)]->types_may_be_partial) {
        join_partial(resolver, member);
        return;
    }
    for (int step = 0; rank && row && step < RESOLVE_PARTS_MAX; step++) {
        const Member *other = &resolver->member_rows.ptr[row - 1];
        uint32_t head = partial_lead(resolver, other->symbol);
        int had = rank_of_symbol(resolver, head);
        row = other->next;
        if (!had || (had > interface && rank > interface))
            continue;
        if (rank > had)
            make_lead(resolver, symbol, head);
        else
            add_after(resolver, head, symbol);
        return;
    }
}

/* Objective-C has no overloads: drops a method's declaration when its body is there, too. */
static void drop_declared(const Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++) {
        const Rules *rules = resolver->rules[resolver_file_of(resolver, finds->ids[i])];
        bool declared = false;
        for (uint32_t k = 0;
             k < finds->len && rules->linker_resolves_names && rules_go_by_name(rules); k++)
            declared =
                declared || counterpart_stands_for(resolver->catalog, finds->ids[k], finds->ids[i]);
        if (!declared)
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = count;
}

void partial_merge(const Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++) {
        uint32_t lead = stubs_source(resolver, partial_lead(resolver, finds->ids[i])), known = 0;
        while (known < count && finds->ids[known] != lead)
            known++;
        finds->ids[known] = lead;
        count += known == count;
    }
    finds->len = count;
    drop_declared(resolver, finds);
}
