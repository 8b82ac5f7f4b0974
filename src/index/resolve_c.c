/* C: what is linked is found by name, what is static or a macro where its text is included. A call
   of a macro is also a call, by the function that uses it, of what the macro's body calls. A call
   through a field or a variable names no function. */
#include "index/resolve_scope.h"

#include "base/limits.h"

/* Macros still to be expanded; each once. */
typedef struct Expansion {
    uint32_t macros[RESOLVE_MACROS_MAX];
    uint32_t len, done;
} Expansion;

static void note_macros(Scope *scope, const Finds *finds, Expansion *expansion)
{
    for (uint32_t i = 0; i < finds->len; i++) {
        bool known = resolve_entry(scope->resolver, finds->ids[i])->kind != SYMBOL_MACRO;
        for (uint32_t k = 0; k < expansion->len; k++)
            known = known || expansion->macros[k] == finds->ids[i];
        if (!known && expansion->len < RESOLVE_MACROS_MAX)
            expansion->macros[expansion->len++] = finds->ids[i];
    }
}

static void add_call(Scope *scope, const Reference *reference, Expansion *expansion)
{
    Targets targets;
    Finds finds = {0};
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    find_linked(scope->resolver, scope->file, name, FIND_CALLABLES, &finds);
    note_macros(scope, &finds, expansion);
    targets_choose(scope, reference, &finds, EDGE_EXACT, &targets);
    if (!targets.len && !finds.more && reference->kind == REFERENCE_CALL)
        targets_external(scope, STR("c"), reference->name, &targets);
    targets_add(scope, reference, &targets);
}

/* What the body of one macro calls, as if it stood at the reference. */
static void expand(Scope *scope, const Reference *reference, uint32_t macro, Expansion *expansion)
{
    SymbolPlace place = catalog_place(scope->catalog, macro);
    const ReferenceVec *calls = &resolve_file_scope(scope->resolver, place.file)->shape.references;
    for (size_t i = 0; i < calls->len; i++) {
        if (calls->ptr[i].symbol != place.index || calls->ptr[i].kind != REFERENCE_CALL ||
            calls->ptr[i].receiver.len)
            continue;
        Reference call = calls->ptr[i];
        call.symbol = reference->symbol;
        call.line = reference->line;
        add_call(scope, &call, expansion);
    }
}

static void resolve_c_type(Scope *scope, const Reference *reference)
{
    Targets targets = {.len = 1, .confidence = EDGE_EXACT};
    Value value =
        find_type(scope->resolver, scope_symbol(scope, reference), reference->name);
    targets.ids[0] = value.symbol;
    if (value.kind == VALUE_TYPE)
        targets_add(scope, reference, &targets);
}

void resolve_c_reference(Scope *scope, const Reference *reference)
{
    Expansion expansion = {0};
    if (reference->kind == REFERENCE_TYPE || reference->kind == REFERENCE_BASE) {
        resolve_c_type(scope, reference);
        return;
    }
    bool local = value_local(scope, scope_symbol(scope, reference), reference->name);
    if (reference->receiver.len || local)
        return;
    add_call(scope, reference, &expansion);
    while (expansion.done < expansion.len && reference->kind == REFERENCE_CALL)
        expand(scope, reference, expansion.macros[expansion.done++], &expansion);
}
