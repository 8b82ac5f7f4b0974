#include "index/resolve/finds.h"

#include "index/resolve/resolver.h"

static bool is_scope(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_INTERFACE:
    case SYMBOL_TRAIT:
    case SYMBOL_ENUM:
    case SYMBOL_TYPE:
    case SYMBOL_OBJECT:
    case SYMBOL_MODULE:
    case SYMBOL_NAMESPACE:
    case SYMBOL_PACKAGE: return true;
    default: return false;
    }
}

bool finds_fits(SymbolKind symbol, FindKind kind)
{
    switch (kind) {
    case FIND_SCOPES: return is_scope(symbol);
    case FIND_EXPANDED:
        return symbol_is_function(symbol) || symbol == SYMBOL_MACRO || symbol == SYMBOL_CONSTANT ||
               is_scope(symbol);
    case FIND_CALLABLES:
        return symbol_is_function(symbol) || symbol == SYMBOL_MACRO || is_scope(symbol);
    case FIND_METHODS: return symbol_is_function(symbol);
    case FIND_FIELDS: return !symbol_is_function(symbol) && finds_fits(symbol, FIND_VALUES);
    default:
        return symbol == SYMBOL_FUNCTION || symbol == SYMBOL_METHOD || symbol == SYMBOL_FIELD ||
               symbol == SYMBOL_PROPERTY || symbol == SYMBOL_VARIABLE ||
               symbol == SYMBOL_CONSTANT || symbol == SYMBOL_ENUM_MEMBER || symbol == SYMBOL_OBJECT;
    }
}

void finds_add(Finds *finds, uint32_t symbol)
{
    if (finds->len < FINDS_MAX)
        finds->ids[finds->len++] = symbol;
    else
        finds->too_many = true;
}

bool finds_has(const Finds *finds, uint32_t symbol)
{
    for (uint32_t i = 0; i < finds->len; i++)
        if (finds->ids[i] == symbol)
            return true;
    return false;
}

void finds_add_once(Finds *finds, uint32_t symbol)
{
    if (!finds_has(finds, symbol))
        finds_add(finds, symbol);
}

void finds_narrow(Resolver *resolver, uint32_t at, Finds *finds, FindsKeeps keeps)
{
    uint32_t kept[FINDS_MAX], count = 0;
    for (uint32_t i = 0; i < finds->len && finds->len > 1; i++)
        if (keeps(resolver, at, finds->ids[i]))
            kept[count++] = finds->ids[i];
    if (!count)
        return;
    memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count;
}

void finds_keep_called(const Resolver *resolver, bool called, Finds *finds)
{
    uint32_t kept[FINDS_MAX], count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (finds_fits(resolver_kind(resolver, finds->ids[i]), FIND_METHODS) == called)
            kept[count++] = finds->ids[i];
    if (!count || count == finds->len)
        return;
    memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count;
}

void finds_drop_void(Resolver *resolver, Finds *finds)
{
    uint32_t count = 0, nothing = names_find(&resolver->catalog->names, STR("void"));
    for (uint32_t i = 0; nothing && i < finds->len; i++) {
        const Entry *entry = resolver_entry(resolver, finds->ids[i]);
        if (entry->type != nothing || entry->modifiers & ENTRY_INDIRECT)
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = count ? count : finds->len;
}
