#include "index/resolve/steps.h"

#include "base/limits.h"
#include "index/resolve/home.h"

/* Whether a type declares the symbol. A bare name means it only in that type and those below. */
static bool is_own_member(const Resolver *resolver, uint32_t symbol)
{
    uint32_t home = home_of(resolver, symbol);
    return home < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, home));
}

static EdgeStep step_of_name(Scope *scope, uint32_t target)
{
    Resolver *resolver = scope->resolver;
    if (is_own_member(resolver, target))
        return EDGE_STEP_OWN;
    if (resolver_file_of(resolver, target) == scope->file)
        return EDGE_STEP_SCOPE;
    return scope->rules->linker_resolves_names ? EDGE_STEP_LINKED : EDGE_STEP_PACKAGE;
}

EdgeStep steps_of(Scope *scope, const Reference *reference, uint32_t target)
{
    bool type = reference->kind == REFERENCE_TYPE || reference->kind == REFERENCE_BASE;
    if (target == SYMBOL_NOWHERE)
        return EDGE_STEP_LIBRARY;
    if (scope->step)
        return scope->step;
    if (reference->kind == REFERENCE_TYPE && reference->flags & REFERENCE_EXPLICIT)
        return EDGE_STEP_EXPLICIT;
    if (type)
        return EDGE_STEP_TYPE;
    SymbolKind kind = resolver_kind(scope->resolver, target);
    if (reference->kind == REFERENCE_CALL && (symbol_is_type(kind) || kind == SYMBOL_CONSTRUCTOR))
        return EDGE_STEP_CONSTRUCTION;
    return reference->receiver.len ? EDGE_STEP_MEMBER : step_of_name(scope, target);
}

/* `super.f()`, `Outer.super.f()`, `parent::f()`. */
static bool names_super(const Scope *scope, Str receiver)
{
    const char *word = scope->rules->super_name;
    Str super = word && *word ? str_from(word) : STR("super");
    size_t rest = receiver.len - MIN(receiver.len, super.len);
    return str_ends(receiver, super) && (!rest || !byte_is_word(receiver.ptr[rest - 1]));
}

/* `Base::f()` in C++, `Base.f(self)` in Python: a method of objects by the name of its class. */
static bool names_class(Resolver *resolver, const Value *value, uint32_t member)
{
    return value->kind == VALUE_TYPE && resolver_kind(resolver, value->symbol) == SYMBOL_CLASS &&
           resolver_kind(resolver, member) == SYMBOL_METHOD &&
           !resolver_has(resolver, member, TRAIT_STATIC);
}

/* The object itself: what the type around the place inherits. */
static bool names_self(const Scope *scope, Str receiver)
{
    return rules_list_has("self this $this", receiver) ||
           rules_list_has(scope->rules->self_names, receiver);
}

EdgeStep steps_of_member(const Scope *scope, const Reference *reference, const Value *value,
                         const Finds *finds)
{
    Resolver *resolver = scope->resolver;
    if (value->kind == VALUE_MODULE)
        return EDGE_STEP_MODULE;
    if (finds->len &&
        (names_super(scope, reference->receiver) || names_class(resolver, value, finds->ids[0])))
        return EDGE_STEP_SUPER;
    if (value->is_exact && value->kind == VALUE_INSTANCE && finds->len)
        return EDGE_STEP_MADE;
    bool own = !finds->len || home_of(resolver, finds->ids[0]) == value->symbol;
    return own                                      ? EDGE_STEP_MEMBER
           : names_self(scope, reference->receiver) ? EDGE_STEP_OWN
                                                    : EDGE_STEP_BASE;
}
