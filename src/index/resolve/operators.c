/* An operand of a type that is not of the repository, or not known, calls nothing here. In C++, a
   function outside of the class is found through a class among its operands: it is declared beside
   the class, or visible at the place, and has a parameter of the class. */
#include "index/resolve/operators.h"

#include "index/resolve/bases.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/targets.h"
#include "index/resolve/visible.h"

/* Operators of C++ that a class without them gets from another one. */
static const char *const rewritten[][2] = {{"operator!=", "operator=="},
                                           {"operator<", "operator<=>"},
                                           {"operator>", "operator<=>"},
                                           {"operator<=", "operator<=>"},
                                           {"operator>=", "operator<=>"}};

static bool is_class(const Value *value)
{
    return value->kind == VALUE_INSTANCE && !value->suffix.len && !value->pointers;
}

static void add(Scope *scope, const Reference *reference, const Finds *finds)
{
    Targets targets;
    EdgeConfidence confidence = EDGE_EXACT;
    Finds left = *finds;
    if (scope->rules->narrow)
        confidence = scope->rules->narrow(scope, reference, &left);
    scope->step = EDGE_STEP_IMPLICIT;
    targets_choose(scope, reference, &left, confidence, &targets);
    targets_add(scope, reference, &targets);
}

static bool resolve_member(Scope *scope, const Reference *reference, const Value *owner,
                           uint32_t name)
{
    static const FindKind kinds[] = {FIND_METHODS, FIND_FIELDS};
    Reference call = *reference;
    Finds finds = {0};
    for (size_t i = 0; i < COUNT(kinds) && is_class(owner) && !finds.len; i++)
        lookup_inherited(scope->resolver, owner->symbol, name, kinds[i], &finds);
    if (!scope->rules->aliases_can_be_called)
        call.arguments = ARGUMENTS_UNKNOWN; // the operands may both be parameters
    uint32_t count = 0;
    for (uint32_t i = 0; i < finds.len; i++)
        if (targets_takes(resolver_entry(scope->resolver, finds.ids[i]), &call))
            finds.ids[count++] = finds.ids[i];
    finds.len = count;
    if (count && !finds.too_many)
        add(scope, &call, &finds);
    return count > 0;
}

/* ---- functions outside of the class ---- */

/* The word of a parameter's type: `P` of `const ns::P&`. */
static Str type_word(Str type)
{
    while (type.len && !byte_is_word(type.ptr[type.len - 1]))
        type.len--;
    size_t at = type.len;
    while (at && byte_is_word(type.ptr[at - 1]))
        at--;
    return str_from_offset(type, at);
}

/* Whether the class, or a base of it, has the name. */
static bool is_called(Resolver *resolver, uint32_t type, Str name)
{
    Finds bases = {0};
    if (str_equal(catalog_name(resolver->catalog, resolver_entry(resolver, type)->name), name))
        return true;
    bases_find(resolver, type, &bases);
    for (uint32_t i = 0; i < bases.len; i++)
        if (str_equal(catalog_name(resolver->catalog, resolver_entry(resolver, bases.ids[i])->name),
                      name))
            return true;
    return false;
}

/* Whether each operand of a known class fits its parameter, and one of them does not fit by chance:
   as a template parameter. */
static bool fits(Resolver *resolver, uint32_t function, const Value operands[2], uint32_t wanted)
{
    Str rest = file_shape_parameters(resolver, function), part;
    bool named = false;
    uint32_t count = 0;
    for (; count < wanted && str_take_until(&rest, ',', &part); count++) {
        bool class = is_class(&operands[count]);
        bool same = class && is_called(resolver, operands[count].symbol, type_word(part));
        bool any = str_equal(part, STR("?")) || type_word(part).len == 1;
        if (class && !any && !same)
            return false;
        named = named || same;
    }
    return named && count == wanted && (wanted == 2 || !rest.len);
}

static void keep_fitting(Resolver *resolver, IdSpan span, const Value operands[2], uint32_t wanted,
                         Finds *finds)
{
    for (size_t i = 0; i < span.len && !finds->too_many; i++)
        if (finds_fits(resolver_kind(resolver, span.ptr[i]), FIND_METHODS) &&
            fits(resolver, span.ptr[i], operands, wanted))
            finds_add_once(finds, span.ptr[i]);
}

static void resolve_free(Scope *scope, const Reference *reference, const Value operands[2],
                         uint32_t name)
{
    Resolver *resolver = scope->resolver;
    IdSpan all = catalog_named(scope->catalog, name);
    Meaning meaning;
    Finds finds = {0};
    visible_find(resolver, scope_symbol(scope, reference), name, FIND_METHODS, &meaning);
    IdSpan seen = {meaning.finds.ids, meaning.finds.too_many ? 0 : meaning.finds.len};
    uint32_t wanted = reference->arguments ? 2 : 1;
    keep_fitting(resolver, seen, operands, wanted, &finds);
    for (int i = 0; i < 2; i++)
        if (is_class(&operands[i]))
            keep_fitting(resolver,
                         lookup_span_in_file(scope->catalog, all,
                                             resolver_file_of(resolver, operands[i].symbol)),
                         operands, wanted, &finds);
    Reference call = *reference;
    const Str given[] = {reference->receiver, STR(","), reference->given};
    call.receiver = (Str){0};
    call.arguments = (uint16_t)wanted;
    call.given = reference->given.len ? str_join_all(scope->arena, given, COUNT(given)) : (Str){0};
    if (finds.len && !finds.too_many)
        add(scope, &call, &finds);
}

/* The second operand of a C++ operator. */
static Value second_operand(Scope *scope, const Reference *reference)
{
    Str text = reference->given;
    if (!text.len || str_equal(text, STR("null")))
        return (Value){0};
    return infer_expression(scope->resolver, scope, scope_symbol(scope, reference), text);
}

static void resolve_named(Scope *scope, const Reference *reference, const Value *owner)
{
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    if (!name || !catalog_named(scope->catalog, name).len ||
        resolve_member(scope, reference, owner, name))
        return;
    if (!scope->rules->aliases_can_be_called)
        return;
    const Value operands[2] = {*owner, second_operand(scope, reference)};
    if (is_class(&operands[0]) || is_class(&operands[1]))
        resolve_free(scope, reference, operands, name);
}

void operators_resolve(Scope *scope, const Reference *reference)
{
    Reference other = *reference;
    size_t edges = scope->edges.len;
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    other.name = (Str){0};
    for (size_t i = 0; i < COUNT(rewritten) && scope->rules->aliases_can_be_called; i++)
        if (str_equal(reference->name, str_from(rewritten[i][0])))
            other.name = str_from(rewritten[i][1]);
    bool declared = name && catalog_named(scope->catalog, name).len;
    if (!declared && !other.name.len)
        return;
    Value owner = infer_expression(scope->resolver, scope, scope_symbol(scope, reference),
                                   reference->receiver);
    resolve_named(scope, reference, &owner);
    if (scope->edges.len == edges && other.name.len)
        resolve_named(scope, &other, &owner);
}
