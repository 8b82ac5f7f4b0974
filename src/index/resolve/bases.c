/* Bases are stored as they are written (BaseRow) and resolved on first use. A type in parts has the
   bases of all its parts. */
#include "index/resolve/bases.h"

#include "index/resolve/finds.h"
#include "index/resolve/partial.h"
#include "index/resolve/types.h"

static Str join_path(Resolver *resolver, Str receiver, Str name)
{
    const Str parts[] = {receiver, STR("."), name};
    return receiver.len ? str_join_all(resolver->arena, parts, COUNT(parts)) : name;
}

/* JavaScript: `extends Timed(Base)`: the class that the function Timed makes, if it has one with a
   name. Methods of one without are the function's own. */
static uint32_t made_class(const Resolver *resolver, uint32_t function)
{
    SymbolPlace place = catalog_place(resolver->catalog, function);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t found = function;
    for (uint32_t i = place.index + 1; i < file->count && file->entries[i].parent >= place.index;
         i++)
        if (file->entries[i].parent == place.index && file->entries[i].kind == SYMBOL_CLASS)
            found = found == function ? file->first + i : SYMBOL_NOWHERE;
    return found == SYMBOL_NOWHERE ? function : found;
}

Value bases_value(Resolver *resolver, BaseRow *base)
{
    SymbolPlace place = catalog_place(resolver->catalog, base->symbol);
    uint32_t parent = resolver_entry(resolver, base->symbol)->parent;
    base->name = join_path(resolver, base->receiver, base->name);
    base->receiver = (Str){0};
    Value value =
        types_find(resolver, resolver->catalog->files.ptr[place.file].first + parent, base->name);
    if (value.kind == VALUE_TYPE && resolver_kind(resolver, value.symbol) == SYMBOL_FUNCTION)
        value.symbol = made_class(resolver, value.symbol);
    return value;
}

/* Adds the target of a type alias or, in Rust, the bound of an associated type. True if that is not
   of the repository. */
static bool find_aliased(Resolver *resolver, uint32_t type, Finds *finds)
{
    bool alias = resolver_kind(resolver, type) == SYMBOL_TYPE &&
                 !resolver->rules[resolver_file_of(resolver, type)]->is_dynamic;
    Value value = alias ? types_of_symbol(resolver, type) : (Value){0};
    if (value.kind == VALUE_INSTANCE && !value.suffix.len && value.symbol != type)
        finds_add(finds, value.symbol);
    return value.kind == VALUE_FOREIGN;
}

static bool find_bases_of_part(Resolver *resolver, uint32_t type, Finds *finds)
{
    uint32_t row = id_map_get(&resolver->bases, type);
    bool foreign = find_aliased(resolver, type, finds);
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next) {
        Value value = bases_value(resolver, &resolver->base_rows.ptr[next - 1]);
        if (value.kind == VALUE_TYPE && value.symbol != type)
            finds_add(finds, value.symbol);
        else
            foreign = true;
    }
    return foreign;
}

static bool find_uncached(Resolver *resolver, uint32_t type, Finds *finds)
{
    uint32_t part = partial_lead(resolver, type);
    bool foreign = find_bases_of_part(resolver, part, finds);
    for (int step = 0; step < RESOLVE_PARTS_MAX; step++) {
        part = partial_next(resolver, part);
        if (part == SYMBOL_NOWHERE)
            break;
        foreign = find_bases_of_part(resolver, part, finds) || foreign;
    }
    return foreign;
}

static bool is_trait(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    return kind == SYMBOL_TRAIT || kind == SYMBOL_MODULE;
}

/* Scala, Dart, Ruby: the last trait, mixin or module comes first, the class after all of them. */
static void order_traits(const Resolver *resolver, uint32_t type, Finds *bases)
{
    Finds all = *bases;
    if (bases->len < 2 || !resolver_rules(resolver, type)->last_trait_comes_first)
        return;
    bases->len = 0;
    for (uint32_t i = all.len; i-- > 0;)
        if (is_trait(resolver, all.ids[i]))
            finds_add(bases, all.ids[i]);
    for (uint32_t i = 0; i < all.len; i++)
        if (!is_trait(resolver, all.ids[i]))
            finds_add(bases, all.ids[i]);
}

static bool take_span(Resolver *resolver, uint32_t at, Finds *finds)
{
    const BaseSpan *span = &resolver->base_spans.ptr[at];
    for (uint32_t i = 0; i < span->len; i++)
        finds_add(finds, resolver->base_ids.ptr[span->first + i]);
    resolver->is_doubtful = resolver->is_doubtful || span->is_doubtful;
    return span->has_foreign;
}

bool bases_find(Resolver *resolver, uint32_t type, Finds *finds)
{
    uint64_t key = id_pair(resolver->ignores_doubt, type);
    uint32_t known =
        resolver->bases_are_complete ? id_map_get(&resolver->found_bases, key) : ID_MAP_NONE;
    if (known != ID_MAP_NONE)
        return take_span(resolver, known, finds);
    Finds bases = {0};
    bool doubtful = resolver->is_doubtful, cut = resolver->depth_was_exceeded;
    resolver->is_doubtful = resolver->depth_was_exceeded = false;
    bool foreign = find_uncached(resolver, type, &bases);
    order_traits(resolver, type, &bases);
    BaseSpan span = {(uint32_t)resolver->base_ids.len, bases.len, foreign, resolver->is_doubtful};
    bool whole = resolver->bases_are_complete && !resolver->resolving_using &&
                 !resolver->depth_was_exceeded && !bases.too_many;
    for (uint32_t i = 0; i < bases.len; i++) {
        finds_add(finds, bases.ids[i]);
        if (whole)
            *VEC_PUSH(resolver->arena, &resolver->base_ids) = bases.ids[i];
    }
    if (whole) {
        *VEC_PUSH(resolver->arena, &resolver->base_spans) = span;
        id_map_put(&resolver->found_bases, resolver->arena, key,
                   (uint32_t)resolver->base_spans.len - 1);
    }
    finds->too_many = finds->too_many || bases.too_many;
    resolver->is_doubtful = resolver->is_doubtful || doubtful;
    resolver->depth_was_exceeded = resolver->depth_was_exceeded || cut;
    return foreign;
}
