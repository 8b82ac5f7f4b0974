/* C: names with external linkage are resolved by name, static functions and macros where their text
   is included. A function that uses a macro also calls what the macro's body calls. A call through
   a field or a variable names no function, so it has no edge. */
#include "index/imports/imports_names.h"
#include "index/resolve/attempt.h"
#include "index/resolve/finds.h"
#include "index/resolve/includes.h"
#include "index/resolve/linked.h"
#include "index/resolve/lookup.h"
#include "index/resolve/macros.h"
#include "index/resolve/targets.h"
#include "index/resolve/types.h"

/* If there are macros, keeps only them or, when `macros` is false, only the functions. A visible
   macro hides functions of its name, except in its own body. */
static void keep_macros(const Scope *scope, Finds *finds, bool macros)
{
    uint32_t count = 0;
    bool any = false;
    for (uint32_t i = 0; i < finds->len; i++)
        any = any || resolver_is_macro(scope->resolver, finds->ids[i]);
    for (uint32_t i = 0; i < finds->len && any; i++)
        if (resolver_is_macro(scope->resolver, finds->ids[i]) == macros)
            finds->ids[count++] = finds->ids[i];
    finds->len = any ? count : finds->len;
}

/* Keeps the functions, if all macros among the candidates only rename them. */
static bool keep_renamed(const Scope *scope, Finds *finds)
{
    Finds functions = *finds;
    keep_macros(scope, &functions, false);
    bool renamed = functions.len && functions.len < finds->len;
    for (uint32_t i = 0; i < finds->len && renamed; i++)
        renamed = !resolver_is_macro(scope->resolver, finds->ids[i]) ||
                  macros_is_rename(scope->resolver, finds->ids[i]);
    if (renamed)
        *finds = functions;
    return renamed;
}

/* Drops macros that the file defines after the reference, and macros with parameters where no
   call follows: `(get)(1)`. */
static void drop_inactive(const Scope *scope, const Reference *reference, Finds *finds)
{
    uint32_t count = 0, functions = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        functions += !resolver_is_macro(scope->resolver, finds->ids[i]);
    for (uint32_t i = 0; i < finds->len && functions; i++) {
        const Entry *entry = resolver_entry(scope->resolver, finds->ids[i]);
        bool later = resolver_file_of(scope->resolver, finds->ids[i]) == scope->file &&
                     entry->start_line > reference->line;
        bool uncalled = reference->kind == REFERENCE_USE && entry->kind == SYMBOL_MACRO;
        if (!resolver_is_macro(scope->resolver, finds->ids[i]) || !(later || uncalled))
            finds->ids[count++] = finds->ids[i];
    }
    finds->len = functions ? count : finds->len;
}

static void add_call(Scope *scope, const Reference *reference, Expansion *expansion)
{
    Targets targets;
    Finds finds = {0};
    uint32_t name = names_find(&scope->catalog->names, reference->name), own = expansion->macro;
    linked_find(scope->resolver, scope->file, name, FIND_EXPANDED, &finds);
    bool itself = own != SYMBOL_NOWHERE && resolver_entry(scope->resolver, own)->name == name;
    if (own == SYMBOL_NOWHERE)
        drop_inactive(scope, reference, &finds);
    bool renamed = keep_renamed(scope, &finds);
    keep_macros(scope, &finds, !itself);
    bool likely = renamed || linked_is_fragment(scope->resolver, scope->file);
    targets_choose(scope, reference, &finds, likely ? EDGE_LIKELY : EDGE_EXACT, &targets);
    scope->step = own != SYMBOL_NOWHERE ? EDGE_STEP_MACRO : EDGE_STEP_UNKNOWN;
    macros_note(expansion, scope->resolver, &targets);
    if (!targets.len && !finds.too_many && reference->kind == REFERENCE_CALL)
        targets_external(scope, STR("c"), reference, &targets);
    targets_add(scope, reference, &targets);
}

/* GNU C: a nested function of a function around the reference. */
static StepOutcome ask_nested(Attempt *attempt)
{
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    bool may = attempt->resolver->linked.has_nested_functions;
    uint32_t at = may ? attempt->reference->symbol : 0;
    for (; at && !attempt->finds.len; at = file->entries[at].parent)
        lookup_members(attempt->resolver, file->first + at, attempt->name, FIND_METHODS,
                       &attempt->finds);
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

/* A body that is only a name makes the macro an alias of that name. A body that is only a call
   remains a call at each use. */
static void add_part(Scope *scope, Expansion *expansion, Reference *part, bool alone)
{
    bool calls = part->kind == REFERENCE_CALL &&
                 resolver_kind(scope->resolver, expansion->macro) == SYMBOL_CONSTANT;
    if (part->receiver.len)
        return;
    if (part->kind == REFERENCE_USE)
        part->arguments = expansion->use->arguments;
    part->kind = alone && !calls ? expansion->use->kind : part->kind;
    add_call(scope, part, expansion);
}

/* A type whose file is not included may still be visible, through a header that only the build
   knows. Types of the system's headers are not: they are not the repository's. */
static StepOutcome ask_type(Attempt *attempt)
{
    const Reference *reference = attempt->reference;
    Value value = types_find(attempt->resolver, attempt->at, reference->name);
    if (value.kind != VALUE_TYPE)
        return STEP_NOTHING;
    uint32_t file = resolver_file_of(attempt->resolver, value.symbol), own = attempt->scope->file;
    bool seen = file == own || includes_reach(attempt->resolver, own, file);
    const Targets targets = {
        .ids = {value.symbol}, .len = 1, .confidence = seen ? EDGE_EXACT : EDGE_LIKELY};
    if (seen || !imports_is_c_standard_type(reference->name))
        targets_add(attempt->scope, reference, &targets);
    return STEP_ADDED;
}

/* A name in a directive's condition. */
static StepOutcome ask_condition(Attempt *attempt)
{
    if (!(attempt->reference->flags & REFERENCE_MACRO))
        return STEP_PASS;
    macros_add_condition(attempt->scope, attempt->reference);
    return STEP_ADDED;
}

/* A macro whose body is a type names that type. */
static StepOutcome ask_type_macro(Attempt *attempt)
{
    if (!macros_use_is_type(attempt->scope, attempt->reference))
        return STEP_PASS;
    Reference type = *attempt->reference;
    type.kind = REFERENCE_TYPE;
    Attempt named = attempt_open(attempt->scope, &type);
    return ask_type(&named);
}

/* A macro that the file sees hides functions of its name. What its body names is called, too. */
static StepOutcome ask_linked(Attempt *attempt)
{
    Expansion expansion = {.use = attempt->reference, .macro = SYMBOL_NOWHERE};
    add_call(attempt->scope, attempt->reference, &expansion);
    macros_visit(attempt->scope, &expansion, add_part);
    return STEP_ADDED;
}

/* The same for a macro; other names are left to the steps that follow. */
static StepOutcome ask_seen_macro(Attempt *attempt)
{
    Finds finds = {0};
    linked_find(attempt->resolver, attempt->scope->file, attempt->name, FIND_EXPANDED, &finds);
    for (uint32_t i = 0; i < finds.len; i++)
        if (resolver_is_macro(attempt->resolver, finds.ids[i]))
            return ask_linked(attempt);
    return STEP_PASS;
}

const Step step_c_type = {EDGE_STEP_UNKNOWN, ask_type};
const Step step_condition = {EDGE_STEP_MACRO, ask_condition};
const Step step_nested_function = {EDGE_STEP_SCOPE, ask_nested};
const Step step_type_macro = {EDGE_STEP_MACRO, ask_type_macro};
const Step step_linked = {EDGE_STEP_LINKED, ask_linked};
const Step step_seen_macro = {EDGE_STEP_LINKED, ask_seen_macro};
