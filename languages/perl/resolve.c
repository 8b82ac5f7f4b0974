/* Perl: methods are looked up in the package of the receiver. `$self` is an object of the package
   around only by convention, so calls on it are likely. */
#include "languages_calls.h"

#include "index/resolve/bases.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/reference.h"
#include "index/resolve/targets.h"

static void add_all(Scope *scope, const Reference *reference, const Finds *finds,
                    EdgeConfidence confidence)
{
    if (finds->len && !finds->too_many)
        targets_list(scope, reference, finds, confidence);
}

/* Resolves a call of the parent's method, `$self->SUPER::f()`. */
static bool resolve_above(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    Str name = reference->name;
    if (!str_starts(name, STR("SUPER::")))
        return false;
    uint32_t self = home_type_around(resolver, scope_symbol(scope, reference));
    uint32_t id = names_find(&scope->catalog->names, str_from_offset(name, strlen("SUPER::")));
    Finds bases = {0}, finds = {0};
    if (self != SYMBOL_NOWHERE)
        bases_find(resolver, self, &bases);
    for (uint32_t i = 0; i < bases.len && !finds.len; i++)
        lookup_inherited(resolver, bases.ids[i], id, FIND_CALLABLES, &finds);
    scope->step = EDGE_STEP_SUPER;
    add_all(scope, reference, &finds, EDGE_EXACT);
    return true;
}

/* A qualified method name is split: `$x->Foo::f()` calls Foo::f. */
static Reference as_written(const Reference *reference)
{
    Reference whole = *reference;
    size_t joint = str_find_last_byte(reference->name, ':');
    if (joint == STR_NONE || joint < 2 || !reference->receiver.len)
        return whole;
    whole.receiver = str_slice(reference->name, 0, joint - 1);
    whole.name = str_from_offset(reference->name, joint + 1);
    return whole;
}

static bool is_invocant(Str receiver)
{
    return str_equal(receiver, STR("$self")) || str_equal(receiver, STR("$class")) ||
           str_equal(receiver, STR("$this")) || str_equal(receiver, STR("shift"));
}

/* True when the method is known. */
static bool resolve_method(Scope *scope, const Reference *reference)
{
    Resolver *resolver = scope->resolver;
    Finds finds = {0};
    Value value =
        infer_expression(resolver, scope, scope_symbol(scope, reference), reference->receiver);
    bool typed = value.kind == VALUE_INSTANCE || value.kind == VALUE_TYPE;
    if (typed && !value.suffix.len)
        lookup_inherited(resolver, value.symbol,
                         names_find(&scope->catalog->names, reference->name), FIND_CALLABLES,
                         &finds);
    Targets made = {.ids = {value.symbol}, .len = 1, .confidence = EDGE_EXACT};
    if (!finds.len && value.kind == VALUE_TYPE && str_equal(reference->name, STR("new"))) {
        targets_add(scope, reference,
                    &made); // the call constructs an object, whatever package declares `new`
        return true;
    }
    add_all(scope, reference, &finds, is_invocant(reference->receiver) ? EDGE_LIKELY : EDGE_EXACT);
    return finds.len && !finds.too_many;
}

void perl_resolve(Scope *scope, const Reference *reference)
{
    Reference whole = as_written(reference);
    bool value = whole.kind == REFERENCE_CALL || whole.kind == REFERENCE_USE;
    if (value && resolve_above(scope, reference))
        return;
    if (!value || !whole.receiver.len || !resolve_method(scope, &whole))
        reference_resolve(scope, &whole);
}
