/* The head of a class begins with the names of its template parameters, `<T>`; that of a
   specialisation has none. Both have the same home. */
#include "index/resolve/specialisations.h"

#include "index/resolve/home.h"

static bool is_class(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    return (kind == SYMBOL_CLASS || kind == SYMBOL_STRUCT || kind == SYMBOL_UNION) &&
           resolver_rules(resolver, symbol)->aliases_can_be_called;
}

static bool is_template(const Resolver *resolver, uint32_t symbol)
{
    uint32_t head = is_class(resolver, symbol) ? resolver_entry(resolver, symbol)->type : 0;
    return head && str_starts(catalog_name(resolver->catalog, head), STR("<"));
}

/* Whether the symbol specialises the template. */
static bool specialises(const Resolver *resolver, uint32_t symbol, uint32_t template)
{
    return symbol != template && is_class(resolver, symbol) && !is_template(resolver, symbol) &&
           home_of(resolver, symbol) == home_of(resolver, template);
}

void specialisations_drop(const Resolver *resolver, Finds *finds)
{
    uint32_t count = 0, template = SYMBOL_NOWHERE;
    for (uint32_t i = 0; i < finds->len && finds->len > 1 && template == SYMBOL_NOWHERE; i++)
        if (is_template(resolver, finds->ids[i]))
            template = finds->ids[i];
    if (template == SYMBOL_NOWHERE)
        return;
    for (uint32_t i = 0; i < finds->len; i++)
        if (!specialises(resolver, finds->ids[i], template))
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

bool specialisations_exist(const Resolver *resolver, uint32_t type)
{
    if (!is_template(resolver, type))
        return false;
    IdSpan named = catalog_named(resolver->catalog, resolver_entry(resolver, type)->name);
    for (size_t i = 0; i < named.len && i < RESOLVE_NAMESAKES_MAX; i++)
        if (specialises(resolver, named.ptr[i], type))
            return true;
    return false;
}
