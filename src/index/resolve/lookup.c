/* Members are chains in a hash map, by home and name. Members of types and functions are not there:
   they are found through the entries of their file. */
#include "index/resolve/lookup.h"

#include "base/limits.h"
#include "index/resolve/bases.h"
#include "index/resolve/finds.h"
#include "index/resolve/fold_case.h"
#include "index/resolve/home.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/partial.h"
#include "index/resolve/visible.h"

/* Modules that import from each other in a row. */
#define MODULE_DEPTH_MAX 3

IdSpan lookup_span_in_file(const Catalog *catalog, IdSpan span, uint32_t file)
{
    uint32_t first = catalog->files.ptr[file].first, end = first + catalog->files.ptr[file].count;
    size_t low = 0, high = span.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (span.ptr[middle] < first)
            low = middle + 1;
        else
            high = middle;
    }
    size_t last = low;
    while (last < span.len && span.ptr[last] < end)
        last++;
    return (IdSpan){span.ptr + low, last - low};
}

/* Whether an entry is declared in another one, or in a structure without a name within it. */
static bool is_within(const Resolver *resolver, const CatalogFile *file, uint32_t parent,
                      uint32_t home)
{
    while (parent > home) {
        Str name = catalog_name(resolver->catalog, file->entries[parent].name);
        if (!str_starts(name, STR("(")) || !symbol_is_type((SymbolKind)file->entries[parent].kind))
            return false;
        parent = file->entries[parent].parent;
    }
    return parent == home;
}

/* Adds members through the entry of their type or function. Where case is folded, or classes are
   opened again, they are in the hash map. */
static void find_inside(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                        Finds *finds)
{
    SymbolPlace place = catalog_place(resolver->catalog, home);
    if (!place.index || resolver_kind(resolver, home) == SYMBOL_NAMESPACE ||
        fold_case_applies(resolver, place.file) ||
        (resolver_facts(resolver, place.file)->classes_can_be_reopened &&
         id_map_get(&resolver->space_leads, home) != ID_MAP_NONE))
        return;
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    IdSpan span =
        lookup_span_in_file(resolver->catalog, catalog_named(resolver->catalog, name), place.file);
    for (size_t i = span.len; i-- > 0 && !finds->too_many;) {
        uint32_t symbol = span.ptr[i];
        if (finds_fits(resolver_kind(resolver, symbol), kind) &&
            !resolver_has(resolver, symbol, TRAIT_OWNED) &&
            is_within(resolver, file, resolver_entry(resolver, symbol)->parent, place.index))
            finds_add(finds, symbol);
    }
}

/* Adds members of one part of a home. */
static void find_in_part(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                         Finds *finds)
{
    if (home < HOME_GLOBAL)
        name = fold_case_name(resolver, resolver_file_of(resolver, home), name);
    uint32_t row = id_map_get(&resolver->members, id_pair(home, name)) + 1;
    while (row && !finds->too_many) {
        const Member *member = &resolver->member_rows.ptr[row - 1];
        if (finds_fits(resolver_kind(resolver, member->symbol), kind))
            finds_add(finds, member->symbol);
        row = member->next;
    }
    if (home < HOME_GLOBAL)
        find_inside(resolver, home, name, kind, finds);
}

/* The home that holds a part's members: for a namespace, the symbol that represents it. */
static uint32_t home_of_part(const Resolver *resolver, uint32_t part)
{
    if (resolver_kind(resolver, part) != SYMBOL_NAMESPACE)
        return part;
    if (resolver->rules[resolver_file_of(resolver, part)]->namespaces_have_full_names)
        return namespaces_of(resolver, part);
    uint32_t home = home_of(resolver, part);
    uint32_t space =
        id_map_get(&resolver->spaces, id_pair(home, resolver_entry(resolver, part)->name));
    return space == ID_MAP_NONE ? part : space;
}

/* Companions in a row, each of which extends a class with a companion: `companion object : Json()`
   in the class Json is one, and never ends. */
#define COMPANIONS_MAX 3

void lookup_in_companion(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                         Finds *finds)
{
    SymbolPlace place = catalog_place(resolver->catalog, home);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    if (!resolver->rules[place.file]->classes_have_companion_members ||
        !symbol_is_type(resolver_kind(resolver, home)) ||
        resolver->companion_depth == COMPANIONS_MAX)
        return;
    resolver->companion_depth++;
    for (uint32_t i = place.index + 1; i < file->count && !finds->len; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent < place.index)
            break;
        if (entry->parent == place.index && entry->kind == SYMBOL_OBJECT &&
            entry->modifiers & MODIFIER(STATIC))
            lookup_inherited(resolver, file->first + i, name, kind, finds);
    }
    resolver->companion_depth--;
}

/* Rust: what a module with a body passes on: `pub mod prelude { pub use a::*; }`. */
static void find_passed_on(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                           Finds *finds)
{
    if (resolver->module_depth == MODULE_DEPTH_MAX ||
        resolver_kind(resolver, home) != SYMBOL_MODULE ||
        !resolver_rules(resolver, home)->paths_name_modules)
        return;
    Meaning meaning = {0};
    resolver->module_depth++;
    visible_find_imported(resolver, home, name, kind, &meaning);
    resolver->module_depth--;
    *finds = meaning.finds;
}

/* C++: `using` in a namespace passes names on; in a class it adds overloads of a base. */
static void find_used(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind, Finds *finds)
{
    bool space = home < HOME_GLOBAL && resolver_kind(resolver, home) == SYMBOL_NAMESPACE;
    if (home >= HOME_GLOBAL || !resolver->opens.len || resolver->module_depth == MODULE_DEPTH_MAX ||
        (space && finds->len) || !resolver_rules(resolver, home)->aliases_can_be_called)
        return;
    resolver->module_depth++;
    visible_find_used(resolver, home, name, kind, finds);
    resolver->module_depth--;
}

void lookup_members(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind, Finds *finds)
{
    if (!name || home == SYMBOL_NOWHERE)
        return;
    if (home >= HOME_GLOBAL || resolver_kind(resolver, home) == SYMBOL_NAMESPACE) {
        find_in_part(resolver, home, name, kind, finds);
        find_used(resolver, home, name, kind, finds);
        return;
    }
    uint32_t part = partial_lead(resolver, home);
    find_in_part(resolver, part, name, kind, finds);
    bool hides = resolver_facts(resolver, resolver_file_of(resolver, part))
                     ->classes_can_be_reopened; // members of the part in tests hide those of the
                                                // part in code
    for (int step = 0; step < RESOLVE_PARTS_MAX && !finds->too_many; step++) {
        part = partial_next(resolver, part);
        if (part == SYMBOL_NOWHERE || (hides && finds->len))
            break;
        find_in_part(resolver, home_of_part(resolver, part), name, kind, finds);
    }
    if (!finds->len)
        lookup_in_companion(resolver, home, name, kind, finds);
    if (!finds->len && !finds->too_many)
        find_passed_on(resolver, home, name, kind, finds);
    if (!finds->too_many)
        find_used(resolver, home, name, kind, finds);
}

/* Go: whether a field of the type hides what embedded types have under the name. */
static bool has_field(Resolver *resolver, uint32_t type, uint32_t name, FindKind kind)
{
    Finds fields = {0};
    if ((kind == FIND_CALLABLES || kind == FIND_METHODS) &&
        resolver_rules(resolver, type)->fields_hide_methods)
        lookup_members(resolver, type, name, FIND_FIELDS, &fields);
    return fields.len > 0;
}

bool lookup_inherited(Resolver *resolver, uint32_t type, uint32_t name, FindKind kind, Finds *finds)
{
    lookup_members(resolver, type, name, kind, finds);
    bool none = !resolver->bases.len && resolver_kind(resolver, type) != SYMBOL_TYPE;
    if (finds->len || finds->too_many || none)
        return false;
    Finds types = {.ids = {type}, .len = 1};
    bool foreign = false, before = resolver->is_doubtful,
         doubts[FINDS_MAX] = {false}; // by index in types
    for (uint32_t i = 0; i < types.len && !finds->len; i++) {
        Finds bases = {0};
        lookup_members(resolver, types.ids[i], name, kind, finds);
        if (!finds->len && has_field(resolver, types.ids[i], name, kind))
            break;
        resolver->is_doubtful = doubts[i];
        foreign = bases_find(resolver, types.ids[i], &bases) || foreign;
        for (uint32_t b = 0; b < bases.len; b++)
            if (!finds_has(&types, bases.ids[b])) {
                doubts[MIN(types.len, FINDS_MAX - 1)] = resolver->is_doubtful;
                finds_add(&types, bases.ids[b]);
            }
        resolver->is_doubtful = before || (finds->len && doubts[i]);
    }
    return foreign;
}

uint32_t lookup_companion(const Resolver *resolver, uint32_t symbol)
{
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    if (!resolver->rules[place.file]->objects_and_types_share_names || !place.index)
        return SYMBOL_NOWHERE;
    IdSpan named = catalog_named(resolver->catalog, entry->name);
    for (size_t i = 0; i < MIN(named.len, FINDS_MAX); i++) {
        SymbolPlace other = catalog_place(resolver->catalog, named.ptr[i]);
        const Entry *object = &file->entries[other.index];
        if (other.file == place.file && other.index != place.index &&
            object->kind == SYMBOL_OBJECT && object->parent == entry->parent)
            return named.ptr[i];
    }
    return SYMBOL_NOWHERE;
}
