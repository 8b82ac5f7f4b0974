/* C++: what is created, the types that arrows and brackets of a class lead to, and macros, whose
   bodies are resolved as if they stood where the macro is used. */
#include "index/resolve_scope.h"

#include "base/limits.h"

/* ---- creation ---- */

static bool is_class(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolve_kind(resolver, symbol);
    return kind == SYMBOL_CLASS || kind == SYMBOL_STRUCT || kind == SYMBOL_UNION;
}

bool resolve_is_creation(Scope *scope, const Reference *reference, const Finds *finds)
{
    bool calls = reference->kind == REFERENCE_CALL && scope->rules->renames;
    bool type = finds->len && find_fits(resolve_kind(scope->resolver, finds->ids[0]), FIND_SCOPES);
    return calls && (type || reference->flags & REFERENCE_NEW);
}

static Str full_name(Scope *scope, const Reference *reference)
{
    const Str parts[] = {reference->receiver, STR("::"), reference->name};
    return reference->receiver.len ? str_join_all(scope->arena, parts, COUNT(parts))
                                   : reference->name;
}

void resolve_creation(Scope *scope, const Reference *reference)
{
    Reference named = *reference;
    Resolver *resolver = scope->resolver;
    Value value = find_type(resolver, scope_symbol(scope, reference), full_name(scope, reference));
    Value made = find_renamed(resolver, value);
    bool held = value.kind == VALUE_TYPE &&
                resolve_entry(resolver, value.symbol)->modifiers & ENTRY_INDIRECT;
    bool class =
        made.kind == VALUE_TYPE && !made.suffix.len && !held && is_class(resolver, made.symbol);
    Targets targets = {.ids = {made.symbol}, .len = 1, .confidence = EDGE_EXACT};
    if (class)
        targets_add(scope, reference, &targets);
    named.kind = REFERENCE_TYPE;
    if (!class || made.symbol != value.symbol)
        resolve_reference(scope, &named);
}

/* ---- operators that give something else ---- */

Value value_operated(Resolver *resolver, const Value *value, Str operator)
{
    Finds finds = {0};
    uint32_t name = names_find(&resolver->catalog->names, operator);
    bool own = value->kind == VALUE_INSTANCE && !value->suffix.len;
    if (!own || !name || !resolver->rules[resolve_file_of(resolver, value->symbol)]->renames)
        return (Value){0};
    find_inherited(resolver, value->symbol, name, FIND_METHODS, &finds);
    Value result = finds.len ? find_type_of(resolver, finds.ids[0]) : (Value){0};
    for (uint32_t i = 1; i < finds.len; i++) {
        Value other = find_type_of(resolver, finds.ids[i]);
        if (other.kind != result.kind || other.symbol != result.symbol ||
            !str_equal(other.suffix, result.suffix))
            return (Value){.kind = VALUE_FOREIGN};
    }
    return finds.len && result.kind == VALUE_UNKNOWN ? (Value){.kind = VALUE_FOREIGN} : result;
}

/* ---- macros ---- */

/* Macros still to be expanded; each once. */
typedef struct Expansion {
    uint32_t macros[RESOLVE_MACROS_MAX];
    uint32_t len, done;
} Expansion;

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

/* The macros of that name which the file sees; `own` is the macro whose body names it. */
static void find_macros(const Scope *scope, Str name, uint32_t own, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t count = 0, id = names_find(&scope->catalog->names, name);
    bool itself = own != SYMBOL_NOWHERE && resolve_entry(resolver, own)->name == id;
    if (id && !itself)
        find_linked(resolver, scope->file, id, FIND_EXPANDED, finds);
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolve_is_macro(resolver, finds->ids[i]))
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

static void resolve_part(Scope *scope, const Reference *reference, uint32_t own,
                         Expansion *expansion)
{
    Finds macros = {0};
    Targets targets;
    Reference part = *reference;
    uint32_t at = scope_symbol(scope, reference);
    part.receiver = find_without_hidden(scope->resolver, at, reference->receiver);
    bool named = part.kind == REFERENCE_CALL || part.kind == REFERENCE_USE;
    if (named && !reference->receiver.len && !value_local(scope, at, part.name))
        find_macros(scope, part.name, own, &macros);
    if (!macros.len || macros.more) {
        resolve_reference(scope, &part);
        return;
    }
    targets_choose(scope, &part, &macros, EDGE_EXACT, &targets);
    if (!(part.flags & REFERENCE_HEAD))
        note_macros(scope, &targets, expansion);
    targets_add(scope, &part, &targets);
}

/* One that is only a name is another name of that. */
static void expand(Scope *scope, const Reference *reference, uint32_t macro, Expansion *expansion)
{
    SymbolPlace place = catalog_place(scope->catalog, macro);
    const FileShape *file = resolve_file_shape(scope->resolver, place.file);
    const ReferenceVec *all = &file->outline.references;
    uint32_t first = id_map_get(&file->bodies, place.index), end = first;
    while (end < all->len && all->ptr[end].symbol == place.index)
        end++;
    for (uint32_t i = first; i < end; i++) {
        Reference part = all->ptr[i];
        part.symbol = reference->symbol;
        part.line = reference->line;
        part.kind = end == first + 1 && part.kind == REFERENCE_USE ? reference->kind : part.kind;
        if (part.kind == reference->kind && all->ptr[i].kind == REFERENCE_USE)
            part.arguments = reference->arguments;
        if (part.kind == REFERENCE_BIND)
            value_bind(scope, &part);
        else
            resolve_part(scope, &part, macro, expansion);
    }
}

void resolve_plus_reference(Scope *scope, const Reference *reference)
{
    Expansion expansion = {0};
    resolve_part(scope, reference, SYMBOL_NOWHERE, &expansion);
    while (expansion.done < expansion.len)
        expand(scope, reference, expansion.macros[expansion.done++], &expansion);
}
