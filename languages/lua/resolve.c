/* Lua: a function belongs to the table that it is assigned to, `function M.f()` or `M = {f = …}`. A
   call through a table means a function of that table in the same file, of the table that `require`
   returned, or of the table `self`. All other calls are resolved by name (by_name.h). */
#include "languages_calls.h"

#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/name_path.h"
#include "index/resolve/reference.h"
#include "index/resolve/targets.h"

/* Length of a chain of files that only return the next file's result. */
#define RETURNS_MAX 4

/* Whether an entry belongs to the table with this path: the declaration names the table, or
   enclosing table constructors form the path. */
static bool is_in_table(const Catalog *catalog, const CatalogFile *file, uint32_t index, Str path)
{
    const Entry *entry = &file->entries[index];
    if (entry->owner)
        return str_equal(catalog_name(catalog, entry->owner), path);
    uint32_t at = entry->parent;
    if (!at || !path.len)
        return false;
    for (; at && path.len; at = file->entries[at].parent) {
        Str name = catalog_name(catalog, file->entries[at].name);
        if (!str_ends(path, name))
            return false;
        path.len -= name.len;
        if (path.len && path.ptr[path.len - 1] != '.')
            return false;
        path.len -= path.len > 0;
    }
    return !path.len;
}

/* Adds all functions of that name in the file, in one table or, with an empty path, in any. */
static void find_in_tables(Scope *scope, uint32_t id, uint32_t name, Str path, Finds *finds)
{
    const CatalogFile *file = catalog_row(scope->catalog, id);
    for (uint32_t i = 1; i < file->count; i++) {
        bool fits = file->entries[i].name == name &&
                    finds_fits((SymbolKind)file->entries[i].kind, FIND_CALLABLES) &&
                    (!path.len || is_in_table(scope->catalog, file, i, path));
        finds->too_many = finds->too_many || (fits && finds->len == FINDS_MAX);
        if (fits && finds->len < FINDS_MAX)
            finds->ids[finds->len++] = file->first + i;
    }
}

/* The table that `self` refers to: the enclosing function's. */
static Str table_of_self(Scope *scope, const Reference *reference)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    for (uint32_t i = reference->symbol; i; i = file->entries[i].parent) {
        const Entry *entry = &file->entries[i];
        if (entry->owner)
            return catalog_name(scope->catalog, entry->owner);
        const Entry *around = &file->entries[entry->parent];
        if (entry->kind == SYMBOL_METHOD && entry->parent && !around->parent)
            return catalog_name(scope->catalog, around->name);
    }
    return (Str){0};
}

/* `self:f()` is f of the same table. A table without f inherits it from another table that is known
   only at run time; then the file's only method of that name is taken. */
static void find_of_self(Scope *scope, const Reference *reference, uint32_t name, Finds *finds)
{
    Str table = table_of_self(scope, reference);
    if (table.len)
        find_in_tables(scope, scope->file, name, table, finds);
    if (!finds->len && reference->kind == REFERENCE_CALL)
        find_in_tables(scope, scope->file, name, (Str){0}, finds);
    if (!table.len && finds->len > 1)
        *finds = (Finds){0};
}

/* The import that binds the word to the result of a `require`, or NULL. */
static const ImportLink *required(Scope *scope, Str word)
{
    ImportsSeen seen;
    SymbolPlace at = {.file = scope->file};
    file_scope_imports_at(scope->resolver, at, names_find(&scope->catalog->names, word), &seen);
    return seen.len ? &file_scope_of(scope->resolver, scope->file)->links.ptr[seen.links[0]] : NULL;
}

/* Follows `return require("a.b")` to the file whose table is returned. */
static uint32_t returned_file(Scope *scope, uint32_t id)
{
    for (int step = 0; step < RETURNS_MAX; step++) {
        const ImportLinkVec *links = &file_scope_of(scope->resolver, id)->links;
        size_t i = 0;
        while (i < links->len &&
               !(links->ptr[i].flags & BINDING_REEXPORT && links->ptr[i].target != FILE_NOWHERE))
            i++;
        if (i == links->len)
            break;
        id = links->ptr[i].target;
    }
    return id;
}

/* `alias.f()` means a function of the table that the file returns, `alias.Sub.f()` one of a table
   in it. */
static void find_required(Scope *scope, uint32_t id, Str rest, uint32_t name, Finds *finds)
{
    const CatalogFile *file = catalog_row(scope->catalog, id);
    uint32_t kept = 0;
    find_in_tables(scope, id, name, (Str){0}, finds);
    for (uint32_t i = 0; rest.len && i < finds->len; i++) {
        const Entry *entry = &file->entries[finds->ids[i] - file->first];
        Str owner = catalog_name(scope->catalog, entry->owner);
        if (str_equal(name_path_last(owner), name_path_last(rest)))
            finds->ids[kept++] = finds->ids[i];
    }
    finds->len = rest.len ? kept : finds->len;
}

/* Adds functions of the files that the file requires: it may return their tables, unchanged or
   extended. */
static void find_in_required(Scope *scope, uint32_t id, uint32_t name, Finds *finds)
{
    const ImportLinkVec *links = &file_scope_of(scope->resolver, id)->links;
    for (size_t i = 0; i < links->len; i++)
        if (links->ptr[i].alias && !links->ptr[i].name && links->ptr[i].target != FILE_NOWHERE)
            find_in_tables(scope, links->ptr[i].target, name, (Str){0}, finds);
}

/* True when the table is known, even if it has no such function. */
static bool resolve_in_tables(Scope *scope, const Reference *reference, Finds *finds,
                              EdgeConfidence *confidence)
{
    Str receiver = reference->receiver;
    size_t dot = MIN(str_find_byte(receiver, '.'), receiver.len);
    Str first = str_slice(receiver, 0, dot), rest = str_from_offset(receiver, dot);
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    if (str_equal(receiver, STR("self")))
        find_of_self(scope, reference, name, finds);
    else
        find_in_tables(scope, scope->file, name, receiver, finds);
    const ImportLink *link = finds->len ? NULL : required(scope, first);
    if (!link || link->target == FILE_NOWHERE)
        return finds->len > 0;
    uint32_t id = returned_file(scope, link->target);
    find_required(scope, id, rest, name, finds);
    if (finds->len || rest.len)
        return finds->len > 0;
    *confidence = EDGE_AMBIGUOUS;
    if (reference->kind == REFERENCE_CALL)
        find_in_required(scope, id, name, finds);
    return true;
}

/* Resolves a name bound by `local f = require("x").f`. */
static bool resolve_taken(Scope *scope, const Reference *reference, Finds *finds)
{
    const ImportLink *link = required(scope, reference->name);
    if (!link || !link->name || link->target == FILE_NOWHERE)
        return false;
    find_in_tables(scope, returned_file(scope, link->target), link->name, (Str){0}, finds);
    return finds->len > 0;
}

void lua_resolve(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    EdgeConfidence confidence = EDGE_LIKELY;
    bool known = reference->receiver.len ? resolve_in_tables(scope, reference, &finds, &confidence)
                                         : resolve_taken(scope, reference, &finds);
    scope->step = known ? EDGE_STEP_TABLE : EDGE_STEP_UNKNOWN;
    if (!known)
        reference_resolve(scope, reference);
    else if (finds.len && !finds.too_many)
        targets_list(scope, reference, &finds, confidence);
}
