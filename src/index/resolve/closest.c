/* Candidates are narrowed step by step; a step that would drop all of them drops none. */
#include "index/resolve/closest.h"

#include "index/resolve/finds.h"
#include "index/resolve/fragments.h"
#include "index/resolve/home.h"
#include "index/resolve/includes.h"
#include "index/resolve/lookup.h"
#include "index/resolve/partial.h"
#include "index/resolve/specialisations.h"

/* Whether a symbol declares something that is defined elsewhere. In C, `typedef struct a b;`
   defines b, but `typedef struct a a;` names a struct defined elsewhere. */
static bool is_declaration(Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    if (resolver_has(resolver, symbol, TRAIT_BODY) || kind == SYMBOL_NAMESPACE ||
        resolver_is_macro(resolver, symbol))
        return false;
    if (kind != SYMBOL_TYPE ||
        !resolver->rules[resolver_file_of(resolver, symbol)]->linker_resolves_names)
        return true;
    const Entry *entry = resolver_entry(resolver, symbol);
    return !entry->type || entry->type == entry->name;
}

static bool is_defined(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    (void)at;
    return !is_declaration(resolver, symbol);
}

static bool is_in_file(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    return resolver_file_of(resolver, symbol) == resolver_file_of(resolver, at);
}

static bool is_included(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    uint32_t file = resolver_file_of(resolver, at), place = resolver_file_of(resolver, symbol);
    return includes_reach(resolver, file, place) || fragments_see(resolver, file, place);
}

/* Adds the files that declare the symbol's name and that the place's file includes, except that
   file itself. */
static void find_headers(Resolver *resolver, uint32_t at, uint32_t symbol, Finds *headers)
{
    uint32_t from = resolver_file_of(resolver, at);
    IdSpan all = catalog_named(resolver->catalog, resolver_entry(resolver, symbol)->name);
    for (size_t i = 0; i < all.len && headers->len < FINDS_MAX; i++) {
        uint32_t header = resolver_file_of(resolver, all.ptr[i]);
        if (header != from && resolver->rules[header]->linker_resolves_names &&
            is_declaration(resolver, all.ptr[i]) && includes_reach(resolver, from, header))
            headers->ids[headers->len++] = header;
    }
}

/* Keeps definitions whose file includes a header that the place includes, too, and that declares
   the name: the linker connects them. True when there are any. */
static bool narrow_by_header(Resolver *resolver, uint32_t at, Finds *finds)
{
    Finds headers = {0};
    uint32_t kept[FINDS_MAX], count = 0;
    find_headers(resolver, at, finds->ids[0], &headers);
    for (uint32_t i = 0; i < finds->len && headers.len; i++) {
        uint32_t file = resolver_file_of(resolver, finds->ids[i]);
        bool shared = false;
        for (uint32_t h = 0; h < headers.len && !shared; h++)
            shared = headers.ids[h] != file && includes_reach(resolver, file, headers.ids[h]);
        if (shared)
            kept[count++] = finds->ids[i];
    }
    if (count)
        memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count ? count : finds->len;
    return count > 0;
}

static bool is_in_folder(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    Str a = resolver->catalog->files.ptr[resolver_file_of(resolver, at)].path;
    Str b = resolver->catalog->files.ptr[resolver_file_of(resolver, symbol)].path;
    size_t end = str_find_last_byte(a, '/');
    return end == str_find_last_byte(b, '/') &&
           str_equal(str_slice(a, 0, MIN(end, a.len)), str_slice(b, 0, MIN(end, b.len)));
}

/* The number of leading path components that both files share. */
static size_t shared_depth(Resolver *resolver, uint32_t at, uint32_t symbol)
{
    Str a = resolver->catalog->files.ptr[resolver_file_of(resolver, at)].path;
    Str b = resolver->catalog->files.ptr[resolver_file_of(resolver, symbol)].path;
    size_t depth = 0;
    for (size_t i = 0; i < a.len && i < b.len && a.ptr[i] == b.ptr[i]; i++)
        depth += a.ptr[i] == '/';
    return depth;
}

static void narrow_by_depth(Resolver *resolver, uint32_t at, Finds *finds)
{
    size_t deepest = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        deepest = MAX(deepest, shared_depth(resolver, at, finds->ids[i]));
    for (uint32_t i = 0; i < finds->len && finds->len > 1; i++)
        if (shared_depth(resolver, at, finds->ids[i]) == deepest)
            finds->ids[count++] = finds->ids[i];
    finds->len = count ? count : finds->len;
}

/* Kotlin: in one class, a method without a body (`external`, `abstract`) is an overload of the
   others. In Swift it is the requirement of a protocol, which the others implement. */
static bool are_overloads(const Resolver *resolver, const Rules *rules, const Finds *finds)
{
    for (uint32_t i = 1; i < finds->len; i++)
        if (home_of(resolver, finds->ids[i]) != home_of(resolver, finds->ids[0]) ||
            resolver_kind(resolver, finds->ids[i]) != SYMBOL_METHOD)
            return false;
    return rules->bodiless_methods_are_overloads;
}

/* C: whether all definitions are in files that the place includes. A program has a function or
   macro only once, so each definition belongs to another build. */
static bool are_builds(Resolver *resolver, uint32_t at, const Finds *finds)
{
    uint32_t file = resolver_file_of(resolver, at);
    const Rules *rules = resolver->rules[file];
    for (uint32_t i = 0; i < finds->len; i++) {
        uint32_t other = resolver_file_of(resolver, finds->ids[i]);
        bool defines = finds_fits(resolver_kind(resolver, finds->ids[i]), FIND_EXPANDED) &&
                       !is_declaration(resolver, finds->ids[i]);
        if (!defines || other == file || !includes_reach(resolver, file, other))
            return false;
    }
    return finds->len > 1 && rules->names_are_defined_once;
}

bool closest_keep(Resolver *resolver, uint32_t at, Finds *finds)
{
    const Rules *rules = resolver->rules[resolver_file_of(resolver, at)];
    bool linked = rules->linker_resolves_names;
    if (!are_overloads(resolver, rules, finds))
        finds_narrow(resolver, at, finds, is_defined);
    finds_narrow(resolver, at, finds, is_in_file);
    if (rules->loading_decides_among_functions && finds->len &&
        resolver_kind(resolver, *finds->ids) == SYMBOL_FUNCTION)
        return false;
    if (linked)
        finds_narrow(resolver, at, finds, is_included);
    if (linked && are_builds(resolver, at, finds))
        return true;
    if (linked && finds->len > 1 && narrow_by_header(resolver, at, finds) && finds->len > 1)
        return true;
    finds_narrow(resolver, at, finds, is_in_folder);
    narrow_by_depth(resolver, at, finds);
    return false;
}

static bool is_one_space(const Resolver *resolver, const Finds *finds)
{
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_kind(resolver, finds->ids[i]) != SYMBOL_NAMESPACE)
            return false;
    return true;
}

/* Drops companion objects of types that are candidates, too. */
static void drop_companions(const Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++) {
        bool dropped = false;
        for (uint32_t k = 0; k < finds->len && finds->len > 1; k++)
            dropped =
                dropped || (k != i && lookup_companion(resolver, finds->ids[k]) == finds->ids[i]);
        if (!dropped)
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = count ? count : finds->len;
}

uint32_t closest_scope(Resolver *resolver, uint32_t at, const Finds *finds)
{
    Finds left = *finds;
    if (finds->too_many || !finds->len)
        return SYMBOL_NOWHERE;
    drop_companions(resolver, &left);
    specialisations_drop(resolver, &left);
    closest_keep(resolver, at, &left);
    partial_merge(resolver, &left);
    bool only = left.len == 1 || is_one_space(resolver, &left);
    return only ? left.ids[0] : SYMBOL_NOWHERE;
}
