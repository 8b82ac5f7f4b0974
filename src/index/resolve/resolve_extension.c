/* C#: `static int Count(this Order o)` is called as `order.Count()` wherever its class is seen. The
   shape has the type of the first parameter. */
#include "index/resolve/resolve_value.h"

#include "base/limits.h"

/* Types above that of the value. */
#define LINEAGE_MAX 64

static bool is_above(Resolver *resolver, uint32_t type, uint32_t base)
{
    Finds types = {.ids = {join_lead(resolver, type)}, .len = 1};
    base = join_lead(resolver, base);
    for (uint32_t i = 0; i < types.len; i++) {
        Finds bases = {0};
        if (types.ids[i] == base)
            return true;
        find_bases(resolver, types.ids[i], &bases);
        for (uint32_t b = 0; b < bases.len && types.len < LINEAGE_MAX; b++) {
            bool known = false;
            for (uint32_t k = 0; k < types.len && !known; k++)
                known = types.ids[k] == bases.ids[b];
            if (!known)
                types.ids[types.len++] = bases.ids[b];
        }
    }
    return false;
}

typedef enum Match {
    MATCH_NONE,
    MATCH_ANY, /* for a type parameter */
    MATCH_TYPE
} Match;

/* Whether a name is a type parameter of the method: `T Me<T>(this T it)`. */
static bool is_parameter(const Resolver *resolver, uint32_t named)
{
    Str name = named ? catalog_name(resolver->catalog, named) : (Str){0};
    bool upper = name.len && name.ptr[0] == 'T' &&
                 (name.len == 1 || (name.ptr[1] >= 'A' && name.ptr[1] <= 'Z'));
    return upper || (name.len == 1 && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z');
}

static Match match(Resolver *resolver, uint32_t method, const Value *value)
{
    Value wanted = find_type(resolver, method, resolve_parameters(resolver, method));
    bool inside = value->kind == VALUE_INSTANCE && wanted.kind == VALUE_TYPE;
    if (!str_equal(wanted.suffix, value->suffix))
        return MATCH_NONE;
    if (inside)
        return is_above(resolver, value->symbol, wanted.symbol) ? MATCH_TYPE : MATCH_NONE;
    if (wanted.kind == VALUE_UNKNOWN && is_parameter(resolver, wanted.named))
        return value->kind == VALUE_INSTANCE || value->named ? MATCH_ANY : MATCH_NONE;
    bool named = wanted.named && wanted.named == value->named;
    return named && value->kind != VALUE_INSTANCE ? MATCH_TYPE : MATCH_NONE;
}

/* Its class by name, as the place sees it. */
static bool is_seen(Resolver *resolver, uint32_t at, uint32_t method)
{
    Meaning meaning;
    uint32_t home = resolve_home(resolver, method);
    if (home >= RESOLVE_GLOBAL || !symbol_is_type(resolve_kind(resolver, home)))
        return false;
    find_visible(resolver, at, resolve_entry(resolver, home)->name, FIND_SCOPES, &meaning);
    for (uint32_t i = 0; i < meaning.finds.len; i++)
        if (join_lead(resolver, meaning.finds.ids[i]) == join_lead(resolver, home))
            return true;
    return false;
}

void find_extensions(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                     Finds *finds)
{
    bool may = resolver->rules[resolve_file_of(resolver, at)]->extensions && name;
    IdSpan all = may ? catalog_named(resolver->catalog, name) : (IdSpan){0};
    Match best = MATCH_ANY;
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        uint32_t method = all.ptr[i];
        const Entry *entry = resolve_entry(resolver, method);
        bool extends = entry->modifiers & ENTRY_TAKES_SELF &&
                       resolver->rules[resolve_file_of(resolver, method)]->extensions;
        Match fit = extends ? match(resolver, method, value) : MATCH_NONE;
        if (fit < best || !is_seen(resolver, at, method))
            continue;
        finds->len = fit > best ? 0 : finds->len;
        best = fit;
        finds->more = finds->len == FINDS_MAX;
        if (!finds->more)
            finds->ids[finds->len++] = method;
    }
}
