/* A function's value keeps the arguments until the brackets after it are read. */
#include "index/resolve/infer_calls.h"

#include "index/resolve/extensions.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/generics.h"
#include "index/resolve/home.h"
#include "index/resolve/lookup.h"
#include "index/resolve/made.h"
#include "index/resolve/overloads.h"
#include "index/resolve/reopen.h"
#include "index/resolve/types.h"
#include "index/resolve/unwrap.h"
#include "index/resolve/variables.h"
#include "index/resolve/visible.h"
#include "lang/registry.h"

Str infer_leading_word(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || byte_in(text.ptr[len], "$@#")))
        len++;
    return str_slice(text, 0, len);
}

size_t infer_angles_length(Str text)
{
    size_t end = 0, depth = 0;
    while (end < text.len) {
        depth += text.ptr[end] == '<';
        depth -= text.ptr[end++] == '>';
        if (!depth)
            break;
    }
    return end;
}

Str infer_take_given(Str *rest)
{
    if (!str_starts(*rest, STR("<=")))
        return (Str){0};
    size_t len = infer_angles_length(*rest);
    if (str_starts(str_from_offset(*rest, len), STR("{}"))) // JavaScript: a tuple of values
        return (Str){0};
    Str given = str_slice(*rest, 2, len - 1);
    *rest = str_from_offset(*rest, len);
    return given;
}

Value infer_overload(const CallPlace *place, const Value *owner, Str word, Str given, Value found)
{
    Resolver *resolver = place->resolver;
    uint32_t name = names_find(&resolver->catalog->names, word);
    bool open = found.kind == VALUE_FUNCTION || found.kind == VALUE_UNKNOWN;
    bool typed =
        owner && (owner->kind == VALUE_INSTANCE || owner->kind == VALUE_TYPE) && !owner->suffix.len;
    bool chooses =
        resolver->rules[resolver_file_of(resolver, place->at)]->choose_overload == overloads_choose;
    Meaning meaning = {0};
    if (name && typed && owner->kind == VALUE_TYPE && found.kind == VALUE_UNKNOWN) {
        lookup_members(resolver, owner->symbol, name, FIND_METHODS, &meaning.finds);
        bool made = meaning.finds.len == 1 &&
                    resolver_kind(resolver, meaning.finds.ids[0]) == SYMBOL_CONSTRUCTOR;
        if (made) // Dart: `A.named()`
            return (Value){.kind = VALUE_FUNCTION, .symbol = meaning.finds.ids[0]};
        meaning = (Meaning){0};
    }
    if (!name || !chooses || !open || (owner && !typed))
        return found;
    const Value *self =
        !owner && place->scope &&
                resolver->rules[resolver_file_of(resolver, place->at)]->lambdas_have_receivers
            ? variables_find(place->scope, place->at, STR("this"))
            : NULL;
    for (; self && !meaning.finds.len;
         self = self->before ? &place->scope->values.ptr[self->before - 1] : NULL)
        if (self->kind == VALUE_INSTANCE && !self->suffix.len)
            lookup_inherited(resolver, self->symbol, name, FIND_METHODS, &meaning.finds);
    if (meaning.finds.len == 1)
        return (Value){.kind = VALUE_FUNCTION, .symbol = meaning.finds.ids[0]};
    if (meaning.finds.len)
        found = (Value){0};
    else if (owner)
        lookup_inherited(resolver, owner->symbol, name, FIND_METHODS, &meaning.finds);
    else
        visible_find(resolver, place->at, name, FIND_METHODS, &meaning);
    if (meaning.finds.len < 2)
        return found;
    Finds only = {.ids = {overloads_pick(place, given, &meaning.finds)}, .len = 1};
    if (only.ids[0] == SYMBOL_NOWHERE || !symbol_is_function(resolver_kind(resolver, only.ids[0])))
        return found;
    Value value = {.kind = VALUE_FUNCTION, .symbol = only.ids[0]};
    return owner ? generics_member(resolver, owner, &only, value) : value;
}

Value infer_with_given(Resolver *resolver, const Value *owner, Value next, Str given)
{
    bool extends = next.kind == VALUE_FUNCTION && resolver_entry(resolver, next.symbol)->owner;
    next.given = given;
    if (!extends)
        return next;
    *VEC_PUSH(&resolver->typed, &resolver->others) = *owner;
    next.owner = (uint32_t)resolver->others.len;
    return next;
}

bool infer_take_parameter(const Resolver *resolver, Str word, Value *value)
{
    bool marked = word.len == 2 && word.ptr[0] == '$' && byte_is_digit(word.ptr[1]);
    uint32_t index = marked ? (uint32_t)(word.ptr[1] - '0') : 0;
    if (!marked || index >= resolver->lambda_count)
        return false;
    *value = resolver->lambda[index];
    return true;
}

bool infer_take_library(const CallPlace *place, Str word, Str given, Str *rest, Value *value)
{
    Str after = *rest, member = word;
    if (str_starts(after, STR(".")) && !given.len && word.len &&
        byte_in(word.ptr[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
        after = str_from_offset(after, 1);
        Str name = infer_leading_word(after);
        const Str parts[] = {word, STR("."), name};
        member = str_join_all(place->resolver->arena, parts, COUNT(parts));
        after = str_from_offset(after, name.len);
        given = infer_take_given(&after);
    }
    if (!str_starts(after, STR("()")) || !signatures_library(place, NULL, member, given, value))
        return false;
    *rest = str_from_offset(after, 2);
    return true;
}

static const Value unknown = {.kind = VALUE_UNKNOWN};

/* Whether a type that nothing declares is spelled like a type parameter: T, K1, TResult. */
static bool is_parameter_name(Str name)
{
    bool capital = name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
    bool marked = name.len > 2 && name.ptr[0] == 'T' && name.ptr[1] >= 'A' && name.ptr[1] <= 'Z';
    return capital && (name.len <= 2 || marked);
}

/* `New[*User]()` returns a `*Cache[T]`: with the arguments of the function that is called. */
static Value with_function_arguments(Resolver *resolver, const Value *function, Value returned)
{
    const Catalog *catalog = resolver->catalog;
    uint32_t home = home_of(resolver, function->symbol);
    bool member = home < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, home));
    bool open = returned.kind == VALUE_INSTANCE && returned.argument && function->argument;
    Str variables = {0}, rest;
    if (!open || member || returned.place == function->place)
        return returned;
    rest = file_shape_signature(resolver, function->symbol);
    str_take_until(&rest, '|', &variables);
    Str filled = generics_fill(resolver, catalog_name(catalog, returned.argument), variables,
                               catalog_name(catalog, function->argument));
    if (!filled.len)
        return returned;
    returned.argument = names_put(&resolver->catalog->names, filled);
    returned.place = function->place;
    return returned;
}

Value infer_with_written(Resolver *resolver, const Value *function, Value returned)
{
    const Catalog *catalog = resolver->catalog;
    returned = with_function_arguments(resolver, function, returned);
    bool open = returned.kind == VALUE_UNKNOWN && returned.named && function->argument &&
                is_parameter_name(catalog_name(catalog, returned.named));
    Str argument = open ? catalog_name(catalog, function->argument) : (Str){0};
    if (!argument.len || str_find_byte(argument, ',') != STR_NONE)
        return returned;
    Str text = str_join(resolver->arena, argument, returned.suffix);
    return value_instance(types_find(resolver, function->place, text));
}

Value infer_applied_list(Resolver *resolver, const Value *value)
{
    const Rules *rules = resolver->rules[resolver_file_of(resolver, value->place)];
    const Language *language =
        resolver->catalog->files.ptr[resolver_file_of(resolver, value->place)].language;
    bool picks = rules->call_member && lang_lists(language->pickers, str_from(rules->call_member));
    return picks ? unwrap_layer(resolver, *value, ']') : unknown;
}

bool infer_take_literal(Resolver *resolver, const Language *language, Str *rest, Value *value)
{
    Str word = infer_leading_word(*rest);
    bool text = str_starts(*rest, STR("\"\"")), typed = language->calls_keep_arguments;
    bool truth = str_equal(word, STR("true")) || str_equal(word, STR("false"));
    bool number = word.len && byte_is_digit(word.ptr[0]);
    if (!text && (!typed || (!number && !truth)))
        return false;
    *value = (Value){.kind = VALUE_FOREIGN};
    if (!typed)
        return true; // what follows is not followed
    bool fraction = str_starts(*rest, STR("0.0"));
    Str literal = text ? STR("\"\"") : truth ? STR("true") : fraction ? STR("0.0") : STR("0");
    *rest = str_from_offset(*rest, text ? 2 : fraction ? strlen("0.0") : word.len);
    *value = signatures_literal(resolver, literal);
    return true;
}

bool infer_take_package(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    size_t len = 0;
    while (len < rest->len && (byte_is_word(rest->ptr[len]) || rest->ptr[len] == ':'))
        len++;
    if (!len || !reopen_find(resolver, at, str_slice(*rest, 0, len), value))
        return false;
    *rest = str_from_offset(*rest, len);
    return true;
}

Value infer_take_construction(Resolver *resolver, uint32_t at, Str word, Str *rest)
{
    if (!word.len)
        return unknown;
    Value type = made_named(types_find(resolver, at, word));
    size_t len = 0;
    while (len < rest->len && (byte_is_word(rest->ptr[len]) || rest->ptr[len] == '.'))
        len++;
    if (type.kind != VALUE_UNKNOWN || !len || !str_starts(str_from_offset(*rest, len), STR("()")))
        return type;
    Str path = {word.ptr, word.len + len};
    *rest = str_from_offset(*rest, len + 2);
    type = made_named(types_find(resolver, at, path));
    return made_instance(resolver, &type);
}

bool infer_take_list(Resolver *resolver, uint32_t at, Str *rest, Value *value)
{
    size_t len = 0, end;
    while (len < rest->len && (byte_is_word(rest->ptr[len]) || byte_in(rest->ptr[len], ".:")))
        len++;
    for (end = len; end < rest->len && rest->ptr[end] == '[';)
        end += MIN(str_find_byte(str_from_offset(*rest, end), ']'), rest->len - end - 1) + 1;
    if (!len || end == len || !str_starts(str_from_offset(*rest, end), STR("{}")))
        return false;
    *value = value_instance(types_find(resolver, at, str_slice(*rest, 0, end)));
    *rest = str_from_offset(*rest, end + 2);
    return true;
}

bool infer_take_constants(const Resolver *resolver, const Value *value, Str word, Value *found)
{
    bool type = value->kind == VALUE_TYPE && !value->suffix.len;
    if (!type || resolver_kind(resolver, value->symbol) != SYMBOL_ENUM)
        return false;
    const Rules *rules = resolver_rules(resolver, value->symbol);
    bool all = rules_list_has(rules->enum_lists, word);
    *found = (Value){
        .kind = VALUE_INSTANCE, .symbol = value->symbol, .suffix = all ? STR("[]") : (Str){0}};
    return all || rules_list_has(rules->enum_finders, word);
}

Value infer_extended(Resolver *resolver, uint32_t at, const Value *value, Str word, Value found)
{
    Finds extensions = {0};
    uint32_t name = names_find(&resolver->catalog->names, word);
    extensions_find(resolver, at, name, value, &extensions);
    if (!extensions.len)
        extensions_find_foreign(resolver, at, name, value, &extensions);
    return extensions.len == 1 ? (Value){.kind = VALUE_FUNCTION, .symbol = extensions.ids[0]}
                               : found;
}
