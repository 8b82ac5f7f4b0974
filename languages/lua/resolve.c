/* Lua: a function belongs to the table that it is assigned to, `function M.f()` or `M = {f = …}`. A
   call through a table means a function of that table or its parent (resolve_tables.h), or of the
   table that `require` returned. All other calls are resolved by name (by_name.h). */
#include "languages_calls.h"

#include "index/resolve/alternatives.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/name_path.h"
#include "index/resolve/reference.h"
#include "index/resolve/targets.h"
#include "index/resolve/variables.h"
#include "languages/lua/resolve_tables.h"

/* `self:f()` in a table whose parent is known only at run time: the file's only method of that name
   may be meant. */
static void find_of_self(Scope *scope, const Reference *reference, uint32_t name, Finds *finds)
{
    if (reference->kind == REFERENCE_CALL)
        tables_find(scope->resolver, scope->file, name, (Str){0}, finds);
    if (finds->len > 1)
        *finds = (Finds){0};
}

/* `alias.f()` means a function of the table that the file returns, `alias.Sub.f()` one of a table
   in it. */
static void find_required(Scope *scope, uint32_t id, Str rest, uint32_t name, Finds *finds)
{
    const CatalogFile *file = catalog_row(scope->catalog, id);
    uint32_t kept = 0;
    tables_find(scope->resolver, id, name, (Str){0}, finds);
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
            tables_find(scope->resolver, links->ptr[i].target, name, (Str){0}, finds);
}

/* Whether a variable of the function hides what the file knows under the receiver's first name. */
static bool is_hidden(const Scope *scope, const Reference *reference, Str first)
{
    return variables_find(scope, scope_symbol(scope, reference), first) != NULL;
}

/* True when the table is known, even if it has no such function. */
static bool resolve_in_tables(Scope *scope, const Reference *reference, Finds *finds,
                              EdgeConfidence *confidence)
{
    Resolver *resolver = scope->resolver;
    Str receiver = reference->receiver;
    size_t dot = MIN(str_find_byte(receiver, '.'), receiver.len);
    Str first = str_slice(receiver, 0, dot), rest = str_from_offset(receiver, dot);
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    Value table = tables_evaluate(resolver, scope, scope_symbol(scope, reference), receiver);
    if (table.kind == VALUE_MODULE && table.suffix.len)
        return true;
    if (table.kind == VALUE_MODULE)
        tables_find_member(resolver, &table, name, finds);
    if (!finds->len && table.kind == VALUE_MODULE) {
        Value field = tables_member(resolver, &table, reference->name);
        finds->ids[0] = field.symbol;
        finds->len = field.kind == VALUE_FUNCTION;
    }
    if (finds->len || is_hidden(scope, reference, first))
        return finds->len > 0;
    *confidence = EDGE_AMBIGUOUS;
    if (str_equal(receiver, STR("self")))
        find_of_self(scope, reference, name, finds);
    const ImportLink *link = finds->len ? NULL : tables_required(resolver, scope->file, first);
    if (!link || link->target == FILE_NOWHERE)
        return finds->len > 0;
    uint32_t id = tables_returned_file(resolver, link->target);
    find_required(scope, id, rest, name, finds);
    *confidence = finds->len ? EDGE_LIKELY : EDGE_AMBIGUOUS;
    if (finds->len || rest.len)
        return finds->len > 0;
    if (reference->kind == REFERENCE_CALL)
        find_in_required(scope, id, name, finds);
    return true;
}

/* Whether the file declares a function under that name alone. */
static bool is_declared(const Scope *scope, Str name)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    uint32_t id = names_find(&scope->catalog->names, name);
    for (uint32_t i = 1; id && i < file->count; i++)
        if (file->entries[i].name == id && !file->entries[i].owner &&
            finds_fits((SymbolKind)file->entries[i].kind, FIND_CALLABLES))
            return true;
    return false;
}

/* Resolves a name that is bound to a function: `local f = require("x").f`, `local g = M.g`. */
static bool resolve_taken(Scope *scope, const Reference *reference, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t at = scope_symbol(scope, reference);
    bool hidden = is_hidden(scope, reference, reference->name);
    if (!hidden && is_declared(scope, reference->name))
        return false;
    Value value = tables_evaluate(resolver, scope, at, reference->name);
    if (value.kind == VALUE_FUNCTION) {
        *finds = (Finds){.ids = {value.symbol}, .len = 1};
        return true;
    }
    const ImportLink *link = tables_required(resolver, scope->file, reference->name);
    if (!link || !link->name || link->target == FILE_NOWHERE ||
        is_hidden(scope, reference, reference->name))
        return false;
    tables_find(resolver, tables_returned_file(resolver, link->target), link->name, (Str){0},
                finds);
    return finds->len > 0;
}

/* A receiver that a variable hides names neither a file nor a table. */
static Reference as_meant(const Scope *scope, const Reference *reference)
{
    Reference meant = *reference;
    size_t dot = MIN(str_find_byte(meant.receiver, '.'), meant.receiver.len);
    if (meant.receiver.len && is_hidden(scope, reference, str_slice(meant.receiver, 0, dot)))
        meant.receiver = STR("()");
    return meant;
}

/* Whether a condition of one file decides which of the functions a table has. */
static bool are_alternatives(const Scope *scope, const Finds *finds)
{
    const Resolver *resolver = scope->resolver;
    bool same = finds->len > 1 && !finds->too_many;
    for (uint32_t i = 1; i < finds->len && same; i++)
        same = resolver_file_of(resolver, finds->ids[i]) ==
                   resolver_file_of(resolver, finds->ids[0]) &&
               resolver_entry(resolver, finds->ids[i])->owner ==
                   resolver_entry(resolver, finds->ids[0])->owner &&
               resolver_entry(resolver, finds->ids[i])->parent ==
                   resolver_entry(resolver, finds->ids[0])->parent;
    return same;
}

void lua_resolve(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    EdgeConfidence confidence = EDGE_LIKELY;
    bool known = reference->receiver.len ? resolve_in_tables(scope, reference, &finds, &confidence)
                                         : resolve_taken(scope, reference, &finds);
    Reference meant = as_meant(scope, reference);
    if (str_equal(reference->receiver, STR("_G")) || str_equal(reference->receiver, STR("_ENV")))
        meant.receiver = (Str){0};
    if (str_equal(reference->name, STR("()"))) { // `require("point")(2)`
        Value value = tables_evaluate(scope->resolver, scope, scope_symbol(scope, reference),
                                      reference->receiver);
        finds = (Finds){.ids = {value.symbol}, .len = value.kind == VALUE_FUNCTION};
        known = true;
    }
    scope->step = known ? EDGE_STEP_TABLE : EDGE_STEP_UNKNOWN;
    if (!known)
        reference_resolve(scope, &meant);
    else if (are_alternatives(scope, &finds))
        alternatives_add(scope, reference, &finds);
    else if (finds.len && !finds.too_many)
        targets_list(scope, reference, &finds, confidence);
}
