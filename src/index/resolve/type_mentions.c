/* A type that is passed, returned or stored, and one whose member is named, is mentioned. The
   edge to it has the kind TYPE. In scripts, where classes are values, it is a use. */
#include "index/resolve/type_mentions.h"

#include "index/resolve/name_path.h"
#include "index/resolve/targets.h"
#include "index/resolve/types.h"

/* A class; a module only in Ruby, where it has methods as a class does. */
static bool is_declared_type(const Scope *scope, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(scope->resolver, symbol);
    return finds_fits(kind, FIND_SCOPES) && kind != SYMBOL_NAMESPACE && kind != SYMBOL_PACKAGE &&
           kind != SYMBOL_OBJECT &&
           (kind != SYMBOL_MODULE || scope_facts(scope)->classes_can_be_reopened);
}

static bool passes_classes(const Rules *rules)
{
    return rules->is_dynamic && rules->argument_counts_are_unchecked;
}

static void add(Scope *scope, const Reference *reference, ReferenceKind kind, uint32_t type)
{
    Reference mention = *reference;
    Targets targets = {.ids = {type}, .len = 1, .confidence = EDGE_EXACT};
    mention.kind = kind;
    mention.flags = 0;
    scope->step = EDGE_STEP_TYPE;
    targets_add(scope, &mention, &targets);
    scope->step = EDGE_STEP_UNKNOWN;
}

/* The kind of the edge to a type that the reference names. */
static ReferenceKind kind_of_mention(const Scope *scope, const Reference *reference, uint32_t type)
{
    bool makes = scope->rules->structs_are_functions &&
                 resolver_kind(scope->resolver, type) == SYMBOL_STRUCT;
    bool decorates = reference->kind == REFERENCE_USE && reference->flags & REFERENCE_NEW;
    return makes || decorates ? (ReferenceKind)reference->kind : REFERENCE_TYPE;
}

void type_mentions_add(Scope *scope, const Reference *reference, const Finds *finds)
{
    const Rules *rules = scope->rules;
    bool meant = reference->kind == REFERENCE_USE ||
                 (reference->kind == REFERENCE_CALL &&
                  (rules->calls_convert || rules->structs_are_functions));
    if (meant && finds->len == 1 && !finds->too_many && is_declared_type(scope, *finds->ids))
        add(scope, reference, kind_of_mention(scope, reference, *finds->ids), *finds->ids);
}

/* The last name of a path; empty for any other expression. */
static Str last_name(Str path)
{
    size_t at = path.len;
    for (size_t i = 0; i < path.len; i++)
        if (!byte_is_word(path.ptr[i]) && !byte_in(path.ptr[i], "$.:\\"))
            return (Str){0};
    while (at && (byte_is_word(path.ptr[at - 1]) || path.ptr[at - 1] == '$'))
        at--;
    return str_from_offset(path, at);
}

void type_mentions_add_receiver(Scope *scope, const Reference *reference, const Value *value)
{
    Resolver *resolver = scope->resolver;
    Str name = last_name(reference->receiver);
    bool word = name.len == reference->receiver.len;
    bool scripts = passes_classes(scope->rules), calls = reference->kind == REFERENCE_CALL;
    if (!name.len || value->kind != VALUE_TYPE || value->suffix.len ||
        !is_declared_type(scope, value->symbol) || scope->rules->receivers_are_modules ||
        (scope->rules->values_have_users && word) || (scripts && !calls))
        return;
    Str own = catalog_name(scope->catalog, resolver_entry(resolver, value->symbol)->name);
    if (str_equal(name, name_path_last(own))) // no variable, nor `self`
        add(scope, reference, scripts ? REFERENCE_USE : REFERENCE_TYPE, value->symbol);
}

void type_mentions_add_owner(Scope *scope, const Reference *reference, uint32_t at)
{
    Value value = types_find(scope->resolver, at, reference->receiver);
    bool class = value.kind == VALUE_TYPE && !value.suffix.len &&
                 is_declared_type(scope, value.symbol) &&
                 resolver_kind(scope->resolver, value.symbol) != SYMBOL_MODULE;
    if (class && !scope->rules->receivers_are_modules)
        add(scope, reference, REFERENCE_TYPE, value.symbol);
}
