/* Scopes are searched from the inside out. At the top: the file, its imports, its package, wildcard
   imports. */
#include "index/resolve/visible.h"

#include "base/limits.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/fragments.h"
#include "index/resolve/home.h"
#include "index/resolve/linked.h"
#include "index/resolve/lookup.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/reopen.h"
#include "index/resolve/test_code.h"
#include "index/resolve/types.h"
#include "index/resolve/unit.h"
#include "index/resolve/unknown_bases.h"
#include "index/resolve/wildcard.h"

/* Fragments that include each other in a row. */
#define FRAGMENT_DEPTH_MAX 4

static bool is_block(const Entry *entry)
{
    return entry->kind == SYMBOL_NAMESPACE || entry->kind == SYMBOL_MODULE ||
           !finds_fits((SymbolKind)entry->kind, FIND_SCOPES);
}

/* `a.b` of `a.b.c`, or empty. */
static Str outer_space(Str name)
{
    size_t end = name.len;
    while (end && !strchr(".:", name.ptr[end - 1]))
        end--;
    while (end && strchr(".:", name.ptr[end - 1]))
        end--;
    return str_slice(name, 0, end);
}

/* TypeScript: whether a member of a namespace is not visible in this block. Other blocks see only
   exported members. */
static bool is_hidden_in(const Resolver *resolver, uint32_t block, uint32_t symbol)
{
    SymbolPlace own = catalog_place(resolver->catalog, block),
                place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t at = place.index;
    bool exported = file->entries[at].modifiers & MODIFIER(EXPORTED);
    if (exported || (own.file == place.file && file->entries[at].parent == own.index))
        return false;
    while (at && !(file->entries[at].modifiers & MODIFIER(DECLARED)))
        at = file->entries[at].parent;
    return !at && !str_ends(file->path, STR(".d.ts"));
}

static void drop_hidden(const Resolver *resolver, uint32_t block, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (!is_hidden_in(resolver, block, finds->ids[i]))
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

/* Searches a namespace in all files that open it; `namespace a.b` is in `a`, too. */
static void find_in_space(Resolver *resolver, uint32_t symbol, uint32_t name, FindKind kind,
                          Finds *finds)
{
    Catalog *catalog = resolver->catalog;
    uint32_t file = resolver_file_of(resolver, symbol);
    if (resolver->rules[file]->namespaces_have_full_names) {
        namespaces_find(resolver, namespaces_of(resolver, symbol), name, kind, finds);
        test_code_drop_hidden(resolver, file, finds);
        return;
    }
    uint32_t home = home_of(resolver, symbol), own = resolver_entry(resolver, symbol)->name;
    uint32_t space = id_map_get(&resolver->spaces, id_pair(home, own));
    lookup_members(resolver, space == ID_MAP_NONE ? symbol : space, name, kind, finds);
    Str outer = outer_space(catalog_name(catalog, own));
    for (; outer.len && !finds->len && !finds->too_many; outer = outer_space(outer)) {
        space = id_map_get(&resolver->spaces, id_pair(home, names_find(&catalog->names, outer)));
        if (space != ID_MAP_NONE)
            lookup_members(resolver, space, name, kind, finds);
    }
    test_code_drop_hidden(resolver, file, finds);
    if (resolver->rules[file]->same_named_types_are_one)
        drop_hidden(resolver, symbol, finds);
}

/* A method in a function belongs to an object there, so a bare name cannot mean it. */
static void drop_methods(const Resolver *resolver, Finds *finds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_kind(resolver, finds->ids[i]) != SYMBOL_METHOD)
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

/* Searches the scope of one symbol around the place. */
static bool find_around(Resolver *resolver, uint32_t symbol, uint32_t name, FindKind kind,
                        Finds *finds)
{
    const Entry *entry = resolver_entry(resolver, symbol);
    SymbolPlace place = catalog_place(resolver->catalog, symbol);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    const Rules *rules = resolver->rules[place.file];
    bool implicit = rules->bare_names_may_be_members ||
                    (kind == FIND_SCOPES && !rules->paths_name_modules); // Rust writes `Self::Item`
    uint32_t home = home_of(resolver, symbol);
    if (entry->kind == SYMBOL_NAMESPACE) {
        find_in_space(resolver, symbol, name, kind, finds);
    } else if (is_block(entry)) {
        lookup_members(resolver, symbol, name, kind, finds);
        if (resolver->rules[place.file]->is_dynamic)
            drop_methods(resolver, finds);
    } else if (entry->kind == SYMBOL_TYPE) { // not in the alias's target
        lookup_members(resolver, symbol, name, kind, finds);
    } else if (implicit) {
        lookup_inherited(resolver, symbol, name, kind, finds);
    }
    bool owned = entry->owner || file->entries[entry->parent].kind == SYMBOL_IMPL;
    for (int step = 0; owned && implicit && !finds->len && step < RESOLVE_OWNERS_MAX; step++) {
        if (home >= HOME_GLOBAL || !catalog_place(resolver->catalog, home).index)
            break;
        lookup_inherited(resolver, home, name, kind, finds);
        home = home_of(resolver, home);
    }
    return finds->len || finds->too_many;
}

/* Whether the file has a block of the namespace at its top level. */
static bool opens_space(Resolver *resolver, uint32_t id, uint32_t name)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].name == name && !file->entries[i].parent &&
            file->entries[i].kind == SYMBOL_NAMESPACE)
            return true;
    return false;
}

/* Adds the symbols that the file declares itself. */
static void keep_file(Resolver *resolver, uint32_t file, uint32_t name, const Finds *all,
                      Finds *finds)
{
    for (uint32_t i = 0; i < all->len; i++) {
        bool space = resolver_kind(resolver, all->ids[i]) == SYMBOL_NAMESPACE;
        if (space ? opens_space(resolver, file, name)
                  : resolver_file_of(resolver, all->ids[i]) == file)
            finds->ids[finds->len++] = all->ids[i];
    }
}

/* C#: a `using` in the block of a namespace holds only there. */
static bool is_in_block(Resolver *resolver, SymbolPlace place, const ImportLink *link)
{
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t block = file_scope_symbol_around(file, link), at = place.index;
    while (block && file->entries[block].kind != SYMBOL_NAMESPACE)
        block = file->entries[block].parent;
    while (at && at != block)
        at = file->entries[at].parent;
    return at == block || !(file->entries[block].modifiers & ENTRY_HAS_BODY);
}

/* Searches the namespace of the file, its imports, then symbols outside all namespaces. */
static void find_in_spaces(Resolver *resolver, SymbolPlace place, uint32_t name, FindKind kind,
                           Meaning *meaning)
{
    uint32_t file = place.file;
    const FileScope *scope = file_scope_of(resolver, file);
    Finds unit = {0}, *finds = &meaning->finds;
    uint32_t first = resolver->catalog->files.ptr[file].first;
    const Rules *rules = resolver->rules[file];
    bool named = resolver->catalog->files.ptr[file].package;
    uint32_t use = rules->imports_hide_namespaces ? id_map_get(&scope->visible, name) : ID_MAP_NONE;
    if (use != ID_MAP_NONE) // PHP: imports come before the namespace
        unit_follow_import(resolver, &scope->links.ptr[use], name, kind, meaning);
    if (finds->len || meaning->value.kind != VALUE_UNKNOWN)
        return;
    namespaces_find(resolver, resolver->units[file], name, kind, finds);
    if (!finds->len && !named) {
        lookup_members(resolver, resolver->units[file], name, kind, &unit);
        keep_file(resolver, file, name, &unit, finds);
    }
    uint32_t at = finds->len ? ID_MAP_NONE : id_map_get(&scope->visible, name);
    if (at != ID_MAP_NONE)
        unit_follow_import(resolver, &scope->links.ptr[at], name, kind, meaning);
    for (size_t i = 0; i < scope->links.len && !finds->len && !finds->too_many; i++) {
        const ImportLink *link = &scope->links.ptr[i];
        bool whole = str_equal(catalog_name(resolver->catalog, link->name), STR("*"));
        if (whole && link->target != FILE_NOWHERE && is_in_block(resolver, place, link))
            namespaces_find_imported(resolver, first, link, name, kind, finds);
        meaning->is_imported = meaning->is_imported || finds->len;
    }
    test_code_drop_hidden(resolver, file, finds);
    bool global = !rules->loading_decides_among_functions || kind == FIND_SCOPES ||
                  !imports_package_name(resolver->catalog, &resolver->catalog->files.ptr[file]).len;
    if (global && !finds->len && !finds->too_many && meaning->value.kind == VALUE_UNKNOWN)
        namespaces_find_global(resolver, first, name, kind, finds);
}

/* Follows the imports of a name. A meaning found earlier is kept as another alternative. */
static void follow_seen(Resolver *resolver, uint32_t file, const ImportsSeen *seen, uint32_t name,
                        FindKind kind, Meaning *meaning)
{
    const FileScope *scope = file_scope_of(resolver, file);
    meaning->has_alternatives = seen->len + (meaning->finds.len > 0) > 1;
    for (uint32_t i = 0; i < seen->len; i++) {
        Meaning one = {0};
        unit_follow_import(resolver, &scope->links.ptr[seen->links[i]], name, kind, &one);
        meaning->is_imported = meaning->is_imported || one.is_imported;
        meaning->has_alternatives = meaning->has_alternatives || one.has_alternatives;
        meaning->finds.too_many = meaning->finds.too_many || one.finds.too_many;
        for (uint32_t k = 0; k < one.finds.len; k++)
            finds_add_once(&meaning->finds, one.finds.ids[k]);
        if (meaning->value.kind == VALUE_UNKNOWN)
            meaning->value = one.value;
    }
    if (meaning->finds.len)
        meaning->value = (Value){.kind = VALUE_UNKNOWN};
}

static bool is_known(const Meaning *meaning)
{
    return meaning->finds.len || meaning->value.kind != VALUE_UNKNOWN;
}

/* Searches the top level of the file, its imports and its package. */
static void find_at_top(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind,
                        Meaning *meaning)
{
    uint32_t file = at.file;
    const Rules *rules = resolver->rules[file];
    Finds unit = {0};
    ImportsSeen seen;
    if (rules->linker_resolves_names) {
        linked_find(resolver, file, name, kind, &meaning->finds);
        return;
    }
    if (rules->namespaces_have_full_names) {
        find_in_spaces(resolver, at, name, kind, meaning);
        return;
    }
    file_scope_imports_at(resolver, at, name, &seen);
    if (seen.function)
        follow_seen(resolver, file, &seen, name, kind, meaning);
    if (is_known(meaning))
        return;
    lookup_members(resolver, resolver->units[file], name, kind, &unit);
    test_code_drop_hidden(resolver, file, &unit);
    keep_file(resolver, file, name, &unit, &meaning->finds);
    uint32_t line =
        meaning->finds.len ? resolver_entry(resolver, *meaning->finds.ids)->start_line : 0;
    if (!seen.function && (!meaning->finds.len || seen.maybe))
        follow_seen(resolver, file, &seen, name, kind, meaning);
    for (uint32_t i = 0; i < seen.len; i++)
        line = MAX(line, file_scope_of(resolver, file)->links.ptr[seen.links[i]].line);
    if (is_known(meaning)) { // wildcard imports can only bring the same module
        meaning->is_doubtful = meaning->finds.len && wildcard_may_hide(resolver, at, line);
        return;
    }
    if (rules->objects_and_types_share_names) {
        wildcard_find_around(resolver, at, name, kind, &unit, meaning);
        return;
    }
    meaning->finds = unit;
    if (!unit.len)
        wildcard_find(resolver, at, name, kind, meaning);
}

/* The namespace of a `using`, looked up once. */
static uint32_t used_namespace(Resolver *resolver, BaseRow *opened)
{
    if (!opened->space) {
        resolver->resolving_using = true;
        Value space = types_find(resolver, opened->symbol, opened->receiver);
        resolver->resolving_using = false;
        bool scope = space.kind == VALUE_MODULE || space.kind == VALUE_TYPE;
        opened->space = scope ? space.symbol + 1 : SYMBOL_NOWHERE;
    }
    return opened->space == SYMBOL_NOWHERE ? SYMBOL_NOWHERE : opened->space - 1;
}

/* C++: adds the symbols that the `using` declarations of a symbol make visible, and, if `whole`,
   its directives. */
static bool find_used_by(Resolver *resolver, uint32_t symbol, bool whole, uint32_t name,
                         FindKind kind, Finds *finds)
{
    bool any = resolver->opens.len && !resolver->resolving_using;
    uint32_t row = any ? id_map_get(&resolver->opens, symbol) : ID_MAP_NONE;
    for (uint32_t next = row + 1; next; next = resolver->base_rows.ptr[next - 1].next) {
        BaseRow *opened = &resolver->base_rows.ptr[next - 1];
        bool all = str_equal(opened->name, STR("*"));
        if (all ? !whole : !str_equal(opened->name, catalog_name(resolver->catalog, name)))
            continue;
        uint32_t space = used_namespace(resolver, opened);
        if (space != SYMBOL_NOWHERE)
            lookup_members(resolver, space, name, kind, finds);
    }
    return finds->len || finds->too_many;
}

static bool find_used(Resolver *resolver, uint32_t symbol, uint32_t name, FindKind kind,
                      Finds *finds)
{
    return find_used_by(resolver, symbol, true, name, kind, finds);
}

void visible_find_used(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                       Finds *finds)
{
    find_used_by(resolver, home, resolver_kind(resolver, home) == SYMBOL_NAMESPACE, name, kind,
                 finds);
}

/* Ruby: outside of the innermost class or module, only constants are visible. */
static FindKind kind_beyond(FindKind kind)
{
    return kind == FIND_CALLABLES || kind == FIND_METHODS ? FIND_SCOPES
           : kind == FIND_VALUES                          ? FIND_FIELDS
                                                          : kind;
}

static void search_outwards(Resolver *resolver, uint32_t at, uint32_t name, FindKind kind,
                            Meaning *meaning);

/* A fragment is in the scopes around the places that include it: a namespace, a class. */
static void search_around_includes(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                                   Meaning *meaning)
{
    FragmentSites sites;
    if (resolver->fragment_depth == FRAGMENT_DEPTH_MAX)
        return;
    fragments_sites(resolver, file, &sites);
    resolver->fragment_depth++;
    for (uint32_t i = 0; i < sites.len; i++) {
        Meaning one = {0};
        search_outwards(resolver, sites.symbols[i], name, kind, &one);
        for (uint32_t k = 0; k < one.finds.len; k++)
            finds_add_once(&meaning->finds, one.finds.ids[k]);
        if (meaning->value.kind == VALUE_UNKNOWN)
            meaning->value = one.value;
        meaning->is_doubtful = true;
    }
    resolver->fragment_depth--;
}

/* Rust: the imports of the function, or of the module, around a place. Names of an outer module do
   not apply within a module, apart from macros. */
static void find_in_imports(Resolver *resolver, SymbolPlace at, bool functions, uint32_t name,
                            FindKind kind, Meaning *meaning)
{
    ImportsSeen seen;
    file_scope_imports_at(resolver, at, name, &seen);
    if (!functions == !seen.function)
        follow_seen(resolver, at.file, &seen, name, kind, meaning);
    if (!is_known(meaning) && !functions)
        wildcard_find(resolver, at, name, kind, meaning);
}

static void keep_macros(const Resolver *resolver, Meaning *meaning)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < meaning->finds.len; i++)
        if (resolver_kind(resolver, meaning->finds.ids[i]) == SYMBOL_MACRO)
            meaning->finds.ids[count++] = meaning->finds.ids[i];
    meaning->finds.len = count;
    meaning->value = (Value){.kind = VALUE_UNKNOWN};
}

/* Rust: what the name means in the module around the place. */
static void search_module(Resolver *resolver, SymbolPlace place, uint32_t name, FindKind kind,
                          Meaning *meaning)
{
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    uint32_t module = file_scope_module_around(file, place.index);
    find_in_imports(resolver, place, true, name, kind, meaning);
    for (uint32_t i = place.index; i && !is_known(meaning); i = file->entries[i].parent) {
        find_around(resolver, file->first + i, name, kind, &meaning->finds);
        if (i == module)
            break;
    }
    if (!is_known(meaning) && !meaning->finds.too_many && module)
        find_in_imports(resolver, place, false, name, kind, meaning);
    if (is_known(meaning) || meaning->finds.too_many)
        return;
    find_at_top(resolver, (SymbolPlace){.file = place.file}, name, kind, meaning);
    if (module)
        keep_macros(resolver, meaning);
}

static void search_outwards(Resolver *resolver, uint32_t at, uint32_t name, FindKind kind,
                            Meaning *meaning)
{
    SymbolPlace place = catalog_place(resolver->catalog, at);
    const CatalogFile *file = catalog_row(resolver->catalog, place.file);
    bool reopens = resolver_facts(resolver, place.file)->classes_can_be_reopened;
    FindKind asked = kind;
    uint32_t i = place.index;
    if (resolver->rules[place.file]->paths_name_modules) {
        search_module(resolver, place, name, kind, meaning);
        return;
    }
    for (; i; i = file->entries[i].parent) {
        if (find_around(resolver, file->first + i, name, asked, &meaning->finds) ||
            find_used(resolver, file->first + i, name, asked, &meaning->finds))
            break;
        bool type = file->entries[i].kind == SYMBOL_CLASS || file->entries[i].kind == SYMBOL_MODULE;
        asked = reopens && type ? kind_beyond(kind) : asked;
    }
    bool used = !i && resolver->rules[place.file]->linker_resolves_names &&
                find_used_by(resolver, file->first, false, name, kind, &meaning->finds);
    Value value;
    bool nested = !i && reopens && kind == FIND_SCOPES && place.index &&
                  reopen_find(resolver, at, catalog_name(resolver->catalog, name), &value);
    if (nested)
        meaning->finds = (Finds){.ids = {value.symbol}, .len = 1};
    else if (!i && !used)
        find_at_top(resolver, place, name, kind, meaning);
    if (!i && !meaning->finds.len && !meaning->finds.too_many)
        find_used(resolver, file->first, name, kind, &meaning->finds);
    if (!i && !meaning->finds.len && !meaning->finds.too_many &&
        resolver->rules[place.file]->linker_resolves_names)
        search_around_includes(resolver, place.file, name, kind, meaning);
    meaning->is_doubtful =
        meaning->is_doubtful || unknown_bases_may_hide(resolver, place, i, meaning);
    if (i)
        return;
    bool none = !meaning->finds.len && meaning->value.kind == VALUE_UNKNOWN;
    if (reopens && none && kind == FIND_SCOPES &&
        reopen_find(resolver, at, catalog_name(resolver->catalog, name), &value))
        meaning->finds = (Finds){.ids = {value.symbol}, .len = 1};
}

void visible_find(Resolver *resolver, uint32_t at, uint32_t name, FindKind kind, Meaning *meaning)
{
    meaning->finds.len = 0;
    meaning->finds.too_many = meaning->is_imported = meaning->has_alternatives =
        meaning->is_doubtful = false;
    meaning->value = (Value){.kind = VALUE_UNKNOWN};
    if (name)
        search_outwards(resolver, at, name, kind, meaning);
    resolver->is_doubtful = resolver->is_doubtful || meaning->is_doubtful;
}

void visible_find_imported(Resolver *resolver, uint32_t module, uint32_t name, FindKind kind,
                           Meaning *meaning)
{
    find_in_imports(resolver, catalog_place(resolver->catalog, module), false, name, kind, meaning);
}
