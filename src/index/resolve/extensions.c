/* C#: `static int Count(this Order o)` is called as `order.Count()` wherever its class is visible.
   The shape of the file has the type of the first parameter. */
#include "index/resolve/extensions.h"

#include "base/limits.h"
#include "index/resolve/bases.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/name_path.h"
#include "index/resolve/partial.h"
#include "index/resolve/test_code.h"
#include "index/resolve/types.h"
#include "index/resolve/visible.h"
#include "lang/registry.h"

/* Types above the value's type that are considered. */
#define LINEAGE_MAX 64

static bool is_above(Resolver *resolver, uint32_t type, uint32_t base)
{
    Finds types = {.ids = {partial_lead(resolver, type)}, .len = 1};
    base = partial_lead(resolver, base);
    for (uint32_t i = 0; i < types.len; i++) {
        Finds bases = {0};
        if (types.ids[i] == base)
            return true;
        bases_find(resolver, types.ids[i], &bases);
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
    MATCH_ANY, /* extends a type parameter */
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
    Str type = file_shape_parameters(resolver, method);
    type = str_slice(type, 0, MIN(str_find_byte(type, ';'), type.len));
    Value wanted = types_find(resolver, method, type);
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

/* Whether the method's class is visible at the place. */
static bool is_seen(Resolver *resolver, uint32_t at, uint32_t method)
{
    Meaning meaning;
    uint32_t home = home_of(resolver, method);
    if (home >= HOME_GLOBAL || !symbol_is_type(resolver_kind(resolver, home)))
        return false;
    visible_find(resolver, at, resolver_entry(resolver, home)->name, FIND_SCOPES, &meaning);
    for (uint32_t i = 0; i < meaning.finds.len; i++)
        if (partial_lead(resolver, meaning.finds.ids[i]) == partial_lead(resolver, home))
            return true;
    return false;
}

/* ---- extensions of foreign types ---- */

/* The type that a declaration extends: `fun String.f()`, `extension String`. */
static Str extended_type(Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    const Entry *entry = &file->entries[place.index], *around = &file->entries[entry->parent];
    bool apart = resolver->rules[place.file]->extensions_have_own_names;
    uint32_t block = around->kind != SYMBOL_IMPL ? 0 : apart ? around->type : around->name;
    uint32_t name = entry->owner ? entry->owner : block;
    if (!name && around->kind == SYMBOL_CLASS) { // Scala: `implicit class Ops(s: String)`
        Str rest = file_shape_signature(resolver, file->first + entry->parent), part = {0};
        for (int i = 0; i < 2; i++)
            str_take_until(&rest, '|', &part);
        return part;
    }
    return name_path_last(catalog_name(resolver->catalog, name));
}

/* The same with its type arguments, of the declaration around a place; empty if they are not known.
 */
static Str extended_text(Resolver *resolver, uint32_t at)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    for (uint32_t i = place.index; i; i = file->entries[i].parent) {
        const Entry *entry = &file->entries[i];
        Str rest, part = {0};
        if (entry->kind == SYMBOL_IMPL)
            return catalog_name(resolver->catalog, entry->type);
        if (symbol_is_type((SymbolKind)entry->kind))
            break;
        rest = entry->owner ? file_shape_signature(resolver, file->first + i) : (Str){0};
        bool has_first = str_take_until(&rest, '|', &part);
        if (has_first && str_take_until(&rest, '|', &part))
            return part;
    }
    return (Str){0};
}

Value extensions_self(Resolver *resolver, uint32_t at)
{
    bool may = resolver->rules[resolver_file_of(resolver, at)]->foreign_types_may_be_extended;
    Str text = may ? extended_text(resolver, at) : (Str){0};
    return text.len ? value_instance(types_find(resolver, at, text)) : (Value){0};
}

/* Whether the declaration extends the type with other arguments: `List<Car>`, not `List<Bus>`. */
static bool is_for_other(Resolver *resolver, uint32_t symbol, const Value *value)
{
    Value extended = extensions_self(resolver, symbol);
    bool known = extended.kind == VALUE_INSTANCE && value->kind == VALUE_INSTANCE;
    return known && !is_above(resolver, value->symbol, extended.symbol);
}

static bool is_for(const Language *language, Str extended, const Value *value, Str named)
{
    bool written = str_starts(extended, STR("[")); // Swift: `extension [Foo]`
    if (written && str_ends(value->suffix, STR("]")))
        return true;
    extended = str_slice(extended, 0, MIN(str_find_byte(extended, '<'), extended.len));
    bool list = str_ends(value->suffix, STR("]"));
    return list ? lang_lists(language->containers, extended) || lang_lists(language->maps, extended)
                : named.len && str_equal(extended, named);
}

bool extensions_find_foreign(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                             Finds *finds)
{
    const CatalogFile *files = resolver->catalog->files.ptr;
    uint32_t file = resolver_file_of(resolver, at);
    const Rules *rules = resolver->rules[file];
    bool plain = value->kind == VALUE_INSTANCE && !value->suffix.len;
    bool may = rules->foreign_types_may_be_extended && name && !plain;
    bool known = value->named || value->suffix.len;
    IdSpan all = may && known ? catalog_named(resolver->catalog, name) : (IdSpan){0};
    Str named = catalog_name(resolver->catalog, value->named);
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        uint32_t other = resolver_file_of(resolver, all.ptr[i]);
        Str extended = extended_type(resolver, all.ptr[i]);
        if (files[other].language != files[file].language || !extended.len ||
            test_code_is_hidden(resolver, file, all.ptr[i]) ||
            !finds_fits(resolver_kind(resolver, all.ptr[i]), FIND_METHODS) ||
            !is_for(files[file].language, extended, value, named) ||
            is_for_other(resolver, all.ptr[i], value))
            continue;
        finds->too_many = finds->len == FINDS_MAX;
        if (!finds->too_many)
            finds->ids[finds->len++] = all.ptr[i];
    }
    return finds->len > 0;
}

bool extensions_find_beside(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                            Finds *finds)
{
    uint32_t file = resolver_file_of(resolver, at);
    bool plain = value->kind == VALUE_INSTANCE && !value->suffix.len;
    IdSpan all = plain && name ? catalog_named(resolver->catalog, name) : (IdSpan){0};
    bool any_seen = false;
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        uint32_t method = all.ptr[i], home = home_of(resolver, method);
        Str extended = finds_fits(resolver_kind(resolver, method), FIND_METHODS)
                           ? extended_type(resolver, method)
                           : (Str){0};
        Value type = extended.len ? types_find(resolver, method, extended) : (Value){0};
        if (type.kind != VALUE_TYPE || !is_above(resolver, value->symbol, type.symbol) ||
            home == type.symbol || test_code_is_hidden(resolver, file, method))
            continue;
        bool seen = is_seen(resolver, at, method);
        if (any_seen && !seen)
            continue;
        finds->len = seen && !any_seen ? 0 : finds->len;
        any_seen = any_seen || seen;
        finds_add(finds, method);
    }
    return finds->len > 0;
}

void extensions_find(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                     Finds *finds)
{
    bool may = resolver->rules[resolver_file_of(resolver, at)]->static_methods_extend_types && name;
    IdSpan all = may ? catalog_named(resolver->catalog, name) : (IdSpan){0};
    Match best = MATCH_ANY;
    for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        uint32_t method = all.ptr[i];
        const Entry *entry = resolver_entry(resolver, method);
        bool extends =
            entry->modifiers & ENTRY_TAKES_SELF &&
            resolver->rules[resolver_file_of(resolver, method)]->static_methods_extend_types;
        Match fit = extends ? match(resolver, method, value) : MATCH_NONE;
        if (fit < best || !is_seen(resolver, at, method))
            continue;
        finds->len = fit > best ? 0 : finds->len;
        best = fit;
        finds->too_many = finds->len == FINDS_MAX;
        if (!finds->too_many)
            finds->ids[finds->len++] = method;
    }
}
