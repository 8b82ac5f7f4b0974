/* What is in a value that holds others: by iteration, by an index, by a literal key. */
#include "index/resolve/elements.h"

#include "base/limits.h"
#include "index/resolve/assigned.h"
#include "index/resolve/call_signature.h"
#include "index/resolve/cpp.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/generics.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/tuples.h"
#include "index/resolve/types.h"
#include "index/resolve/unwrap.h"
#include "lang/registry.h"
#include "lang/walk/type_head.h"

static const Value unknown = {.kind = VALUE_UNKNOWN};

/* The protocols of iteration: a method of the container, and what its result has for an element. */
static const struct {
    const char *start, *element;
} iterations[] = {{"begin", "operator*"}, {"GetEnumerator", "Current"}};

/* An element of a class of the repository that has an iterator, or an indexer in C#. */
static Value own_element(Resolver *resolver, const Value *value, bool each)
{
    bool inherits = resolver_rules(resolver, value->symbol)->functions_are_overloaded;
    for (size_t i = 0; i < COUNT(iterations) && each && inherits; i++) {
        Value start = value_member(resolver, value, str_from(iterations[i].start), true);
        Value iterator = start.kind == VALUE_FUNCTION ? infer_called(resolver, &start) : unknown;
        if (iterator.pointers && iterator.kind == VALUE_INSTANCE) {
            iterator.pointers--;
            return iterator;
        }
        Value element = cpp_operator_result(resolver, &iterator, str_from(iterations[i].element));
        if (element.kind == VALUE_UNKNOWN && (iterator.kind != VALUE_UNKNOWN || iterator.argument))
            element = value_member(resolver, &iterator, str_from(iterations[i].element), false);
        if (element.kind == VALUE_INSTANCE)
            return element;
    }
    Finds indexers = {0};
    uint32_t name = names_find(&resolver->catalog->names, STR("this"));
    if (!each && inherits && name)
        lookup_inherited(resolver, value->symbol, name, FIND_VALUES, &indexers);
    Value indexed = infer_have_one_result(resolver, &indexers)
                        ? value_member(resolver, value, STR("this"), false)
                        : unknown;
    return indexed.kind == VALUE_INSTANCE ? indexed : unknown;
}

/* `.0` of a list of a few values, or of any list. */
bool elements_take(Resolver *resolver, const Language *language, const Value *value, Str word,
                   Value *element)
{
    bool number = word.len == 1 && byte_is_digit(word.ptr[0]);
    Str name = value->named ? catalog_name(resolver->catalog, value->named) : (Str){0};
    bool indexed = language->literal_indices_are_kept && !str_equal(name, STR(TYPE_TUPLE));
    if (number && tuples_is(resolver, value))
        *element = tuples_element(resolver, value, (size_t)(word.ptr[0] - '0'), true);
    else if (number && (str_ends(value->suffix, STR("]")) || indexed))
        *element = elements_of(resolver, value, false);
    else
        return false;
    const char *tuples = value->kind == VALUE_INSTANCE && !value->suffix.len
                             ? resolver_rules(resolver, value->symbol)->tuple_bases
                             : NULL;
    if (tuples && value_extends(resolver, value->symbol, tuples))
        *element = value_numbered(resolver, value, word);
    return true;
}

/* An element of an object whose class has a method for that: Python's `__iter__`. */
static Value element_by_method(Resolver *resolver, const Value *value, bool each)
{
    const Rules *rules = resolver_rules(resolver, value->symbol);
    const char *methods = each ? rules->iterators : rules->indexers;
    Str rest = str_from(methods ? methods : ""), name;
    Value element = unknown;
    while (resolver->depth < RESOLVE_DEPTH_MAX && element.kind == VALUE_UNKNOWN &&
           str_take_until(&rest, ' ', &name)) {
        Finds finds = {0};
        lookup_inherited(resolver, value->symbol, names_find(&resolver->catalog->names, name),
                         FIND_METHODS, &finds);
        if (finds.len != 1)
            continue;
        const Value method = {.kind = VALUE_FUNCTION, .symbol = finds.ids[0]};
        resolver->depth++;
        element = rules->self_value ? assigned_yielded(resolver, finds.ids[0], STR("0")) : unknown;
        if (element.kind != VALUE_UNKNOWN) {
            resolver->depth--;
            return element;
        }
        element = infer_called(resolver, &method);
        bool self = element.kind == VALUE_INSTANCE && element.symbol == value->symbol;
        bool iterator =
            each && (element.suffix.len || element.argument || element.kind == VALUE_INSTANCE) &&
            !str_ends(name, STR("next__")) && !str_equal(name, STR("next")) &&
            !str_equal(name, STR("current"));
        if (iterator && (element.suffix.len || element.argument || !self))
            element = elements_of(resolver, &element, true);
        else if (iterator)
            element = unknown; // its own iterator: the next method gives the elements
        resolver->depth--;
    }
    return element;
}

/* The type with which a method calls the function that it takes: `A` of `map[B](f: A => B)`. */
static Str passed_type(Resolver *resolver, uint32_t method)
{
    static const Str mark = STR_INIT("=" TYPE_FUNCTION "<");
    Str rest = file_shape_signature(resolver, method);
    size_t start = str_find(rest, mark);
    if (start == STR_NONE)
        return (Str){0};
    rest = str_from_offset(rest, start + mark.len);
    size_t end = 0, depth = 0;
    while (end < rest.len && (depth || !byte_in(rest.ptr[end], ",;>"))) {
        depth += byte_in(rest.ptr[end], "<(");
        depth -= depth && byte_in(rest.ptr[end], ">)");
        end++;
    }
    return str_slice(rest, 0, end);
}

/* Scala: an element of an object whose class passes each of them to a function. */
static Value element_by_passing(Resolver *resolver, const Value *value)
{
    const char *methods = resolver_rules(resolver, value->symbol)->passers;
    Str rest = str_from(methods ? methods : ""), name;
    Value element = unknown;
    while (!value_is_known(&element) && str_take_until(&rest, ' ', &name)) {
        Finds finds = {0};
        lookup_inherited(resolver, value->symbol, names_find(&resolver->catalog->names, name),
                         FIND_METHODS, &finds);
        Str type = finds.len == 1 ? passed_type(resolver, finds.ids[0]) : (Str){0};
        if (type.len)
            element = generics_written(resolver, value, finds.ids[0], type);
    }
    return element;
}

/* Swift: whether the value is no sequence, so that `x.map { … }` passes what the optional x has. */
static bool is_optional(const Resolver *resolver, const Value *value)
{
    static const char sequences[] =
        "Sequence Collection BidirectionalCollection RandomAccessCollection MutableCollection "
        "RangeReplaceableCollection AsyncSequence LazySequenceProtocol IteratorProtocol OptionSet";
    return resolver_facts(resolver, resolver_file_of(resolver, value->symbol))
               ->optionals_are_values &&
           !value_extends(resolver, value->symbol, sequences);
}

/* An element of a list, of a container of the standard library, or of a class that extends one.
   `each`: by iterating, else by index. */
Value elements_of(Resolver *resolver, const Value *value, bool each)
{
    Value element, base;
    if (each && value->kind == VALUE_INSTANCE && !value->suffix.len &&
        resolver_facts(resolver, resolver_file_of(resolver, value->symbol))
            ->package_names_are_absolute)
        return *value; // Perl: one object is a list of one
    if (tuples_is(resolver, value))
        return tuples_element(resolver, value, STR_NONE, each);
    bool type = value->kind == VALUE_TYPE && !value->suffix.len;
    const char *enums = type ? resolver_rules(resolver, value->symbol)->enum_bases : NULL;
    if (enums && value_extends(resolver, value->symbol, enums))
        return value_instance(*value); // Python: one of its values
    if (value->kind == VALUE_FUNCTION &&
        !value->suffix.len) // Go: the function itself, with type arguments
        return *value;
    if ((each && generics_library(resolver, value, STR("[*]"), &element)) ||
        generics_library(resolver, value, STR("[]"), &element))
        return element;
    bool layered = value->suffix.len || value->kind != VALUE_INSTANCE;
    element = layered ? unknown : element_by_method(resolver, value, each);
    if (element.kind == VALUE_UNKNOWN && !layered && each)
        element = element_by_passing(resolver, value);
    if (element.kind != VALUE_UNKNOWN)
        return element;
    bool distinct = !layered && resolver_kind(resolver, value->symbol) == SYMBOL_TYPE;
    Value under = distinct ? types_of_symbol(resolver, value->symbol) : unknown;
    if (under.suffix.len) // Go: `type List []Item`
        return unwrap_layer(resolver, under, ']');
    Value own = layered ? unknown : own_element(resolver, value, each);
    if (own.kind == VALUE_UNKNOWN && !layered &&
        resolver_rules(resolver, value->symbol)->is_dynamic)
        own = assigned_any(resolver, value->symbol);
    if (own.kind != VALUE_UNKNOWN)
        return own;
    for (uint32_t step = 0; !layered && generics_base(resolver, value, &step, &base);) {
        element = base.suffix.len || base.kind != VALUE_INSTANCE
                      ? elements_of(resolver, &base, each)
                      : unknown;
        if (element.kind != VALUE_UNKNOWN)
            return element;
    }
    if (!layered && each && is_optional(resolver, value))
        return *value;
    Value indexed = layered || each ? unknown : infer_result_of_member(resolver, value, false);
    return indexed.kind != VALUE_UNKNOWN || indexed.named || indexed.suffix.len
               ? indexed
               : unwrap_layer(resolver, *value, ']');
}

/* `.@key`: the element under a literal key. A map whose values differ has each key as an argument,
   `dict<_,A|B,key:A,other:B>`. */
bool elements_take_keyed(Resolver *resolver, const Language *language, const Value *value, Str word,
                         Value *element)
{
    bool held = value->suffix.len || value->kind == VALUE_UNKNOWN || value->kind == VALUE_FOREIGN;
    bool fields = lang_facts(language)->package_names_are_absolute; // Perl: of an object
    if (!str_starts(word, STR("@")) || (!held && fields))
        return false;
    Str key = str_from_offset(word, 1), part;
    Str rest = value->suffix.len || !value->argument
                   ? (Str){0}
                   : catalog_name(resolver->catalog, value->argument);
    bool keyed = false;
    for (size_t i = 0; type_head_take(&rest, ',', &part); i++) {
        size_t colon = i < 2 ? STR_NONE : str_find_byte(part, ':');
        keyed = keyed || colon != STR_NONE;
        if (colon != STR_NONE && str_equal(str_slice(part, 0, colon), key)) {
            *element = types_of_part(resolver, value->place, str_from_offset(part, colon + 1));
            return true;
        }
    }
    *element = keyed ? unknown : elements_of(resolver, value, false);
    bool object = value->kind == VALUE_INSTANCE && !value->suffix.len;
    if (element->kind == VALUE_UNKNOWN && !element->argument && object) // Python: a TypedDict
        *element = value_member(resolver, value, key, false);
    return true;
}
