/* `namespace A.B` is the same as `namespace A { namespace B`, in any file. The first block or whole
   file that opens a namespace, by path, represents it. Code outside all namespaces belongs to the
   namespace with an empty name. */
#include "index/resolve/namespaces.h"

#include "base/hash.h"
#include "index/resolve/closest.h"
#include "index/resolve/finds.h"
#include "index/resolve/fold_case.h"
#include "index/resolve/lookup.h"
#include "index/resolve/packages.h"
#include "index/resolve/visible.h"

static Str language_of(const Resolver *resolver, uint32_t symbol)
{
    uint32_t file = resolver_file_of(resolver, symbol);
    return lang_id(resolver->catalog->files.ptr[file].language);
}

/* `a.b` of `a.b.c`, or empty. */
static Str outer_name(Str name)
{
    size_t at = str_find_last_byte(name, '.');
    return str_slice(name, 0, at == STR_NONE ? 0 : at);
}

/* ---- registering namespaces ---- */

/* Hashes a name part by part, so that an outer and an inner name need not be joined. */
static uint64_t add_name(uint64_t key, Str name, bool folds)
{
    for (size_t start = 0, end; start < name.len; start = end + 1) {
        for (end = start; end < name.len && !strchr(".\\", name.ptr[end]);)
            end++;
        Str part = str_slice(name, start, end);
        if (part.len)
            key = (key ^ (folds ? hash_nocase(part) : hash_fast(part))) *
                      UINT64_C(0x9E3779B97F4A7C15) +
                  1;
    }
    return key;
}

static uint64_t key_of(const Resolver *resolver, uint32_t at, Str outer, Str inner)
{
    bool folds = fold_case_applies(resolver, resolver_file_of(resolver, at));
    return add_name(add_name(hash_fast(language_of(resolver, at)), outer, folds), inner, folds);
}

static Str join_names(Arena *arena, Str outer, Str inner)
{
    const Str parts[] = {outer, STR("."), inner};
    return !outer.len ? inner : str_join_all(arena, parts, COUNT(parts));
}

/* Registers a namespace unless it is known; returns the symbol that represents it. */
static uint32_t open_space(Resolver *resolver, uint32_t symbol, Str outer, Str inner)
{
    uint64_t key = key_of(resolver, symbol, outer, inner);
    uint32_t space = id_map_get(&resolver->named_spaces, key);
    if (space != ID_MAP_NONE)
        return space;
    id_map_put(&resolver->named_spaces, resolver->arena, key, symbol);
    id_map_put(&resolver->space_names, resolver->arena, symbol,
               (uint32_t)resolver->space_texts.len);
    *VEC_PUSH(resolver->arena, &resolver->space_texts) = join_names(resolver->arena, outer, inner);
    return symbol;
}

/* The namespace named by both, one after the other. `at`: any symbol of the language. */
static uint32_t find_space(const Resolver *resolver, uint32_t at, Str outer, Str inner)
{
    uint32_t space = id_map_get(&resolver->named_spaces, key_of(resolver, at, outer, inner));
    return space == ID_MAP_NONE ? SYMBOL_NOWHERE : space;
}

/* The full name of a namespace, by the symbol that represents it. */
static Str name_of(const Resolver *resolver, uint32_t space)
{
    uint32_t at = id_map_get(&resolver->space_names, space);
    return at == ID_MAP_NONE ? (Str){0} : resolver->space_texts.ptr[at];
}

uint32_t namespaces_of(const Resolver *resolver, uint32_t symbol)
{
    uint32_t space = id_map_get(&resolver->space_leads, symbol);
    return space == ID_MAP_NONE ? symbol : space;
}

void namespaces_open_file(Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    Str package = catalog_name(resolver->catalog, file->package);
    uint32_t unit = resolver->units[id] = open_space(resolver, file->first, (Str){0}, package);
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i], *parent = &file->entries[entry->parent];
        if (entry->kind != SYMBOL_NAMESPACE || (entry->parent && parent->kind != SYMBOL_NAMESPACE))
            continue;
        uint32_t outer =
            entry->parent ? namespaces_of(resolver, file->first + entry->parent) : unit;
        uint32_t space = open_space(resolver, file->first + i, name_of(resolver, outer),
                                    catalog_name(resolver->catalog, entry->name));
        id_map_put(&resolver->space_leads, resolver->arena, file->first + i, space);
    }
}

/* ---- members ---- */

void namespaces_find(Resolver *resolver, uint32_t space, uint32_t name, FindKind kind, Finds *finds)
{
    Str outer = name_of(resolver, space);
    bool nested = !resolver_rules(resolver, space)->imports_hide_namespaces; // not in PHP
    while (outer.len && !finds->len && !finds->too_many) {
        lookup_members(resolver, find_space(resolver, space, outer, (Str){0}), name, kind, finds);
        outer = nested ? outer_name(outer) : (Str){0};
    }
}

static bool is_within(Str folder, Str path)
{
    size_t end = str_find_last_byte(folder, '/');
    return end == STR_NONE || str_starts(path, str_slice(folder, 0, end + 1));
}

/* Global names of another project are not visible. A project is taken to be one directory tree. */
void namespaces_find_global(Resolver *resolver, uint32_t at, uint32_t name, FindKind kind,
                            Finds *finds)
{
    const CatalogFile *files = resolver->catalog->files.ptr;
    const CatalogFile *own = &files[resolver_file_of(resolver, at)];
    bool global = !imports_package_name(resolver->catalog, own).len;
    uint32_t count = 0;
    lookup_members(resolver, find_space(resolver, at, (Str){0}, (Str){0}), name, kind, finds);
    for (uint32_t i = 0; i < finds->len; i++) {
        Str path = files[resolver_file_of(resolver, finds->ids[i])].path;
        if (global || is_within(path, own->path) || is_within(own->path, path))
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = count;
}

/* The type whose name follows the first `end` bytes of the path, in the namespace that these name.
 */
static Value type_in(Resolver *resolver, uint32_t at, Str outer, Str path, size_t end)
{
    uint32_t space = find_space(resolver, at, outer, str_slice(path, 0, end));
    Str rest = str_from_offset(path, end ? end + 1 : 0), word = rest;
    Finds finds = {0};
    str_take_until(&rest, '.', &word);
    lookup_members(resolver, space, names_find(&resolver->catalog->names, word), FIND_SCOPES,
                   &finds);
    uint32_t only = closest_scope(resolver, at, &finds);
    bool type = only != SYMBOL_NOWHERE && resolver_kind(resolver, only) != SYMBOL_NAMESPACE;
    return type ? (Value){.kind = VALUE_TYPE, .symbol = only} : (Value){0};
}

/* The leading words of the text, with dots between them for PHP's `\`. */
static Str leading_path(Arena *arena, Str text)
{
    size_t len = 0;
    bool slash = false;
    while (len < text.len && (byte_is_word(text.ptr[len]) || byte_in(text.ptr[len], ".\\")))
        slash = text.ptr[len++] == '\\' || slash;
    Str path = str_slice(text, 0, len);
    if (!slash)
        return path;
    char *copy = NEW(arena, char, len + 1);
    for (size_t i = 0; i < len; i++)
        copy[i] = path.ptr[i] == '\\' ? '.' : path.ptr[i];
    return (Str){copy, len};
}

/* A type in the namespace with the longest name at the front of the path; *rest gets the remaining
   path. */
static Value find_front(Resolver *resolver, uint32_t at, Str outer, Str path, Str *rest)
{
    for (size_t end = path.len; end;) {
        size_t dot = str_find_last_byte(str_slice(path, 0, end), '.');
        end = dot == STR_NONE ? 0 : dot;
        Value value = type_in(resolver, at, outer, path, end);
        if (value.kind == VALUE_UNKNOWN)
            continue;
        *rest = str_from_offset(path, end ? end + 1 : 0);
        *rest = str_from_offset(*rest, MIN(str_find_byte(*rest, '.'), rest->len));
        return value;
    }
    return (Value){0};
}

/* The full name of the namespace around a symbol. */
static Str name_around(const Resolver *resolver, uint32_t at)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    for (uint32_t i = place.index; i; i = file->entries[i].parent)
        if (file->entries[i].kind == SYMBOL_NAMESPACE)
            return name_of(resolver, namespaces_of(resolver, file->first + i));
    return name_of(resolver, resolver->units[place.file]);
}

bool namespaces_take_path(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    Str path = leading_path(resolver->arena, *rest), left = {0};
    if (!resolver->rules[resolver_file_of(resolver, at)]->namespaces_have_full_names)
        return packages_take_path(resolver, at, path, rest, value);
    bool whole = str_starts(path, STR(".")); // PHP: `\A\B` is a full name
    if (str_find_byte(path, '.') == STR_NONE)
        return false;
    path = str_from_offset(path, whole);
    *rest = str_from_offset(*rest, whole);
    Str outer = whole ? (Str){0} : name_around(resolver, at);
    Value found = find_front(resolver, at, outer, path, &left);
    while (outer.len && found.kind == VALUE_UNKNOWN) {
        outer = outer_name(outer);
        found = find_front(resolver, at, outer, path, &left);
    }
    if (found.kind == VALUE_UNKNOWN)
        return false;
    *rest = str_from_offset(*rest, path.len - left.len);
    *value = found;
    return true;
}

/* A type by its full name. */
static Value find_named(Resolver *resolver, uint32_t at, Str space, Str path)
{
    Str rest = {0}, part;
    Value value = find_front(resolver, at, space, path, &rest);
    while (value.kind == VALUE_TYPE && str_take_until(&rest, '.', &part)) {
        Finds finds = {0};
        if (!part.len)
            continue;
        lookup_members(resolver, value.symbol, names_find(&resolver->catalog->names, part),
                       FIND_SCOPES, &finds);
        uint32_t only = closest_scope(resolver, at, &finds);
        value = only == SYMBOL_NOWHERE ? (Value){0} : (Value){.kind = VALUE_TYPE, .symbol = only};
    }
    return value;
}

bool namespaces_is_seen(const Resolver *resolver, uint32_t at, uint32_t symbol)
{
    Str own = name_around(resolver, at), other = name_around(resolver, symbol);
    bool folds = fold_case_applies(resolver, resolver_file_of(resolver, at));
    return !other.len || (folds ? str_equal_nocase(own, other) : str_equal(own, other));
}

void namespaces_find_function(Resolver *resolver, uint32_t at, Str path, bool within, uint32_t name,
                              Finds *finds)
{
    Str outer = within ? name_around(resolver, at) : (Str){0};
    uint32_t space = find_space(resolver, at, outer, path), kept = 0;
    if (space == SYMBOL_NOWHERE || !name)
        return;
    lookup_members(resolver, space, name, FIND_METHODS, finds);
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_kind(resolver, finds->ids[i]) == SYMBOL_FUNCTION)
            finds->ids[kept++] = finds->ids[i];
    finds->len = kept;
}

/* ---- imports ---- */

void namespaces_follow_alias(Resolver *resolver, uint32_t at, const ImportLink *link, FindKind kind,
                             Meaning *meaning)
{
    const Catalog *catalog = resolver->catalog;
    Str package = catalog_name(catalog, link->package), name = catalog_name(catalog, link->name);
    if (!name.len) {
        uint32_t space = find_space(resolver, at, package, (Str){0});
        if (space != SYMBOL_NOWHERE)
            meaning->value = (Value){.kind = VALUE_MODULE, .symbol = space};
        return;
    }
    Value value = find_named(resolver, at, package, name);
    if (value.kind == VALUE_TYPE && finds_fits(resolver_kind(resolver, value.symbol), kind))
        meaning->finds = (Finds){.ids = {value.symbol}, .len = 1};
    else if (value.kind == VALUE_UNKNOWN) // PHP's `use function`
        lookup_members(resolver, find_space(resolver, at, package, (Str){0}),
                       names_find(&resolver->catalog->names, name), kind, &meaning->finds);
}

void namespaces_find_imported(Resolver *resolver, uint32_t at, const ImportLink *link,
                              uint32_t name, FindKind kind, Finds *finds)
{
    Str package = catalog_name(resolver->catalog, link->package);
    if (link->flags & BINDING_STATIC) {
        Value type = find_named(resolver, at, (Str){0}, package);
        if (type.kind == VALUE_TYPE)
            lookup_inherited(resolver, type.symbol, name, kind, finds);
        return;
    }
    lookup_members(resolver, find_space(resolver, at, package, (Str){0}), name, kind, finds);
}
