/* C++: constructions, overloaded `->` and `[]`, and macros, whose bodies are resolved as if they
   were written at the use. */
#include "index/resolve/cpp.h"

#include "index/resolve/attempt.h"
#include "index/resolve/finds.h"
#include "index/resolve/generics.h"
#include "index/resolve/home.h"
#include "index/resolve/linked.h"
#include "index/resolve/lookup.h"
#include "index/resolve/macros.h"
#include "index/resolve/reference.h"
#include "index/resolve/targets.h"
#include "index/resolve/types.h"
#include "index/resolve/variables.h"

/* ---- construction ---- */

static bool is_class(const Resolver *resolver, uint32_t symbol)
{
    SymbolKind kind = resolver_kind(resolver, symbol);
    return kind == SYMBOL_CLASS || kind == SYMBOL_STRUCT || kind == SYMBOL_UNION;
}

bool cpp_is_construction(Scope *scope, const Reference *reference, const Finds *finds)
{
    bool calls = reference->kind == REFERENCE_CALL && scope->rules->aliases_can_be_called;
    bool type =
        finds->len && finds_fits(resolver_kind(scope->resolver, finds->ids[0]), FIND_SCOPES);
    return calls && (type || reference->flags & REFERENCE_NEW);
}

static Str full_name(Scope *scope, const Reference *reference)
{
    const Str parts[] = {reference->receiver, STR("::"), reference->name};
    return reference->receiver.len ? str_join_all(scope->arena, parts, COUNT(parts))
                                   : reference->name;
}

void cpp_add_construction(Scope *scope, const Reference *reference)
{
    Reference named = *reference;
    Resolver *resolver = scope->resolver;
    Value value = types_find(resolver, scope_symbol(scope, reference), full_name(scope, reference));
    Value made = types_unalias(resolver, value);
    bool held = value.kind == VALUE_TYPE &&
                resolver_entry(resolver, value.symbol)->modifiers & ENTRY_INDIRECT;
    bool class =
        made.kind == VALUE_TYPE && !made.suffix.len && !held && is_class(resolver, made.symbol);
    Targets targets = {.ids = {made.symbol}, .len = 1, .confidence = EDGE_EXACT};
    scope->step = EDGE_STEP_CONSTRUCTION;
    if (class)
        targets_add(scope, reference, &targets);
    scope->step = EDGE_STEP_UNKNOWN;
    named.kind = REFERENCE_TYPE;
    if (!class || made.symbol != value.symbol)
        reference_resolve(scope, &named);
}

/* ---- overloaded operators ---- */

/* What the operator gives, with the type arguments of the value: `T *operator->()` of a Box<User>.
 */
static Value result_of(Resolver *resolver, const Value *value, uint32_t operator)
{
    const Finds finds = {.ids = {operator}, .len = 1};
    const Value function = {.kind = VALUE_FUNCTION, .symbol = operator};
    Value member = generics_member(resolver, value, &finds, function);
    return generics_returned(resolver, &member, types_of_symbol(resolver, operator));
}

Value cpp_operator_result(Resolver *resolver, const Value *value, Str operator)
{
    Finds finds = {0};
    uint32_t name = names_find(&resolver->catalog->names, operator);
    bool own = value->kind == VALUE_INSTANCE && !value->suffix.len;
    if (!own || !name ||
        !resolver->rules[resolver_file_of(resolver, value->symbol)]->aliases_can_be_called)
        return (Value){0};
    lookup_inherited(resolver, value->symbol, name, FIND_METHODS, &finds);
    Value result = finds.len ? result_of(resolver, value, finds.ids[0]) : (Value){0};
    for (uint32_t i = 1; i < finds.len; i++) {
        Value other = result_of(resolver, value, finds.ids[i]);
        if (other.kind != result.kind || other.symbol != result.symbol ||
            !str_equal(other.suffix, result.suffix))
            return (Value){.kind = VALUE_FOREIGN};
    }
    return finds.len && result.kind == VALUE_UNKNOWN ? (Value){.kind = VALUE_FOREIGN} : result;
}

Value cpp_pointed(Resolver *resolver, Value value)
{
    if (value.pointers) {
        value.pointers--;
        return value;
    }
    Value held = value_dereferenced(resolver, &value);
    if (held.kind == VALUE_UNKNOWN && !held.named)
        held = cpp_operator_result(resolver, &value, STR("operator*"));
    held.pointers = 0;
    return held.kind == VALUE_UNKNOWN && !held.named ? value : held;
}

/* ---- global names and initialiser lists ---- */

/* `::f()` means the global f, no member of a class or namespace around the place. */
static void resolve_outermost(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    Targets targets;
    Reference bare = *reference;
    bare.receiver = (Str){0};
    uint32_t name = names_find(&scope->catalog->names, bare.name);
    linked_find(scope->resolver, scope->file, name, FIND_CALLABLES, &finds);
    if (cpp_is_construction(scope, &bare, &finds)) {
        cpp_add_construction(scope, &bare);
        return;
    }
    targets_choose(scope, &bare, &finds, EDGE_EXACT, &targets);
    targets_add(scope, &bare, &targets);
}

static bool is_maker(SymbolKind kind)
{
    return kind == SYMBOL_METHOD || kind == SYMBOL_CONSTRUCTOR;
}

/* Whether the reference is `name(0)` in a constructor's initialiser list and the class has a field
   of that name. */
static bool is_initialised(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    uint32_t at = scope_symbol(scope, reference);
    bool list = reference->kind == REFERENCE_CALL && reference->flags & REFERENCE_NEW &&
                !reference->receiver.len && is_maker(resolver_kind(scope->resolver, at));
    uint32_t self = list ? home_type_around(scope->resolver, at) : SYMBOL_NOWHERE;
    if (self == SYMBOL_NOWHERE)
        return false;
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    lookup_members(scope->resolver, self, name, FIND_FIELDS, &finds);
    return finds.len > 0;
}

/* ---- macros ---- */

/* Adds the macros of that name that the file sees. `own`: the macro whose body has the name, which
   does not expand itself. */
static void find_macros(const Scope *scope, Str name, uint32_t own, Finds *finds)
{
    Resolver *resolver = scope->resolver;
    uint32_t count = 0, id = names_find(&scope->catalog->names, name);
    bool itself = own != SYMBOL_NOWHERE && resolver_entry(resolver, own)->name == id;
    if (id && !itself)
        linked_find(resolver, scope->file, id, FIND_EXPANDED, finds);
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_is_macro(resolver, finds->ids[i]))
            finds->ids[count++] = finds->ids[i];
    finds->len = count;
}

static void resolve_part(Scope *scope, const Reference *reference, Expansion *expansion)
{
    Finds macros = {0};
    Targets targets;
    Reference part = *reference;
    uint32_t at = scope_symbol(scope, reference);
    part.receiver = types_skip_macro_namespaces(scope->resolver, at, reference->receiver);
    bool named = part.kind == REFERENCE_CALL || part.kind == REFERENCE_USE;
    if (named && !reference->receiver.len && !variables_find(scope, at, part.name))
        find_macros(scope, part.name, expansion->macro, &macros);
    bool standard = part.kind == REFERENCE_CALL && str_equal(part.receiver, STR("std"));
    if (standard || is_initialised(scope, &part)) // additions to std concern only their own types
        return;
    if (str_equal(part.receiver, STR("::")) && part.kind == REFERENCE_CALL) {
        resolve_outermost(scope, &part);
        return;
    }
    if (!macros.len || macros.too_many) {
        reference_resolve(scope, &part);
        return;
    }
    targets_choose(scope, &part, &macros, EDGE_EXACT, &targets);
    if (!(part.flags & REFERENCE_HEAD))
        macros_note(expansion, scope->resolver, &targets);
    scope->step = EDGE_STEP_MACRO;
    targets_add(scope, &part, &targets);
}

/* A body that is only a name makes the macro an alias of that name. */
static void add_part(Scope *scope, Expansion *expansion, Reference *part, bool alone)
{
    const Reference *use = expansion->use;
    bool names = part->kind == REFERENCE_USE;
    if (names && alone)
        part->kind = use->kind;
    if (names && part->kind == use->kind)
        part->arguments = use->arguments;
    if (part->kind == REFERENCE_BIND)
        variables_bind(scope, part);
    else
        resolve_part(scope, part, expansion);
}

void cpp_resolve(Scope *scope, const Reference *reference)
{
    Reference meant = *reference;
    if (reference->kind == REFERENCE_USE && reference->flags & REFERENCE_MACRO) {
        macros_add_condition(scope, reference);
        return;
    }
    bool local = variables_find(scope, scope_symbol(scope, reference), reference->name);
    if (!local && macros_use_is_type(scope, reference))
        meant.kind = REFERENCE_TYPE;
    Expansion expansion = {.use = &meant, .macro = SYMBOL_NOWHERE};
    resolve_part(scope, &meant, &expansion);
    macros_visit(scope, &expansion, add_part);
}

static StepOutcome ask_construction(Attempt *attempt)
{
    if (attempt->reference->kind != REFERENCE_CALL || !(attempt->reference->flags & REFERENCE_NEW))
        return STEP_PASS;
    cpp_add_construction(attempt->scope, attempt->reference);
    return STEP_ADDED;
}

const Step step_construction = {EDGE_STEP_CONSTRUCTION, ask_construction};

/* ---- arguments and arrows ---- */

/* The class that a given argument is of: `const Pt&{}`; SYMBOL_NOWHERE if none or several are
   meant. */
static uint32_t class_of_argument(const Attempt *attempt, Str text)
{
    Resolver *resolver = attempt->resolver;
    while (text.len && !byte_is_word(text.ptr[text.len - 1]))
        text.len--;
    size_t start = text.len;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    Str word = str_from_offset(text, start);
    Value type = word.len ? types_find(resolver, attempt->at, word) : (Value){0};
    if (type.kind == VALUE_TYPE)
        return type.symbol;
    uint32_t name = word.len ? names_find(&resolver->catalog->names, word) : 0,
             found = SYMBOL_NOWHERE;
    IdSpan all = name ? catalog_named(resolver->catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < all.len && i < RESOLVE_NAMESAKES_MAX; i++) {
        if (!is_class(resolver, all.ptr[i]))
            continue;
        if (found != SYMBOL_NOWHERE)
            return SYMBOL_NOWHERE;
        found = all.ptr[i];
    }
    return found;
}

/* A function in the namespace of an argument's class. */
static StepOutcome ask_argument_space(Attempt *attempt)
{
    Resolver *resolver = attempt->resolver;
    Str rest = attempt->reference->given, part;
    while (attempt->calls && attempt->name && str_take_until(&rest, ',', &part)) {
        uint32_t class = class_of_argument(attempt, part);
        uint32_t space = class == SYMBOL_NOWHERE ? HOME_GLOBAL : home_of(resolver, class);
        if (space < HOME_GLOBAL && resolver_kind(resolver, space) == SYMBOL_NAMESPACE)
            lookup_members(resolver, space, attempt->name, FIND_METHODS, &attempt->finds);
        if (attempt->finds.len)
            break;
    }
    attempt->confidence = EDGE_EXACT;
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

/* `a->f()` of an object, not of a pointer, whose class declares `->`. Of a cast, `T{}`, it is not
   known which it is. */
static StepOutcome ask_arrow(Attempt *attempt)
{
    const Reference *reference = attempt->reference;
    bool object = reference->flags & REFERENCE_ARROW && attempt->calls &&
                  attempt->value.kind == VALUE_INSTANCE && !attempt->value.suffix.len &&
                  !attempt->value.pointers && !str_ends(reference->receiver, STR("{}"));
    Value held = object ? value_dereferenced(attempt->resolver, &attempt->value) : (Value){0};
    if (held.kind == VALUE_INSTANCE && !held.suffix.len)
        lookup_inherited(attempt->resolver, held.symbol, attempt->name, FIND_CALLABLES,
                         &attempt->finds);
    attempt->confidence = EDGE_EXACT;
    return attempt->finds.len ? STEP_FOUND : STEP_PASS;
}

const Step step_argument_space = {EDGE_STEP_SCOPE, ask_argument_space};
const Step step_arrow = {EDGE_STEP_TARGET, ask_arrow};
