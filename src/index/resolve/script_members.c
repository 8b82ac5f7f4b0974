/* A prototype that is given at once, `F.prototype = {…}`, is an object of that name. */
#include "index/resolve/script_members.h"

#include "base/limits.h"
#include "index/resolve/lookup.h"
#include "index/resolve/types.h"

static bool is_function(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD;
}

/* The symbol of a kind that has the name, beside another one. */
static uint32_t beside(Resolver *resolver, uint32_t symbol, Str name, SymbolKind kind)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t id = names_find(&resolver->catalog->names, name),
             parent = file->entries[place.index].parent;
    for (uint32_t i = 1; id && i < file->count; i++)
        if (file->entries[i].name == id && file->entries[i].parent == parent &&
            file->entries[i].kind == kind)
            return file->first + i;
    return SYMBOL_NOWHERE;
}

void script_members_find(Resolver *resolver, const Value *value, uint32_t name, FindKind kind,
                         Finds *finds)
{
    if (!name || value->suffix.len || !is_function(resolver, value->symbol))
        return;
    Str own = catalog_name(resolver->catalog, resolver_entry(resolver, value->symbol)->name);
    if (value->kind == VALUE_FUNCTION || value->kind == VALUE_TYPE) {
        lookup_members(resolver, value->symbol, name, kind, finds);
        uint32_t space = beside(resolver, value->symbol, own, SYMBOL_NAMESPACE);
        if (!finds->len && space != SYMBOL_NOWHERE)
            lookup_members(resolver, types_of_scope(resolver, space).symbol, name, kind, finds);
        return;
    }
    Str prototype = str_join(resolver->arena, own, STR(".prototype"));
    uint32_t object = beside(resolver, value->symbol, prototype, SYMBOL_OBJECT);
    if (object != SYMBOL_NOWHERE)
        lookup_members(resolver, object, name, kind, finds);
}

bool script_members_of_literal(Resolver *resolver, Str receiver, uint32_t name, Finds *finds)
{
    uint32_t owner =
        str_equal(receiver, STR("\"\"")) ? names_find(&resolver->catalog->names, STR("String")) : 0;
    IdSpan all = name && owner ? catalog_named(resolver->catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < all.len && i < RESOLVE_NAMESAKES_MAX; i++)
        if (resolver_entry(resolver, all.ptr[i])->owner == owner)
            finds_add(finds, all.ptr[i]);
    return finds->len > 0;
}
