/* Imports are resolved when a file is first asked about. All links that make one name visible form
   a ring. */
#include "index/resolve/file_scope.h"

#include "index/resolve/name_path.h"

static uint32_t last_component(Catalog *catalog, uint32_t name)
{
    return names_find(&catalog->names, name_path_last(catalog_name(catalog, name)));
}

/* Python's `import a.b`. */
static bool is_dotted(Catalog *catalog, const ImportLink *link)
{
    return !link->name && str_find_byte(catalog_name(catalog, link->alias), '.') != STR_NONE;
}

uint32_t file_scope_visible_name(Catalog *catalog, const ImportLink *link)
{
    if (link->alias && is_dotted(catalog, link))
        return 0; // see dynamic_special_name
    if (link->alias)
        return last_component(catalog, link->alias);
    if (link->name)
        return last_component(catalog, link->name);
    if (link->target != FILE_NOWHERE)
        return catalog->files.ptr[link->target].package;
    return link->package ? last_component(catalog, link->package) : 0;
}

/* Lower is better: imports of the whole file, then those that lead into the repository. */
static int link_rank(const FileScope *scope, uint32_t index)
{
    const ImportLink *link = &scope->links.ptr[index];
    bool inner = link->flags & BINDING_INNER || (scope->modules && scope->modules[index]);
    return (inner ? 2 : 0) + (link->target == FILE_NOWHERE);
}

static void add_link(Resolver *resolver, FileScope *scope, uint32_t index)
{
    const ImportLink *link = &scope->links.ptr[index];
    uint32_t name = file_scope_visible_name(resolver->catalog, link);
    Str alias = link->name ? (Str){0} : catalog_name(resolver->catalog, link->alias);
    scope->has_foreign_wildcard =
        scope->has_foreign_wildcard ||
        (link->target == FILE_NOWHERE &&
         (!link->name || str_ends(catalog_name(resolver->catalog, link->name), STR("*"))));
    scope->has_dotted_names = scope->has_dotted_names || str_find_byte(alias, '.') != STR_NONE;
    scope->ring[index] = index;
    if (!name)
        return;
    uint32_t other = id_map_get(&scope->visible, name);
    if (other != ID_MAP_NONE) {
        scope->ring[index] = scope->ring[other];
        scope->ring[other] = index;
    }
    if (other == ID_MAP_NONE || link_rank(scope, index) <= link_rank(scope, other))
        id_map_put(&scope->visible, resolver->arena, name, index);
}

uint32_t file_scope_module_around(const CatalogFile *file, uint32_t entry)
{
    while (entry && !(file->entries[entry].kind == SYMBOL_MODULE &&
                      file->entries[entry].modifiers & ENTRY_HAS_BODY))
        entry = file->entries[entry].parent;
    return entry;
}

/* Rust: notes the module of each import. */
static void note_modules(const Resolver *resolver, uint32_t id, FileScope *scope)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    if (!resolver->rules[id]->paths_name_modules || file->degraded)
        return;
    scope->modules = NEW(resolver->arena, uint32_t, scope->links.len);
    for (size_t i = 0; i < scope->links.len; i++)
        scope->modules[i] =
            file_scope_module_around(file, file_scope_symbol_around(file, &scope->links.ptr[i]));
}

const FileScope *file_scope_of(Resolver *resolver, uint32_t id)
{
    FileScope *scope = &resolver->files[id];
    if (scope->is_ready)
        return scope;
    scope->is_ready = true;
    Arena work = resolver->work, made = resolver->made;
    Outline imports;
    ImportLinkVec links = {0};
    catalog_shape_imports(resolver->catalog, &work, id, &imports);
    imports_resolve(resolver->imports, &made, work, id, &imports, &links);
    scope->links = links;
    scope->links.ptr = NEW(resolver->arena, ImportLink, links.len);
    scope->links.cap = links.len;
    if (links.len)
        memcpy(scope->links.ptr, links.ptr, links.len * sizeof *links.ptr);
    scope->ring = NEW(resolver->arena, uint32_t, links.len);
    note_modules(resolver, id, scope);
    for (uint32_t i = (uint32_t)links.len; i-- > 0;)
        add_link(resolver, scope, i);
    return scope;
}

/* The innermost function around an entry that contains the import; 0: none. */
static uint32_t function_around(const CatalogFile *file, uint32_t index, const ImportLink *link)
{
    for (; index; index = file->entries[index].parent) {
        const Entry *entry = &file->entries[index];
        bool function = symbol_is_function((SymbolKind)entry->kind);
        if (function && entry->start_line <= link->line && link->line <= entry->end_line)
            return index;
    }
    return 0;
}

/* Entries are sorted by their first lines. */
uint32_t file_scope_symbol_before(const CatalogFile *file, const ImportLink *link)
{
    uint32_t low = 0, high = file->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (file->entries[middle].start_line <= link->line)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint32_t file_scope_symbol_around(const CatalogFile *file, const ImportLink *link)
{
    uint32_t index = file->degraded
                         ? 0
                         : file_scope_symbol_before(
                               file, link); // ends are guesses in a file that was not fully read
    while (index && file->entries[index].end_line < link->line)
        index = file->entries[index].parent;
    return index;
}

bool file_scope_contains(const CatalogFile *file, uint32_t index, const ImportLink *link)
{
    uint32_t around = file_scope_symbol_around(file, link);
    while (index > around)
        index = file->entries[index].parent;
    return index == around;
}

bool file_scope_shows(const Resolver *resolver, SymbolPlace at, const ImportLink *link)
{
    const CatalogFile *file = catalog_row(resolver->catalog, at.file);
    const FileScope *scope = &resolver->files[at.file];
    if (scope->modules)
        return link->flags & BINDING_OUTER ||
               scope->modules[link - scope->links.ptr] == file_scope_module_around(file, at.index);
    return !resolver->rules[at.file]->objects_and_types_share_names ||
           file_scope_contains(file, at.index, link);
}

static bool is_same_link(const ImportLink *a, const ImportLink *b)
{
    return a->target == b->target && a->name == b->name && a->package == b->package;
}

/* Links into the repository come first, then in the order of the file. */
static void add_seen(const FileScope *scope, uint32_t index, ImportsSeen *seen)
{
    const ImportLink *link = &scope->links.ptr[index];
    uint32_t at = seen->len;
    for (uint32_t i = 0; i < seen->len; i++)
        if (is_same_link(&scope->links.ptr[seen->links[i]], link))
            return;
    if (seen->len == COUNT(seen->links))
        return;
    for (; at; at--) {
        const ImportLink *before = &scope->links.ptr[seen->links[at - 1]];
        bool inside = link->target != FILE_NOWHERE, other = before->target != FILE_NOWHERE;
        if (other > inside || (other == inside && seen->links[at - 1] < index))
            break;
        seen->links[at] = seen->links[at - 1];
    }
    seen->links[at] = index;
    seen->len++;
}

/* Whether an import in the file makes the name visible. */
static bool binds(Resolver *resolver, uint32_t file, uint32_t name)
{
    return file != FILE_NOWHERE &&
           id_map_get(&file_scope_of(resolver, file)->visible, name) != ID_MAP_NONE;
}

/* Whether the link is to a name of a package that does not have it, after the one to a module of
   the package, which then is meant (imports.c of Python). */
static bool is_of_module(Resolver *resolver, const FileScope *scope, uint32_t index)
{
    const ImportLink *link = &scope->links.ptr[index], *before = index ? link - 1 : link;
    return link->name && before->line == link->line && before->alias == link->alias &&
           !before->name && !binds(resolver, link->target, link->name);
}

/* Python: of unconditional imports, the last one wins. */
static void keep_last(Resolver *resolver, const FileScope *scope, ImportsSeen *seen)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < seen->len; i++) {
        if (scope->links.ptr[seen->links[i]].flags & BINDING_MAYBE)
            return;
        last = MAX(last, seen->links[i]);
    }
    seen->links[0] = is_of_module(resolver, scope, last) ? last - 1 : last;
    seen->len = 1;
}

void file_scope_imports_at(Resolver *resolver, SymbolPlace at, uint32_t name, ImportsSeen *seen)
{
    const FileScope *scope = file_scope_of(resolver, at.file);
    const CatalogFile *file = &resolver->catalog->files.ptr[at.file];
    uint32_t first = name ? id_map_get(&scope->visible, name) : ID_MAP_NONE, index = first;
    *seen = (ImportsSeen){0};
    if (first == ID_MAP_NONE)
        return;
    do {
        const ImportLink *link = &scope->links.ptr[index];
        bool inner = link->flags & BINDING_INNER;
        uint32_t function = inner ? function_around(file, at.index, link) : 0;
        bool shown = inner || !scope->modules || file_scope_shows(resolver, at, link);
        if (function > seen->function)
            *seen = (ImportsSeen){.function = function};
        if (function == seen->function && (function || !inner) && shown)
            add_seen(scope, index, seen);
        index = scope->ring[index];
    } while (index != first);
    if (seen->len > 1 && resolver->rules[at.file]->definitions_take_effect_in_order)
        keep_last(resolver, scope, seen);
    for (uint32_t i = 0; i < seen->len; i++)
        seen->maybe = seen->maybe || scope->links.ptr[seen->links[i]].flags & BINDING_MAYBE;
}
