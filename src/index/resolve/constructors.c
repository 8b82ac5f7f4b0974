#include "index/resolve/constructors.h"

#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/lookup.h"

/* Adds the constructors of that name that the type declares or inherits. */
static void find_named(Scope *scope, const Reference *reference, uint32_t type, uint32_t name,
                       Finds *finds)
{
    Finds all = {0};
    Resolver *resolver = scope->resolver;
    const Rules *rules = resolver_rules(resolver, type);
    lookup_members(resolver, type, name, FIND_METHODS, &all);
    if (!all.len && rules->constructors_are_inherited)
        lookup_inherited(resolver, type, name, FIND_METHODS, &all);
    for (uint32_t i = 0; i < all.len; i++)
        if (resolver_kind(resolver, all.ids[i]) == SYMBOL_CONSTRUCTOR &&
            !resolver_has(resolver, all.ids[i], TRAIT_STATIC) &&
            (rules->constructors_take_any ||
             targets_takes(resolver_entry(resolver, all.ids[i]), reference)))
            finds_add(finds, all.ids[i]);
}

bool constructors_has_primary(Resolver *resolver, uint32_t type)
{
    SymbolKind kind = resolver_kind(resolver, type);
    return resolver_rules(resolver, type)->choose_overload &&
           (kind == SYMBOL_CLASS || kind == SYMBOL_STRUCT) &&
           file_shape_signature(resolver, type).len > 0;
}

static void drop(Finds *finds, uint32_t symbol)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (finds->ids[i] != symbol)
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

/* Keeps the constructors that are meant. The type takes the part of its primary constructor, which
   is no symbol: an edge to the type is there already. Returns whether one is meant for sure. */
static bool choose(Scope *scope, const Reference *reference, uint32_t type, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    const Rules *rules = resolver_rules(resolver, type);
    bool primary = finds->len && constructors_has_primary(resolver, type);
    for (uint32_t i = 0; i < finds->len && primary; i++)
        primary = file_shape_signature(resolver, finds->ids[i]).len > 0; // Java: a compact one
    if (primary)
        finds_add(finds, type);
    if (str_equal(reference->name, STR("this"))) // none passes its work on to itself
        drop(finds, scope_symbol(scope, reference));
    if (rules->choose_overload && finds->len > 1)
        rules->choose_overload(scope, reference, finds);
    bool clear = finds->len <= 1 || rules->constructors_take_any;
    drop(finds, type);
    return clear;
}

static void add_to(Scope *scope, const Reference *reference, uint32_t type,
                   EdgeConfidence confidence)
{
    Finds finds = {0};
    const Rules *rules = resolver_rules(scope->resolver, type);
    Str rest = str_from(rules->constructor_names ? rules->constructor_names : ""), word;
    while (str_take_until(&rest, ' ', &word)) {
        bool own = str_equal(word, STR(CONSTRUCTOR_OF_TYPE));
        if (own || !scope->names_only)
            find_named(scope, reference, type,
                       own ? resolver_entry(scope->resolver, type)->name
                           : names_find(&scope->catalog->names, word),
                       &finds);
    }
    bool clear = choose(scope, reference, type, &finds);
    Targets made = {.len = MIN(finds.len, EDGE_CANDIDATES_MAX),
                    .confidence = clear ? confidence : EDGE_AMBIGUOUS};
    memcpy(made.ids, finds.ids, made.len * sizeof *made.ids);
    targets_add(scope, reference, &made);
}

void constructors_add(Scope *scope, const Reference *reference, const Targets *types)
{
    if (reference->kind != REFERENCE_CALL && !(reference->flags & REFERENCE_NEW))
        return;
    for (uint32_t i = 0; i < types->len; i++)
        if (finds_fits(resolver_kind(scope->resolver, types->ids[i]), FIND_SCOPES))
            add_to(scope, reference, types->ids[i], types->confidence);
}
