/* A type whose base is an alias inherits from the alias's target: edges from the alias complete
   walks over bases. */
#include "index/resolve/aliases.h"

#include "index/resolve/constants.h"
#include "index/resolve/targets.h"
#include "index/resolve/types.h"

static void add_alias(Scope *scope, uint32_t index, Str text)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    const Entry *entry = &file->entries[index];
    scope->resolver->is_doubtful = false;
    scope->step = EDGE_STEP_ALIAS;
    Value value = types_find(scope->resolver, file->first + entry->parent, text);
    const Reference base = {
        .kind = REFERENCE_BASE, .name = text, .symbol = index, .line = entry->start_line};
    Targets targets = {.ids = {value.symbol}, .len = 1, .confidence = EDGE_EXACT};
    if (value.kind == VALUE_TYPE && !value.suffix.len && value.symbol != file->first + index &&
        symbol_is_type(resolver_kind(scope->resolver, value.symbol)))
        targets_add(scope, &base, &targets);
    else if (value.kind == VALUE_UNKNOWN && scope->rules->is_dynamic)
        constants_add_base(scope, file->first + entry->parent, &base);
}

/* The only reference of each symbol, where it is a plain name; else NULL. */
static const Reference **only_references(Scope *scope, uint32_t count)
{
    static const Reference several;
    const ReferenceVec *references = &scope->outline->references;
    const Reference **only = NEW(scope->arena, const Reference *, count);
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->symbol < count && reference->kind != REFERENCE_BIND)
            only[reference->symbol] = only[reference->symbol] ? &several : reference;
    }
    for (uint32_t i = 0; i < count; i++)
        if (only[i] && (only[i]->kind != REFERENCE_USE || only[i]->receiver.len))
            only[i] = NULL;
    return only;
}

/* Whether the value of a variable is the name alone: the text has room for nothing else. */
static bool is_whole_value(const Symbol *symbol, const Reference *reference)
{
    bool variable = symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT;
    return variable && symbol->body && reference->name.len &&
           symbol->end - symbol->body <= reference->name.len + sizeof ";" - 1;
}

static void add_values(Scope *scope, uint32_t count)
{
    const Reference **only = only_references(scope, count);
    for (uint32_t i = 1; i < count; i++)
        if (only[i] && is_whole_value(&scope->outline->symbols.ptr[i - 1], only[i]))
            add_alias(scope, i, only[i]->name);
}

void aliases_add(Scope *scope)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    for (uint32_t i = 1; i < file->count && !scope->rules->types_have_no_bases; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->kind == SYMBOL_TYPE && entry->type && !(entry->modifiers & ENTRY_DISTINCT))
            add_alias(scope, i, catalog_name(scope->catalog, entry->type));
    }
    if (scope->rules->is_dynamic)
        add_values(scope, (uint32_t)MIN(file->count, scope->outline->symbols.len + 1));
}
