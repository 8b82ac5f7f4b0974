/* Expressions are evaluated from left to right. The first name is looked up by scope; `.name` is a
   member of the expression before it; `()` is its result; `[]` and `?` unwrap one layer. Once the
   value is unknown or foreign, it stays so. */
#include "index/resolve/infer.h"

#include "base/limits.h"
#include "index/resolve/assigned.h"
#include "index/resolve/bounds.h"
#include "index/resolve/callbacks.h"
#include "index/resolve/cpp.h"
#include "index/resolve/dynamic.h"
#include "index/resolve/elements.h"
#include "index/resolve/extensions.h"
#include "index/resolve/finds.h"
#include "index/resolve/fixtures.h"
#include "index/resolve/generics.h"
#include "index/resolve/home.h"
#include "index/resolve/infer_calls.h"
#include "index/resolve/lookup.h"
#include "index/resolve/made.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/package_variable.h"
#include "index/resolve/reopen.h"
#include "index/resolve/tuples.h"
#include "index/resolve/types.h"
#include "index/resolve/unwrap.h"
#include "index/resolve/variables.h"
#include "lang/registry.h"
#include "lang/walk/type_head.h"

static const Value unknown = {.kind = VALUE_UNKNOWN};

/* The result of calling something foreign comes from the same package. What a call of that returns
   may come from anywhere. */
static Value foreign_of(const Value *value)
{
    return (Value){.kind = VALUE_FOREIGN,
                   .package = value->is_foreign_result ? 0 : value->package,
                   .is_foreign_result = true};
}

static bool is_dynamic(const Resolver *resolver, uint32_t symbol)
{
    return resolver->rules[resolver_file_of(resolver, symbol)]->is_dynamic;
}

/* A constructor that is called by name: Dart's `A.named()`, Swift's `A.init()`. */
static Value constructed_by(const Resolver *resolver, uint32_t constructor)
{
    uint32_t home = home_of(resolver, constructor);
    bool type = home < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, home));
    return type ? (Value){.kind = VALUE_INSTANCE, .symbol = home} : unknown;
}

bool infer_have_one_result(Resolver *resolver, const Finds *finds)
{
    Value first = finds->len ? types_of_symbol(resolver, *finds->ids) : unknown;
    for (uint32_t i = 1; i < finds->len; i++) {
        Value other = types_of_symbol(resolver, finds->ids[i]);
        if (other.kind != first.kind || other.symbol != first.symbol ||
            other.named != first.named || other.argument != first.argument ||
            !str_equal(other.suffix, first.suffix))
            return false;
    }
    return finds->len && !finds->too_many;
}

/* The result of the member that `a[i]`, or `a(x)`, means in the value's type. */
Value infer_result_of_member(Resolver *resolver, const Value *value, bool call)
{
    const Rules *rules = resolver_rules(resolver, value->symbol);
    const char *name = call ? rules->call_member : rules->index_member;
    Finds finds = {0};
    uint32_t id = name ? names_find(&resolver->catalog->names, str_from(name)) : 0;
    if (id)
        lookup_inherited(resolver, value->symbol, id, FIND_VALUES, &finds);
    return infer_have_one_result(resolver, &finds)
               ? generics_filled(resolver, types_of_symbol(resolver, finds.ids[0]), value)
               : unknown;
}

/* Scala: `Model(1)` gives what `apply` of the object returns, where the object declares it. */
static Value called_type(Resolver *resolver, const Value *value)
{
    const char *member = resolver_rules(resolver, value->symbol)->call_member;
    bool object = resolver_kind(resolver, value->symbol) == SYMBOL_OBJECT;
    Value owner = *value;
    owner.symbol = object ? value->symbol : lookup_companion(resolver, value->symbol);
    Value applied = member && owner.symbol != SYMBOL_NOWHERE
                        ? infer_result_of_member(resolver, &owner, true)
                        : unknown;
    return object || value_is_known(&applied) ? applied : made_instance(resolver, value);
}

/* What calling a value returns. */
Value infer_called(Resolver *resolver, const Value *value)
{
    Value given;
    if (generics_library(resolver, value, STR("()"), &given))
        return given;
    switch (value->kind) {
    case VALUE_FUNCTION:
        if (resolver_kind(resolver, value->symbol) == SYMBOL_CONSTRUCTOR)
            return constructed_by(resolver, value->symbol);
        return infer_with_written(
            resolver, value,
            generics_returned(
                resolver, value,
                generics_filled(resolver, assigned_returned(resolver, value->symbol), value)));
    case VALUE_TYPE: return called_type(resolver, value);
    case VALUE_FOREIGN: return foreign_of(value);
    case VALUE_INSTANCE:
        return value->variant      ? *value
               : value->suffix.len ? infer_applied_list(resolver, value)
                                   : infer_result_of_member(resolver, value, true);
    default: return unknown;
    }
}

/* Ruby and Perl: a member that a value has is called by its name alone. */
static bool calls_member(const Resolver *resolver, uint32_t at)
{
    return resolver_facts(resolver, resolver_file_of(resolver, at))->classes_can_be_reopened;
}

/* Ruby: a method is called by its name alone. */
static bool calls_bare(const Resolver *resolver, uint32_t at)
{
    const LangFacts *facts = resolver_facts(resolver, resolver_file_of(resolver, at));
    return facts->classes_can_be_reopened && !facts->package_names_are_absolute;
}

/* `Outer.Box<User>`: the value with these type arguments. */
static Value take_arguments(Resolver *resolver, uint32_t at, Value value, Str *rest)
{
    size_t len = infer_angles_length(*rest);
    value.argument = names_put(&resolver->catalog->names, str_slice(*rest, 1, len - 1));
    value.place = at;
    *rest = str_from_offset(*rest, len);
    return value;
}

/* Go: what `range` over a channel gives first; over a list that is an index. */
static Value received_of(Resolver *resolver, const Value *value)
{
    Value held = *value;
    bool distinct = !value->suffix.len && value->kind == VALUE_INSTANCE &&
                    resolver_kind(resolver, value->symbol) == SYMBOL_TYPE;
    if (distinct) // `type Queue chan Item`
        held = types_of_symbol(resolver, value->symbol);
    return str_ends(held.suffix, STR("[chan]")) ? unwrap_layer(resolver, held, ']') : unknown;
}

/* Rust: the second part of a loop's element: of a tuple, else the value of a map or of an element
   that is counted. */
static Value second_of(Resolver *resolver, const Value *value)
{
    Value element = elements_of(resolver, value, true), part;
    return generics_library(resolver, &element, STR("1"), &part) ? part : element;
}

/* Rust: the first part of a loop's element, which is not a map's value. */
static Value first_of(Resolver *resolver, const Value *value)
{
    Value element = elements_of(resolver, value, true), part;
    return generics_library(resolver, &element, STR("0"), &part) ? part : unknown;
}

/* What calling a value returns, with the type arguments that the call's arguments give. */
static Value called_at(const CallPlace *place, const Value *value)
{
    Value returned = infer_called(place->resolver, value);
    bool open = value->given.len || (value->owner && value->kind == VALUE_FUNCTION);
    return open ? signatures_called(place, value, returned) : returned;
}

/* Go: one of the results of a call. */
static Value result_at(Resolver *resolver, const Value *value, Str place)
{
    Value part;
    return generics_library(resolver, value, place, &part) ? part : unknown;
}

/* Go: a call alone has its first result. */
static Value first_result(Resolver *resolver, Value value, Str rest)
{
    bool tuple = value.kind == VALUE_UNKNOWN && value.named && value.argument &&
                 !value.suffix.len && !str_starts(rest, STR("[=")) &&
                 str_equal(catalog_name(resolver->catalog, value.named), STR(TYPE_TUPLE));
    uint32_t file = tuple ? resolver_file_of(resolver, value.place) : 0;
    const Language *language = tuple ? resolver->catalog->files.ptr[file].language : NULL;
    return language && language->parameters == PARAMETERS_NAME_FIRST
               ? result_at(resolver, &value, STR("0"))
               : value;
}

/* Takes a mark that follows a value off the front of *rest: `()`, `[]`, `[*]`, `[+]`, `[-]`,
   `[chan]`, `{}`, `*` or `?`. */
static Value take_suffix(const CallPlace *place, const Value *value, Str *rest)
{
    Resolver *resolver = place->resolver;
    Value next = unknown, plain;
    size_t len = 2;
    if (str_starts(*rest, STR("()")))
        next = first_result(resolver, called_at(place, value), str_from_offset(*rest, 2));
    else if (str_starts(*rest, STR("[*]")))
        next = elements_of(resolver, value, true), len = 3;
    else if (str_starts(*rest, STR("[+]")))
        next = second_of(resolver, value), len = 3;
    else if (str_starts(*rest, STR("[=")) && rest->len > 3)
        next = result_at(resolver, value, str_slice(*rest, 2, 3)), len = 4;
    else if (str_starts(*rest, STR("[-]")))
        next = first_of(resolver, value), len = 3;
    else if (str_starts(*rest, STR("[chan]")))
        next = received_of(resolver, value), len = 6;
    else if (str_starts(*rest, STR("~"))) // a list of it
        next = *value, next.is_exact = false,
        next.suffix = str_join(resolver->arena, next.suffix, STR("[]")), len = 1;
    else if (str_starts(*rest, STR("{}")))
        plain = types_unalias(resolver, *value), next = made_instance(resolver, &plain);
    else if (str_starts(*rest, STR("[]")))
        next = elements_of(resolver, value, false);
    else if (str_starts(*rest, STR("*"))) // C++
        next = cpp_pointed(resolver, *value), len = 1;
    else if (str_starts(*rest, STR("?")))
        next = unwrap_layer(resolver, *value, '?'), len = 1;
    else
        len = rest->len;
    *rest = str_from_offset(*rest, len);
    return next;
}

/* `Box<User>`, and a construction when brackets follow. */
static Value take_typed(Resolver *resolver, uint32_t at, Str whole, Str *rest)
{
    size_t end = infer_angles_length(*rest);
    Str type = str_slice(whole, 0, (size_t)(rest->ptr - whole.ptr) + end);
    Value value = types_find(resolver, at, type);
    *rest = str_from_offset(*rest, end);
    bool makes = str_starts(*rest, STR("()")) || str_starts(*rest, STR("{}"));
    *rest = str_from_offset(*rest, makes ? 2 : 0);
    value = made_named(value);
    return makes ? made_instance(resolver, &value) : value;
}

/* The same, and a function with type arguments: `make<User>`. */
static Value take_angled(Resolver *resolver, const Scope *scope, uint32_t at, Str whole, Str *rest)
{
    Str typed = *rest, word = str_slice(whole, 0, (size_t)(rest->ptr - whole.ptr));
    Value value = take_typed(resolver, at, whole, &typed);
    Str written = value.argument ? catalog_name(resolver->catalog, value.argument) : (Str){0};
    bool tuple = str_equal(word, STR("tuple")) || str_equal(word, STR(TYPE_TUPLE));
    if (tuple && scope && written.len && value.kind == VALUE_UNKNOWN && !value.suffix.len)
        value.parts = tuples_values(resolver, scope, at, written);
    Value function =
        value.kind == VALUE_UNKNOWN ? value_of_name(resolver, scope, at, word, true) : unknown;
    if (function.kind == VALUE_FUNCTION)
        return take_arguments(resolver, at, function, rest);
    *rest = typed;
    return value;
}

/* What a container or library type that the owner's class extends gives for a member; false when no
   such base has it. */
static bool take_inherited(Resolver *resolver, const Language *language, const Value *owner,
                           Str word, Value *value)
{
    for (uint32_t step = 0; generics_base(resolver, owner, &step, value);)
        if (unwrap_method(resolver, language, word, value) ||
            generics_library(resolver, value, word, value))
            return true;
    return false;
}

/* What comes after `new`. */
static Value take_new(const CallPlace *place, Str word, Str given, Str *rest)
{
    Resolver *resolver = place->resolver;
    if (!str_starts(*rest, STR("()")))
        return infer_take_construction(resolver, place->at, word, rest);
    *rest = str_from_offset(*rest, 2);
    const Value *local = place->scope ? variables_find(place->scope, place->at, word) : NULL;
    bool held =
        local && local->kind == VALUE_TYPE && !local->suffix.len; // `new Page()` of a variable
    static const char open[] = "this self static"; // PHP: what the class is called as
    Value type = held ? *local : types_find(resolver, place->at, word);
    if (!held && !rules_list_has(open, word))
        type = made_named(type);
    type.is_foreign_result = type.kind == VALUE_FOREIGN;
    type.given = given;
    Value made = made_instance(resolver, &type);
    return given.len && type.kind == VALUE_TYPE ? signatures_called(place, &type, made) : made;
}

/* Takes a word of the language, a list, or a path of modules off the front of *rest. */
static bool take_named(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    bool path = str_starts(str_from_offset(*rest, infer_leading_word(*rest).len), STR("::"));
    return (is_dynamic(resolver, at) && dynamic_special_name(resolver, at, rest, value)) ||
           infer_take_list(resolver, at, rest, value) ||
           types_find_path(resolver, at, rest, value) ||
           (path && types_find_module(resolver, at, rest, value));
}

/* Ruby: `f#0`: what the method f gives to its block. False for other words. */
static bool take_yielded(Resolver *resolver, const Value *function, Str word, Value *value)
{
    size_t mark = str_find_byte(word, '#');
    if (mark == STR_NONE || !mark)
        return false;
    *value = function->kind == VALUE_FUNCTION && resolver->depth < RESOLVE_DEPTH_MAX
                 ? assigned_yielded(resolver, function->symbol, str_from_offset(word, mark + 1))
                 : unknown;
    return true;
}

/* The word without the mark of a block. */
static Str without_mark(Str word)
{
    size_t mark = str_find_byte(word, '#');
    return str_slice(word, 0, mark == STR_NONE || !mark ? word.len : mark);
}

/* A word with a mark: what a method gives to its block, or what a fixture of pytest gives. */
static bool take_marked(Resolver *resolver, uint32_t at, const Value *value, Str word,
                        Value *special)
{
    bool fixture = str_ends(word, STR("#f"));
    if (fixture)
        *special = fixtures_value(resolver, at, without_mark(word));
    return fixture || take_yielded(resolver, value, word, special);
}

/* PHP: `new \App\Bill`, with or without brackets. */
static Value take_qualified(Resolver *resolver, uint32_t at, Str *rest)
{
    size_t len = 0;
    while (len < rest->len && (byte_is_word(rest->ptr[len]) || rest->ptr[len] == '\\'))
        len++;
    Value type = types_find(resolver, at, str_slice(*rest, 0, len));
    *rest = str_from_offset(*rest, len);
    *rest = str_from_offset(*rest, str_starts(*rest, STR("()")) ? 2 : 0);
    type = made_named(type);
    return made_instance(resolver, &type);
}

static Value take_joined(const CallPlace *place, const Language *language, const Value *value,
                         Str *rest);

/* Ruby: what a method that the object has from elsewhere gives to its block, by the method's name
   alone: `select { |item| … }` in a class that has `each`. */
static bool take_own_block(const CallPlace *place, const Language *language, Str word, Str *rest,
                           Value *found)
{
    const Rules *rules = resolver_rules(place->resolver, place->at);
    bool marked = without_mark(word).len < word.len && rules->self_value;
    Value self = marked ? rules->self_value(place->resolver, place->at) : unknown;
    if (self.kind != VALUE_INSTANCE)
        return false;
    Str again = {word.ptr, word.len + rest->len};
    *found = take_joined(place, language, &self, &again);
    *rest = again;
    return true;
}

/* In an extension of a list: what a method of lists gives, by its name alone. */
static bool take_own_member(const CallPlace *place, const Language *language, Str whole,
                            uint32_t type, Str *rest, Value *found)
{
    Resolver *resolver = place->resolver;
    Str word = infer_leading_word(whole);
    bool outside = type == SYMBOL_NOWHERE || resolver_kind(resolver, type) == SYMBOL_IMPL;
    bool local = place->scope && variables_find(place->scope, place->at, word);
    Value self = word.len && outside && !local ? extensions_self(resolver, place->at) : unknown;
    if (self.kind == VALUE_UNKNOWN && !self.suffix.len && !self.argument)
        return false;
    *found = take_joined(place, language, &self, &whole);
    bool known = found->kind != VALUE_UNKNOWN || found->named;
    *rest = known ? whole : *rest;
    return known;
}

/* Takes the first operand off the front of *rest. */
static Value take_first(Resolver *resolver, const Language *language, const Scope *scope,
                        uint32_t at, Str *rest)
{
    Value special;
    Str whole = *rest;
    const Rules *rules = resolver->rules[resolver_file_of(resolver, at)];
    if (infer_take_literal(resolver, language, rest, &special) ||
        take_named(resolver, at, rest, &special))
        return special;
    if (lang_facts(language)->classes_can_be_reopened && str_starts(*rest, STR("::"))) {
        Str top = str_slice(*rest, 0, 2 + infer_leading_word(str_from_offset(*rest, 2)).len);
        *rest = str_from_offset(*rest, top.len);
        return reopen_find(resolver, at, top, &special) ? special : unknown;
    }
    if (lang_facts(language)->package_names_are_absolute &&
        (package_variable_take(resolver, at, rest, &special) ||
         infer_take_package(resolver, at, rest, &special)))
        return special;
    bool made = str_starts(*rest, STR("new "));
    *rest = str_from_offset(*rest, made ? 4 : 0);
    if (made && str_starts(*rest, STR("\\")))
        return take_qualified(resolver, at, rest);
    Str word = infer_leading_word(*rest);
    *rest = str_from_offset(*rest, word.len);
    Str given = language->calls_keep_arguments ? infer_take_given(rest) : (Str){0};
    const CallPlace place = {resolver, scope, at};
    if (infer_take_parameter(resolver, word, &special))
        return special;
    if (str_starts(*rest, STR("<")))
        return take_angled(resolver, scope, at, str_from_offset(whole, made ? 4 : 0), rest);
    if (made)
        return take_new(&place, word, given, rest);
    bool called = str_starts(*rest, STR("()"));
    Value value =
        word.len ? value_of_name(resolver, scope, at, without_mark(word), called) : unknown;
    if (take_marked(resolver, at, &value, word, &special) ||
        (value.kind == VALUE_UNKNOWN && take_own_block(&place, language, word, rest, &special)))
        return special;
    if (word.len && (called || given.len) && !(scope && variables_find(scope, at, word)))
        value = infer_overload(&place, NULL, word, given, value);
    if (!called && value.kind == VALUE_FUNCTION && calls_bare(resolver, at))
        value = infer_called(resolver, &value);
    Value self = {.kind = VALUE_INSTANCE, .symbol = home_type_around(resolver, at)};
    bool own = called && value.kind == VALUE_UNKNOWN && self.symbol != SYMBOL_NOWHERE;
    bool inherited = own && take_inherited(resolver, language, &self, word, &special);
    if (inherited || (own && lang_lists(language->keepers, word))) { // `fun f() = apply { … }`
        *rest = str_from_offset(*rest, 2);
        return inherited ? special : self;
    }
    if (value.kind == VALUE_UNKNOWN &&
        take_own_member(&place, language, whole, self.symbol, rest, &special))
        return special;
    bool path = rules->paths_name_modules && value.kind == VALUE_UNKNOWN && !value.named;
    if (path && !rest->len && !(scope && variables_find(scope, at, word)) &&
        types_find_module(resolver, at, &whole, &special)) {
        *rest = whole;
        return special;
    }
    if (path && str_starts(*rest, STR("::")))
        value.named = names_put(&resolver->catalog->names, word); // it may be a type parameter
    bool open = value.kind == VALUE_UNKNOWN || value.kind == VALUE_MODULE;
    if (open && namespaces_take_path(resolver, at, &whole, &special)) {
        *rest = whole;
        return special;
    }
    if ((value.kind == VALUE_UNKNOWN || value.kind == VALUE_FOREIGN) &&
        infer_take_library(&place, word, given, rest, &special))
        return special;
    value.given = given;
    return value;
}

/* Whether the language generates that function of a type. */
static bool is_derived(Resolver *resolver, const Value *value, Str name)
{
    const Rules *rules = value->kind == VALUE_TYPE ? resolver_rules(resolver, value->symbol) : NULL;
    return rules && rules->is_derived && rules->is_derived(resolver, value, name);
}

/* Whether the member is a function that returns the object that it is called on, or one like it. */
static bool returns_itself(Resolver *resolver, const Value *value, const Value *member)
{
    bool typed = value->kind == VALUE_INSTANCE || value->kind == VALUE_TYPE;
    return typed && !value->suffix.len && member->kind == VALUE_FUNCTION &&
           assigned_returns_self(resolver, member->symbol);
}

/* A call that no function of the repository explains: one that the language generates, or of its
   library. */
static Value take_made(const CallPlace *place, const Language *language, const Value *value,
                       Value next, Str word, Str *rest)
{
    bool called = str_starts(*rest, STR("()"));
    if (!called || next.kind != VALUE_UNKNOWN)
        return next;
    if (is_derived(place->resolver, value, word))
        return *value;
    Value made = *value; // an iterator or a copy of the same type
    bool same =
        language->picked && value->kind == VALUE_INSTANCE && lang_lists(language->adaptors, word);
    if (!same && !signatures_library(place, value, word, next.given, &made))
        return next;
    *rest = str_from_offset(*rest, 2);
    return made;
}

/* What the word means in values of some kinds: a block's parameter, a key, a constant of an enum,
   an element. */
static bool take_special(Resolver *resolver, const Language *language, const Value *value, Str word,
                         Str *rest, Value *found)
{
    bool called = str_starts(*rest, STR("()"));
    Str plain = without_mark(word);
    Value layer = plain.len < word.len ? value_member(resolver, value, plain, true) : unknown;
    if (take_yielded(resolver, &layer, word, found) ||
        elements_take_keyed(resolver, language, value, word, found))
        return true;
    if (infer_take_constants(resolver, value, word, found)) {
        *rest = str_from_offset(*rest, called ? 2 : 0);
        return true;
    }
    return (!called || language->literal_indices_are_kept) &&
           elements_take(resolver, language, value, word, found);
}

/* Takes the name after a `.` or `::`, and the call of a container's method. */
static Value take_joined(const CallPlace *place, const Language *language, const Value *value,
                         Str *rest)
{
    Resolver *resolver = place->resolver;
    uint32_t at = place->at;
    Str word = infer_leading_word(*rest);
    if (!word.len && rest->len && byte_in(rest->ptr[0], "+-*/%"))
        word = str_slice(*rest, 0, 1); // an operator
    *rest = str_from_offset(*rest, word.len);
    Str given = language->calls_keep_arguments ? infer_take_given(rest) : (Str){0};
    bool called = str_starts(*rest, STR("()"));
    Value library, layer;
    bool outside =
        value->suffix.len || value->kind == VALUE_UNKNOWN || value->kind == VALUE_FOREIGN;
    if (called && outside && signatures_library(place, value, word, given, &library)) {
        *rest = str_from_offset(*rest, 2);
        return library;
    }
    if (take_special(resolver, language, value, word, rest, &layer))
        return layer;
    layer = called ? unwrap_guarded(resolver, value, word) : unknown;
    if (layer.kind != VALUE_UNKNOWN) {
        *rest = str_from_offset(*rest, str_starts(*rest, STR("()?")) ? 3 : 2);
        return layer;
    }
    layer = *value;
    bool bare = !called && language->element_methods_may_be_properties && word.len;
    bool taken = ((called || bare) && unwrap_method(resolver, language, word, &layer)) ||
                 (called && generics_library(resolver, value, word, &layer));
    Value next = taken || !word.len ? layer : value_member(resolver, value, word, called);
    if (!taken && word.len && (called || given.len))
        next = infer_overload(place, value, word, given, next);
    if (!taken && called && next.kind != VALUE_FUNCTION)
        next = infer_extended(resolver, at, value, word, next);
    if (!taken && called && next.kind == VALUE_UNKNOWN)
        taken = take_inherited(resolver, language, value, word, &layer);
    if (taken) {
        *rest = str_from_offset(*rest, called ? 2 : 0);
        return layer;
    }
    if (!word.len)
        return unknown;
    if ((called || calls_member(resolver, at)) && returns_itself(resolver, value, &next)) {
        *rest = str_from_offset(*rest, called ? 2 : 0);
        return value_instance(*value);
    }
    if (!called && next.kind == VALUE_FUNCTION && calls_member(resolver, at))
        next = infer_called(resolver, &next);
    const Rules *rules = resolver->rules[resolver_file_of(resolver, at)];
    bool component = rules->components_are_properties && str_starts(word, STR("component"));
    if (called && next.kind == VALUE_INSTANCE && !next.variant &&
        (component || rules->fields_and_methods_share_names ||
         lang_facts(language)->comments_list_members)) {
        *rest = str_from_offset(*rest, 2);
        return next;
    }
    bool kept = next.kind == VALUE_UNKNOWN || next.kind == VALUE_FOREIGN;
    if (kept && lang_lists(language->keepers, word)) {
        *rest = str_from_offset(*rest, called ? 2 : 0);
        return *value;
    }
    bool made = (next.kind == VALUE_UNKNOWN || lang_facts(language)->package_names_are_absolute) &&
                value->kind == VALUE_TYPE && lang_facts(language)->classes_can_be_reopened &&
                str_equal(word, STR("new"));
    if (made) // Ruby: brackets may be missing
        next = called ? *value : made_instance(resolver, value);
    if (next.kind == VALUE_UNKNOWN && (called || calls_member(resolver, at)) &&
        is_derived(resolver, value, word))
        next = called ? *value : value_instance(*value);
    return take_made(place, language, value, infer_with_given(resolver, value, next, given), word,
                     rest);
}

static Value take_rest(Resolver *resolver, const Scope *scope, uint32_t at, Value value, Str rest);

/* What follows, for each of the values that it may be. */
static Value take_rest_of_each(Resolver *resolver, const Scope *scope, uint32_t at,
                               const Value *value, Str rest)
{
    Value all[VALUE_ALTERNATIVES_MAX];
    uint32_t count = value_alternatives(resolver, value, all);
    for (uint32_t i = 0; i < count; i++)
        all[i] = take_rest(resolver, scope, at, all[i], rest);
    return value_either(resolver, all, count);
}

/* The value of an expression whose first operand is `value`. */
static Value take_rest(Resolver *resolver, const Scope *scope, uint32_t at, Value value, Str rest)
{
    const Language *language =
        resolver->catalog->files.ptr[resolver_file_of(resolver, at)].language;
    bool paths = resolver->rules[resolver_file_of(resolver, at)]->paths_name_modules;
    bool names_call = resolver->rules[resolver_file_of(resolver, at)]->names_call_methods;
    const CallPlace place = {resolver, scope, at};
    bool open = paths || language->calls_keep_arguments; // a type of the library, or a parameter
    while (rest.len && (value.kind != VALUE_UNKNOWN || value.suffix.len || value.argument ||
                        (open && value.named))) {
        size_t joint = 0;
        if (value.others)
            return take_rest_of_each(resolver, scope, at, &value, rest);
        while (joint < rest.len && strchr(".:\\", rest.ptr[joint]))
            joint++;
        rest = str_from_offset(rest, joint);
        if ((joint || str_starts(rest, STR("["))) && value.kind == VALUE_FUNCTION && names_call)
            value = infer_called(resolver, &value);
        if (joint && value.named)
            value = bounds_with_member(scope, at, value, infer_leading_word(rest));
        if (!joint && str_starts(rest, STR("<"))) {
            value = take_arguments(resolver, at, value, &rest);
            continue;
        }
        value = joint ? take_joined(&place, language, &value, &rest)
                      : take_suffix(&place, &value, &rest);
    }
    if (!rest.len && names_call && value.kind == VALUE_FUNCTION && !value.given.len &&
        resolver_entry(resolver, value.symbol)->arity == 0)
        value = infer_called(resolver, &value); // Scala: `x.name` runs a method without parameters
    return rest.len ? unknown : value;
}

/* `a()|b()`: one of them. */
static Value infer_either(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    Value all[VALUE_ALTERNATIVES_MAX];
    uint32_t count = 0;
    for (Str part; count < VALUE_ALTERNATIVES_MAX && type_head_take(&text, '|', &part); count++)
        all[count] = infer_expression(resolver, scope, at, part);
    return value_either(resolver, all, count);
}

/* `^1<f<=0,_>>`: what f takes as its second argument. */
static Value take_parameter(Resolver *resolver, const Scope *scope, uint32_t at, Str *rest)
{
    size_t end = infer_angles_length(str_from_offset(*rest, 2)) + 2;
    const Str parts[] = {str_slice(*rest, 3, end - 1), STR("<"), str_slice(*rest, 1, 2), STR(">")};
    *rest = str_from_offset(*rest, end);
    if (resolver->depth >= RESOLVE_DEPTH_MAX)
        return unknown;
    return callbacks_parameter(resolver, scope, at,
                               str_join_all(resolver->arena, parts, COUNT(parts)));
}

/* A path of types with `::` or `.` between them is one operand, as far as it names types. */
Value infer_expression(Resolver *resolver, const Scope *scope, uint32_t at, Str expression)
{
    const Rules *rules = resolver->rules[resolver_file_of(resolver, at)];
    if (rules->evaluate)
        return rules->evaluate(resolver, scope, at, expression);
    Str rest = types_skip_macro_namespaces(resolver, at, expression), after = rest, part;
    rest = str_from_offset(rest, str_starts(rest, STR("="))); // `typeof x`
    if (str_starts(rest, STR("^"))) {
        Value parameter = take_parameter(resolver, scope, at, &rest);
        return take_rest(resolver, scope, at, parameter, rest);
    }
    bool either = str_find_byte(rest, '|') != STR_NONE && type_head_take(&after, '|', &part);
    if (either && part.len < rest.len)
        return infer_either(resolver, scope, at, rest);
    const CatalogFile *file = &resolver->catalog->files.ptr[resolver_file_of(resolver, at)];
    bool global = resolver_rules(resolver, at)->aliases_can_be_called &&
                  str_starts(rest, STR("::")); // C++: `::a::f()`
    at = global ? file->first : at;
    rest = str_from_offset(rest, global ? 2 : 0);
    Value value = take_first(resolver, file->language, scope, at, &rest);
    return take_rest(resolver, scope, at, value, rest);
}
