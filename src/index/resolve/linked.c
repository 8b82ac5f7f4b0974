/* Names with external linkage have no chain of members: they are found in the catalog's index of
   names, where the symbols of one file are contiguous. */
#include "index/resolve/linked.h"

#include "base/path.h"
#include "index/resolve/finds.h"
#include "index/resolve/fragments.h"
#include "index/resolve/includes.h"
#include "index/resolve/lookup.h"
#include "index/resolve/test_code.h"
#include "lang/registry.h"

/* Adds a symbol; a namespace is one candidate, however many files open it. */
static void add_linked(Resolver *resolver, uint32_t symbol, uint32_t name, Finds *finds)
{
    uint32_t space = resolver_kind(resolver, symbol) == SYMBOL_NAMESPACE
                         ? id_map_get(&resolver->spaces, id_pair(HOME_GLOBAL, name))
                         : ID_MAP_NONE;
    if (space == ID_MAP_NONE)
        finds_add(finds, symbol);
    else if (!finds_has(finds, space))
        finds_add(finds, space);
}

static void take_linked(Resolver *resolver, IdSpan span, uint32_t name, FindKind kind, Finds *finds)
{
    for (size_t i = 0; i < span.len && !finds->too_many; i++)
        if (resolver_has(resolver, span.ptr[i], TRAIT_GLOBAL) &&
            finds_fits(resolver_kind(resolver, span.ptr[i]), kind))
            add_linked(resolver, span.ptr[i], name, finds);
}

/* Whether one of them is a macro or has a body. */
static bool has_definition(const Resolver *resolver, const Finds *finds)
{
    bool any = false;
    for (uint32_t i = 0; i < finds->len; i++)
        any = any || resolver_is_macro(resolver, finds->ids[i]) ||
              resolver_has(resolver, finds->ids[i], TRAIT_BODY);
    return any;
}

/* Whether the path ends like a header's. */
static bool is_header(Str path)
{
    static const Str endings[] = {STR_INIT(".h"), STR_INIT(".hpp"), STR_INIT(".hh"),
                                  STR_INIT(".inc"), STR_INIT(".hxx")};
    for (size_t i = 0; i < COUNT(endings); i++)
        if (str_ends(path, endings[i]))
            return true;
    return false;
}

/* Whether a path names a header in the same directory. A file may use its declarations without
   including it by a name that can be resolved. */
static bool is_header_in_directory(Str path, Str own)
{
    size_t end = str_find_last_byte(own, '/') + 1;
    return end == str_find_last_byte(path, '/') + 1 && memcmp(own.ptr, path.ptr, end) == 0 &&
           is_header(path);
}

bool linked_is_fragment(Resolver *resolver, uint32_t file)
{
    const CatalogFile *row = &resolver->catalog->files.ptr[file];
    const char *const *endings = row->language ? row->language->shared : NULL;
    Str extension = path_extension(row->path);
    for (; endings && *endings; endings++)
        if (str_equal_nocase(str_from(*endings), extension))
            return true;
    return fragments_have(resolver, file);
}

/* Adds the symbols that the file sees. A name must be declared where it is used: declarations,
   macros and static symbols count only in included files; other definitions count anywhere. */
static void take_declared(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                          Finds *finds)
{
    IdSpan all = catalog_named(resolver->catalog, name);
    const Catalog *catalog = resolver->catalog;
    Finds nearby = {0};
    bool declared = linked_is_fragment(resolver, file);
    for (size_t i = 0; i < all.len && !finds->too_many; i++) {
        uint32_t symbol = all.ptr[i];
        if (!resolver_has(resolver, symbol, TRAIT_GLOBAL) ||
            !finds_fits(resolver_kind(resolver, symbol), kind))
            continue;
        uint32_t place = resolver_file_of(resolver, symbol);
        if (test_code_is_hidden(resolver, file, symbol))
            continue;
        bool seen = place == file || includes_reach(resolver, file, place) ||
                    fragments_see(resolver, file, place);
        bool local =
            resolver_is_macro(resolver, symbol) || resolver_has(resolver, symbol, TRAIT_STATIC);
        declared = declared || seen;
        if (seen || kind == FIND_SCOPES || (!local && resolver_has(resolver, symbol, TRAIT_BODY)))
            add_linked(resolver, symbol, name, finds);
        if (!declared &&
            is_header_in_directory(catalog->files.ptr[place].path, catalog->files.ptr[file].path))
            finds_add(&nearby, symbol);
    }
    if (!declared && kind != FIND_SCOPES)
        *finds = nearby;
}

/* Sorts by path, then by position. */
static void sort_finds(Resolver *resolver, Finds *finds)
{
    uint32_t places[FINDS_MAX];
    for (uint32_t i = 0; i < finds->len; i++) {
        uint32_t symbol = finds->ids[i];
        uint32_t place = imports_place(resolver->imports, resolver_file_of(resolver, symbol)),
                 at = i;
        for (; at && places[at - 1] > place; at--) {
            places[at] = places[at - 1];
            finds->ids[at] = finds->ids[at - 1];
        }
        places[at] = place;
        finds->ids[at] = symbol;
    }
}

static void find_uncached(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                          Finds *finds)
{
    IdSpan all = catalog_named(resolver->catalog, name);
    take_linked(resolver, lookup_span_in_file(resolver->catalog, all, file), name, kind, finds);
    if (finds->too_many || has_definition(resolver, finds))
        return;
    finds->len = 0;
    if (all.len > RESOLVE_NAMESAKES_MAX)
        finds->too_many = true;
    else
        take_declared(resolver, file, name, kind, finds);
    sort_finds(resolver, finds);
}

static bool has_nested(const Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    bool found = false;
    for (uint32_t i = 1; resolver->rules[id]->linker_resolves_names && i < file->count && !found;
         i++) {
        const Entry *entry = &file->entries[i];
        found = entry->parent && finds_fits((SymbolKind)entry->kind, FIND_METHODS) &&
                finds_fits((SymbolKind)file->entries[entry->parent].kind, FIND_METHODS);
    }
    return found;
}

void linked_begin_file(Resolver *resolver, uint32_t file)
{
    Linked *linked = &resolver->linked;
    Arena arena = linked->arena;
    if (arena.begin)
        arena_reset(&arena);
    else
        arena_open(&arena, 0);
    *linked = (Linked){.arena = arena,
                       .is_open = true,
                       .has_nested_functions = has_nested(resolver, file),
                       .file = file};
}

static void cache_answer(Linked *linked, uint64_t key, const Finds *finds)
{
    id_map_put(&linked->known, &linked->arena, key, (uint32_t)linked->finds.len);
    *VEC_PUSH(&linked->arena, &linked->finds) =
        (LinkedFinds){(uint32_t)linked->ids.len, finds->len, finds->too_many};
    for (uint32_t i = 0; i < finds->len; i++)
        *VEC_PUSH(&linked->arena, &linked->ids) = finds->ids[i];
}

void linked_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Finds *finds)
{
    Linked *linked = &resolver->linked;
    uint64_t key = id_pair(kind, name);
    bool kept = linked->is_open && linked->file == file;
    uint32_t at = kept ? id_map_get(&linked->known, key) : ID_MAP_NONE;
    finds->len = 0;
    if (at == ID_MAP_NONE) {
        find_uncached(resolver, file, name, kind, finds);
        if (kept)
            cache_answer(linked, key, finds);
        return;
    }
    const LinkedFinds *known = &linked->finds.ptr[at];
    finds->too_many = known->too_many;
    finds->len = known->len;
    for (uint32_t i = 0; i < known->len; i++)
        finds->ids[i] = linked->ids.ptr[known->first + i];
}
