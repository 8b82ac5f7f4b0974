/* What a module offers under a name to files that import it: its own declarations, members of a
   default export (CommonJS), and re-exports. The search follows imports from file to file and stops
   at the first that knows the name. */
#include "index/resolve/module_exports.h"

#include "base/limits.h"
#include "index/resolve/assigned.h"
#include "index/resolve/dynamic.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/visible.h"

typedef struct Stop {
    uint32_t file, name;
    bool is_wildcard; /* reached through a re-export of everything */
    bool is_local;    /* the name inside the file, not the one that it exports */
} Stop;

typedef struct Walk {
    Resolver *resolver;
    FindKind kind;
    Stop stops[RESOLVE_PASSED_ON_MAX];
    uint32_t len;
    bool either; /* a file in the chain has alternative imports of the name */
} Walk;

static void add_stop(Walk *walk, uint32_t file, uint32_t name, bool is_wildcard)
{
    for (uint32_t i = 0; i < walk->len; i++)
        if (walk->stops[i].file == file && walk->stops[i].name == name &&
            walk->stops[i].is_wildcard == is_wildcard)
            return;
    if (name && walk->len < COUNT(walk->stops))
        walk->stops[walk->len++] = (Stop){file, name, is_wildcard, false};
}

/* ---- default exports ---- */

/* The symbol with the default export (`export default`, `module.exports =`), or SYMBOL_NOWHERE. */
static uint32_t module_exports_default(const Resolver *resolver, uint32_t id)
{
    FileScope *scope = &resolver->files[id];
    if (scope->default_is_known)
        return scope->default_export;
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    scope->default_is_known = true;
    scope->default_export = SYMBOL_NOWHERE;
    for (uint32_t i = 1; i < file->count && scope->default_export == SYMBOL_NOWHERE; i++)
        if (file->entries[i].modifiers & MODIFIER(DEFAULT))
            scope->default_export = file->first + i;
    return scope->default_export;
}

/* `export { open as default } from './conn.js'`, which is named after the source. */
static bool is_passed_on(const Resolver *resolver, uint32_t symbol)
{
    const Entry *entry = resolver_entry(resolver, symbol);
    return entry->kind == SYMBOL_EXPORT && !entry->type &&
           !str_equal(catalog_name(resolver->catalog, entry->name), STR("module.exports"));
}

bool module_exports_is_module(Resolver *resolver, uint32_t file)
{
    Names *names = &resolver->catalog->names;
    uint32_t symbol = module_exports_default(resolver, file),
             name = names_find(names, STR("default"));
    return symbol != SYMBOL_NOWHERE && !is_passed_on(resolver, symbol) &&
           !(name && (resolver_entry(resolver, symbol)->name == name ||
                      assigned_exported_as(resolver, file, name).len));
}

bool module_exports_is_space(Resolver *resolver, uint32_t file, Str name)
{
    const FileScope *scope = file_scope_of(resolver, file);
    uint32_t at = id_map_get(&scope->visible, names_find(&resolver->catalog->names, name));
    return at != ID_MAP_NONE && scope->links.ptr[at].flags & BINDING_SPACE;
}

/* Guards against two files that re-export each other's names. */
static bool begin_default(Resolver *resolver, uint32_t id)
{
    FileScope *scope = &resolver->files[id];
    if (scope->default_is_asked || resolver->defaults_asked >= RESOLVE_REEXPORTS_MAX)
        return false;
    scope->default_is_asked = true;
    resolver->defaults_asked++;
    return true;
}

static void end_default(Resolver *resolver, uint32_t id)
{
    resolver->files[id].default_is_asked = false;
    resolver->defaults_asked--;
}

/* The default export, which may be an expression: `export default x`, `module.exports = x`. */
static void find_exported(Resolver *resolver, uint32_t id, FindKind kind, Meaning *meaning)
{
    uint32_t symbol = module_exports_default(resolver, id);
    if (symbol == SYMBOL_NOWHERE)
        return;
    const Entry *entry = resolver_entry(resolver, symbol);
    if (entry->kind != SYMBOL_EXPORT) {
        meaning->finds = (Finds){.ids = {symbol}, .len = finds_fits((SymbolKind)entry->kind, kind)};
        return;
    }
    Str text = catalog_name(resolver->catalog, entry->type);
    uint32_t name = names_find(&resolver->catalog->names, text);
    if (!name || meaning->finds.len || !begin_default(resolver, id))
        return;
    visible_find(resolver, resolver->catalog->files.ptr[id].first, name, kind, meaning);
    end_default(resolver, id);
}

/* Adds a member of the default export. */
static void find_in_default(Resolver *resolver, uint32_t id, uint32_t name, FindKind kind,
                            Finds *finds)
{
    uint32_t symbol = module_exports_default(resolver, id);
    if (symbol == SYMBOL_NOWHERE)
        return;
    const Entry *entry = resolver_entry(resolver, symbol);
    if (entry->kind != SYMBOL_EXPORT) {
        lookup_members(resolver, symbol, name, kind, finds);
        assigned_find_listed(resolver, symbol, name, kind, finds);
        return;
    }
    if (!begin_default(resolver, id))
        return;
    Value value = infer_expression(resolver, NULL, resolver->catalog->files.ptr[id].first,
                                   catalog_name(resolver->catalog, entry->type));
    end_default(resolver, id);
    if (value.kind == VALUE_INSTANCE || value.kind == VALUE_TYPE)
        lookup_inherited(resolver, value.symbol, name, kind, finds);
    if (value.kind == VALUE_INSTANCE)
        assigned_find_listed(resolver, value.symbol, name, kind, finds);
}

/* `module.exports = { bus: new Bus() }`: the value of `bus`. */
static Value held_by_default(Resolver *resolver, uint32_t id, uint32_t name)
{
    uint32_t symbol = module_exports_default(resolver, id);
    bool object = symbol != SYMBOL_NOWHERE && resolver_kind(resolver, symbol) == SYMBOL_OBJECT;
    return object ? assigned_find(resolver, symbol, name) : (Value){0};
}

/* ---- the search ---- */

static bool is_word(const Resolver *resolver, uint32_t name, Str word)
{
    return name && str_equal(catalog_name(resolver->catalog, name), word);
}

/* Python: if several wildcard imports have the name, the last one wins. */
static bool follow_last(Walk *walk, const Stop *stop, const ImportLinkVec *links)
{
    for (size_t i = links->len; i-- > 0;) {
        const ImportLink *link = &links->ptr[i];
        Finds finds = {0};
        if (link->target == FILE_NOWHERE || !is_word(walk->resolver, link->name, STR("*")))
            continue;
        lookup_members(walk->resolver, walk->resolver->units[link->target], stop->name, walk->kind,
                       &finds);
        if (!finds.len)
            continue;
        add_stop(walk, link->target, stop->name, true);
        return true;
    }
    return false;
}

static void follow_wildcards(Walk *walk, const Stop *stop)
{
    Resolver *resolver = walk->resolver;
    const ImportLinkVec *links = &file_scope_of(resolver, stop->file)->links;
    bool all = dynamic_runs_in_order(resolver, stop->file);
    if (all && follow_last(walk, stop, links))
        return;
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        bool passed = all || link->flags & BINDING_REEXPORT;
        if (passed && link->target != FILE_NOWHERE && is_word(resolver, link->name, STR("*")))
            add_stop(walk, link->target, stop->name, true);
    }
}

static void follow_link(Walk *walk, const ImportLink *link, Meaning *meaning)
{
    uint32_t unit = link->target == FILE_NOWHERE ? 0 : walk->resolver->units[link->target];
    if (link->target != FILE_NOWHERE && link->name)
        add_stop(walk, link->target, link->name, false);
    else if (meaning->value.kind == VALUE_MODULE && unit && unit != meaning->value.symbol)
        meaning->value = (Value){0}; // the modules differ
    else if (meaning->value.kind == VALUE_UNKNOWN && link->target == FILE_NOWHERE)
        meaning->value = (Value){.kind = VALUE_FOREIGN, .package = link->package};
    else if (meaning->value.kind == VALUE_UNKNOWN)
        meaning->value = (Value){.kind = VALUE_MODULE, .symbol = unit};
}

/* True when the file imports the name: then nothing else counts. A module that is re-exported as a
   whole does not pass on its own imports. `len`: the number of stops before this one. */
static bool follow_named(Walk *walk, const Stop *stop, uint32_t len, Meaning *meaning)
{
    Resolver *resolver = walk->resolver;
    const FileScope *scope = file_scope_of(resolver, stop->file);
    uint32_t at = id_map_get(&scope->visible, stop->name);
    bool python = dynamic_runs_in_order(resolver, stop->file);
    ImportsSeen seen = {.links = {at}, .len = at != ID_MAP_NONE};
    if (python && seen.len)
        file_scope_imports_at(resolver, (SymbolPlace){.file = stop->file}, stop->name, &seen);
    if (!seen.len || scope->links.ptr[seen.links[0]].flags & BINDING_INNER)
        return false;
    if (stop->is_wildcard && !(scope->links.ptr[seen.links[0]].flags & BINDING_REEXPORT) && !python)
        return false;
    walk->len = len;
    walk->either = walk->either || seen.len > 1;
    for (uint32_t i = 0; i < seen.len; i++)
        follow_link(walk, &scope->links.ptr[seen.links[i]], meaning);
    return true;
}

/* `export { x as y }`: y is the x of the file, whatever y is there. */
static bool follow_renamed(Walk *walk, const Stop *stop)
{
    Str text = stop->is_local || dynamic_runs_in_order(walk->resolver, stop->file)
                   ? (Str){0}
                   : assigned_exported_as(walk->resolver, stop->file, stop->name);
    uint32_t name = text.len ? names_find(&walk->resolver->catalog->names, text) : 0;
    if (!name || walk->len == COUNT(walk->stops))
        return false;
    walk->stops[walk->len++] = (Stop){.file = stop->file, .name = name, .is_local = true};
    return true;
}

/* `f = g` at the top of the file, where f is sought as a function or type. */
static bool follow_alias(Walk *walk, const Stop *stop)
{
    Str text = walk->kind == FIND_VALUES ? (Str){0}
                                         : assigned_alias(walk->resolver, stop->file, stop->name);
    uint32_t name = text.len ? names_find(&walk->resolver->catalog->names, text) : 0;
    if (!name || name == stop->name || walk->len == COUNT(walk->stops))
        return false;
    walk->stops[walk->len++] = (Stop){.file = stop->file, .name = name, .is_local = true};
    return true;
}

static bool visit(Walk *walk, const Stop *stop, Meaning *meaning)
{
    Resolver *resolver = walk->resolver;
    lookup_members(resolver, resolver->units[stop->file], stop->name, walk->kind, &meaning->finds);
    if (!meaning->finds.len && is_word(resolver, stop->name, STR("default")))
        find_exported(resolver, stop->file, walk->kind, meaning);
    else if (!meaning->finds.len)
        find_in_default(resolver, stop->file, stop->name, walk->kind, &meaning->finds);
    if (!meaning->finds.len && walk->kind == FIND_VALUES)
        meaning->value = held_by_default(resolver, stop->file, stop->name);
    return meaning->finds.len || meaning->finds.too_many || meaning->value.kind != VALUE_UNKNOWN;
}

/* Adds one more alternative; the search continues. */
static bool visit_alternative(Walk *walk, const Stop *stop, Meaning *meaning)
{
    Meaning one = {0};
    visit(walk, stop, &one);
    for (uint32_t i = 0; i < one.finds.len && meaning->finds.len < FINDS_MAX; i++)
        meaning->finds.ids[meaning->finds.len++] = one.finds.ids[i];
    meaning->has_alternatives = meaning->finds.len > 1;
    return false;
}

void module_exports_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind,
                         Meaning *meaning)
{
    Walk walk;
    walk.resolver = resolver;
    walk.kind = kind;
    walk.either = false;
    walk.len = 0; // instead of clearing the list
    add_stop(&walk, file, name, false);
    for (uint32_t i = 0; i < walk.len; i++) {
        Stop stop = walk.stops[i];
        if (!resolver->catalog->files.ptr[stop.file].count || follow_renamed(&walk, &stop))
            continue;
        if (walk.either ? visit_alternative(&walk, &stop, meaning) : visit(&walk, &stop, meaning))
            return;
        if (follow_alias(&walk, &stop))
            continue;
        if (!follow_named(&walk, &stop, i + 1, meaning))
            follow_wildcards(&walk, &stop);
        else if (meaning->value.kind != VALUE_UNKNOWN && !walk.either)
            return;
    }
}

void module_exports_find_default(Resolver *resolver, uint32_t file, FindKind kind, Meaning *meaning)
{
    module_exports_find(resolver, file, names_put(&resolver->catalog->names, STR("default")), kind,
                        meaning);
}
