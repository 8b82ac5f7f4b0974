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

/* Tables of one file whose bases are looked up: each costs a pass over the file. */
#define TABLES_MAX 256

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

/* Adds the function that one table has under the name. */
static void find_in_table(Scope *scope, const Reference *reference, const Value *table,
                          Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t name = names_find(&scope->catalog->names, reference->name), before = finds->len;
    tables_find_member(resolver, table, name, finds);
    if (finds->len > before)
        return;
    Value field = tables_member(resolver, table, reference->name);
    if (field.kind == VALUE_FUNCTION)
        finds_add_once(finds, field.symbol);
    else if (str_equal(reference->name, STR("new")))
        tables_find_initializer(resolver, table, finds);
}

/* The same for each table that the value may be. */
static void find_in_tables(Scope *scope, const Reference *reference, const Value *value,
                           Finds *finds)
{
    Value all[VALUE_ALTERNATIVES_MAX];
    uint32_t count = value_alternatives(scope->resolver, value, all);
    for (uint32_t i = 0; i < count; i++) {
        if (all[i].kind == VALUE_MODULE) {
            find_in_table(scope, reference, &all[i], finds);
        } else if (all[i].argument) {
            Value field = tables_part(scope->resolver, scope, &all[i], reference->name);
            if (field.kind == VALUE_FUNCTION)
                finds_add_once(finds, field.symbol);
        }
    }
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
    find_in_tables(scope, reference, &table, finds);
    if (!finds->len && rest.len && !is_hidden(scope, reference, first))
        tables_find(resolver, scope->file, name, receiver, finds); // added to another file's table
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

/* `Vec(3)`: the function that a call of the table runs. */
static bool find_called(Scope *scope, const Value *table, Finds *finds)
{
    uint32_t name = names_find(&scope->catalog->names, STR("__call"));
    if (name)
        tables_find_member(scope->resolver, table, name, finds);
    return tables_find_initializer(scope->resolver, table, finds) || finds->len;
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
    if (value.kind == VALUE_MODULE && !value.suffix.len && reference->kind == REFERENCE_CALL &&
        find_called(scope, &value, finds))
        return true;
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

/* Whether a condition decides: which of its functions a table has, or which table a name has. */
static bool are_alternatives(const Scope *scope, const Finds *finds, EdgeConfidence confidence)
{
    const Resolver *resolver = scope->resolver;
    bool same = finds->len > 1 && !finds->too_many;
    if (same && scope->resolver->is_doubtful && confidence == EDGE_LIKELY)
        return true;
    for (uint32_t i = 1; i < finds->len && same; i++)
        same = resolver_file_of(resolver, finds->ids[i]) ==
                   resolver_file_of(resolver, finds->ids[0]) &&
               resolver_entry(resolver, finds->ids[i])->owner ==
                   resolver_entry(resolver, finds->ids[0])->owner &&
               resolver_entry(resolver, finds->ids[i])->parent ==
                   resolver_entry(resolver, finds->ids[0])->parent;
    return same;
}

/* ---- bases ---- */

/* The variable at the top of its file that holds the table; SYMBOL_NOWHERE without one. */
static uint32_t variable_of(const Scope *scope, const Value *table)
{
    uint32_t id = resolver_file_of(scope->resolver, table->symbol);
    const CatalogFile *file = catalog_row(scope->catalog, id);
    for (uint32_t i = 1; table->named && i < file->count; i++)
        if (file->entries[i].name == table->named && !file->entries[i].parent &&
            file->entries[i].kind == SYMBOL_VARIABLE)
            return file->first + i;
    return SYMBOL_NOWHERE;
}

/* Whether functions of the file belong to the table: an object without any is no class. */
static bool has_functions(const CatalogFile *file, uint32_t name)
{
    bool found = false;
    for (uint32_t i = 1; i < file->count && !found; i++)
        found = file->entries[i].owner == name;
    return found;
}

/* An edge from each table of the file to the table that has what it lacks. */
void lua_add_bases(Scope *scope)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    uint32_t asked = 0;
    for (uint32_t i = 1; i < file->count && asked < TABLES_MAX; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->kind != SYMBOL_VARIABLE || entry->parent || !has_functions(file, entry->name))
            continue;
        asked++;
        Value table = {.kind = VALUE_MODULE, .symbol = file->first, .named = entry->name};
        Value parent = tables_parent(scope->resolver, &table);
        uint32_t base = parent.kind == VALUE_MODULE ? variable_of(scope, &parent) : SYMBOL_NOWHERE;
        const Reference reference = {.kind = REFERENCE_BASE,
                                     .name = catalog_name(scope->catalog, parent.named),
                                     .symbol = i,
                                     .line = entry->start_line};
        const Targets targets = {.ids = {base}, .len = 1, .confidence = EDGE_LIKELY};
        scope->step = EDGE_STEP_TABLE;
        if (base != SYMBOL_NOWHERE)
            targets_add(scope, &reference, &targets);
    }
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
        confidence = EDGE_LIKELY;
        known = true;
    }
    bool self = str_equal(reference->receiver, STR("self"));
    scope->step = !known ? EDGE_STEP_UNKNOWN : self ? EDGE_STEP_OWN : EDGE_STEP_TABLE;
    if (!known && reference->flags & REFERENCE_TYPED)
        return;
    if (!known)
        reference_resolve(scope, &meant);
    else if (are_alternatives(scope, &finds, confidence))
        alternatives_add(scope, reference, &finds);
    else if (finds.len && !finds.too_many)
        targets_list(scope, reference, &finds, confidence);
}
