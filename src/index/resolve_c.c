/* C: what is linked is found by name, what is static or a macro where its text is included. A call
   of a macro is also a call, by the function that uses it, of what the macro's body calls. A call
   through a field or a variable names no function. */
#include "index/resolve_scope.h"

#include "base/limits.h"
#include "index/imports_names.h"

/* Macros still to be expanded; each once. */
typedef struct Expansion {
    uint32_t macros[RESOLVE_MACROS_MAX];
    uint32_t len, done;
} Expansion;

/* A macro that is seen hides functions of its name, but not in its own body. */
static void keep_macros(const Scope *scope, Finds *finds, bool macros)
{
    uint32_t count = 0;
    bool any = false;
    for (uint32_t i = 0; i < finds->len; i++)
        any = any || resolve_is_macro(scope->resolver, finds->ids[i]);
    for (uint32_t i = 0; i < finds->len && any; i++)
        if (resolve_is_macro(scope->resolver, finds->ids[i]) == macros)
            finds->ids[count++] = finds->ids[i];
    finds->len = any ? count : finds->len;
}

static void note_macros(const Scope *scope, const Targets *targets, Expansion *expansion)
{
    for (uint32_t i = 0; i < targets->len; i++) {
        bool known = !resolve_is_macro(scope->resolver, targets->ids[i]);
        for (uint32_t k = 0; k < expansion->len; k++)
            known = known || expansion->macros[k] == targets->ids[i];
        if (!known && expansion->len < RESOLVE_MACROS_MAX)
            expansion->macros[expansion->len++] = targets->ids[i];
    }
}

/* `own` is the macro whose body names it, or SYMBOL_NOWHERE. */
static void add_call(Scope *scope, const Reference *reference, uint32_t own, Expansion *expansion)
{
    Targets targets;
    Finds finds = {0};
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    find_linked(scope->resolver, scope->file, name, FIND_EXPANDED, &finds);
    bool itself = own != SYMBOL_NOWHERE && resolve_entry(scope->resolver, own)->name == name;
    keep_macros(scope, &finds, !itself);
    targets_choose(scope, reference, &finds, EDGE_EXACT, &targets);
    note_macros(scope, &targets, expansion);
    if (!targets.len && !finds.more && reference->kind == REFERENCE_CALL)
        targets_external(scope, STR("c"), reference, &targets);
    targets_add(scope, reference, &targets);
}

/* What the body of one macro calls, as if it stood at the reference. One that is only a name is
   another name of that. */
static void expand(Scope *scope, const Reference *reference, uint32_t macro, Expansion *expansion)
{
    SymbolPlace place = catalog_place(scope->catalog, macro);
    const FileShape *file = resolve_file_shape(scope->resolver, place.file);
    const ReferenceVec *all = &file->outline.references;
    uint32_t first = id_map_get(&file->bodies, place.index), end = first;
    while (end < all->len && all->ptr[end].symbol == place.index)
        end++;
    for (uint32_t i = first; i < end; i++) {
        Reference call = all->ptr[i];
        if (call.receiver.len)
            continue;
        if (call.kind == REFERENCE_USE)
            call.arguments = reference->arguments;
        call.kind = end == first + 1 ? reference->kind : call.kind;
        call.symbol = reference->symbol;
        call.line = reference->line;
        add_call(scope, &call, macro, expansion);
    }
}

/* A type that the file does not see may reach it by a header that only the build knows; what the
   system's headers declare does not. */
static void resolve_c_type(Scope *scope, const Reference *reference)
{
    Value value = find_type(scope->resolver, scope_symbol(scope, reference), reference->name);
    if (value.kind != VALUE_TYPE)
        return;
    uint32_t file = resolve_file_of(scope->resolver, value.symbol);
    bool seen = file == scope->file || resolve_includes(scope->resolver, scope->file, file);
    Targets targets = {
        .ids = {value.symbol}, .len = 1, .confidence = seen ? EDGE_EXACT : EDGE_LIKELY};
    if (seen || !import_is_c_standard_type(reference->name))
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
    add_call(scope, reference, SYMBOL_NOWHERE, &expansion);
    while (expansion.done < expansion.len)
        expand(scope, reference, expansion.macros[expansion.done++], &expansion);
}
