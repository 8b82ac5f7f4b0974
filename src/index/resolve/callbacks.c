/* A callback's parameter is read from the signature of the function that takes the callback. */
#include "index/resolve/callbacks.h"

#include "index/resolve/elements.h"
#include "index/resolve/extensions.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/generics.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/signatures.h"
#include "index/resolve/types.h"
#include "lang/registry.h"

static Value function_of(const Finds *finds)
{
    return finds->len == 1 ? (Value){.kind = VALUE_FUNCTION, .symbol = finds->ids[0]} : (Value){0};
}

/* C#: the extension method that the text calls on a value. */
static Value find_extension(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    size_t dot = str_find_last_byte(text, '.');
    Finds finds = {0};
    if (dot == STR_NONE)
        return (Value){0};
    Value owner = infer_expression(resolver, scope, at, str_slice(text, 0, dot));
    uint32_t name = names_find(&resolver->catalog->names, str_from_offset(text, dot + 1));
    extensions_find(resolver, at, name, &owner, &finds);
    return function_of(&finds);
}

/* The function that the text names, or the constructor of a `new` expression. */
static Value find_callee(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    Finds finds = {0};
    bool sharp = scope && scope->rules->static_methods_extend_types;
    bool made = str_starts(text, STR("new ")) && str_find_byte(text, '(') == STR_NONE;
    if (!made) {
        Value value = infer_expression(resolver, scope, at, text);
        return sharp && value.kind != VALUE_FUNCTION ? find_extension(resolver, scope, at, text)
                                                     : value;
    }
    Value type = types_find(resolver, at, str_from_offset(text, 4));
    if (type.kind != VALUE_TYPE || type.suffix.len)
        return (Value){0};
    uint32_t name = sharp ? resolver_entry(resolver, type.symbol)->name
                          : names_find(&resolver->catalog->names, STR("constructor"));
    if (sharp)
        lookup_members(resolver, type.symbol, name, FIND_METHODS, &finds);
    else if (name)
        lookup_inherited(resolver, type.symbol, name, FIND_METHODS, &finds);
    return function_of(&finds);
}

/* The type at the wanted position, `0.1`, of the function's callbacks. */
static Str type_at(Resolver *resolver, uint32_t function, Str wanted)
{
    Str rest = file_shape_parameters(resolver, function), part;
    size_t extended = str_find_byte(rest, ';');
    rest = str_from_offset(rest, extended == STR_NONE ? 0 : extended + 1);
    while (rest.len && str_take_until(&rest, ',', &part)) {
        size_t colon = str_find_byte(part, ':');
        if (colon != STR_NONE && str_equal(str_slice(part, 0, colon), wanted))
            return str_from_offset(part, colon + 1);
    }
    return (Str){0};
}

/* C#: whether an overload of the function calls the callback with another type. */
static bool differs(Resolver *resolver, uint32_t function, Str wanted, Str type)
{
    Finds finds = {0};
    const Rules *rules = resolver->rules[resolver_file_of(resolver, function)];
    uint32_t home = home_of(resolver, function);
    if (!rules->static_methods_extend_types || home >= HOME_GLOBAL)
        return false;
    lookup_members(resolver, home, resolver_entry(resolver, function)->name, FIND_METHODS, &finds);
    for (uint32_t i = 0; i < finds.len; i++) {
        Str other = type_at(resolver, finds.ids[i], wanted);
        if (other.len && !str_equal(other, type))
            return true;
    }
    return finds.too_many;
}

/* The offset of the last `<…>` of a text that ends with it. */
static size_t last_angles(Str text)
{
    size_t depth = 0, at = text.len;
    do {
        at--;
        depth += text.ptr[at] == '>';
        depth -= text.ptr[at] == '<';
    } while (at && depth);
    return at;
}

/* In an extension of a list or another type of the library: of a method of that type. */
static Value parameter_of_own(const CallPlace *place, const Value *callee, Str member, Str wanted)
{
    Resolver *resolver = place->resolver;
    Value self = extensions_self(resolver, place->at);
    if (!self.suffix.len && !self.argument)
        return (Value){0};
    Value own = signatures_callback(place, callee, &self, member, wanted);
    uint32_t file = resolver_file_of(resolver, place->at);
    const Language *language = catalog_row(resolver->catalog, file)->language;
    bool element = lang_lists(language->adaptors, member) || lang_lists(language->pickers, member);
    return !value_is_known(&own) && element && str_equal(wanted, STR("0.0"))
               ? elements_of(resolver, &self, true)
               : own;
}

/* A function whose other arguments are given: `xs.fold<=Foo{}>`, also one of a library. */
static Value parameter_of_call(const CallPlace *place, Str text, Str wanted)
{
    Resolver *resolver = place->resolver;
    size_t angle = last_angles(text), dot = STR_NONE, depth = 0;
    Str given = str_slice(text, angle + 2, text.len - 1), path = str_slice(text, 0, angle);
    for (size_t i = 0; i < path.len; i++) {
        depth += path.ptr[i] == '<';
        depth -= path.ptr[i] == '>';
        dot = path.ptr[i] == '.' && !depth ? i : dot;
    }
    Str member = str_from_offset(path, dot == STR_NONE ? 0 : dot + 1);
    bool made = str_starts(text, STR("new "));
    Value owner = {0},
          callee = made ? (Value){0} : infer_expression(resolver, place->scope, place->at, text);
    if (callee.kind != VALUE_FUNCTION && callee.kind != VALUE_TYPE)
        callee = find_callee(resolver, place->scope, place->at, path);
    if (made && callee.kind != VALUE_FUNCTION)
        callee = types_find(resolver, place->at, str_from_offset(path, strlen("new ")));
    if (callee.kind == VALUE_FUNCTION && !file_shape_signature(resolver, callee.symbol).len)
        return (Value){0};
    bool library = callee.kind != VALUE_FUNCTION && callee.kind != VALUE_TYPE;
    if (dot != STR_NONE)
        owner = infer_expression(resolver, place->scope, place->at, str_slice(path, 0, dot));
    bool named = library && dot != STR_NONE && owner.kind == VALUE_UNKNOWN && !owner.suffix.len &&
                 !owner.named;
    callee.given = given;
    Value own =
        library && dot == STR_NONE ? parameter_of_own(place, &callee, member, wanted) : (Value){0};
    if (value_is_known(&own))
        return own;
    return signatures_callback(place, &callee, library && dot != STR_NONE && !named ? &owner : NULL,
                               named ? path : member, wanted);
}

/* A function of a library that is called on a value: `xs.sort`. `more`: arguments follow that of
   the function, and the row may have the mark `+` for that, as `reduce+`. */
static Value parameter_of_library(const CallPlace *place, Str path, Str wanted, bool more)
{
    size_t dot = str_find_last_byte(path, '.');
    const Value none = {0};
    if (dot == STR_NONE)
        return none;
    Value owner =
        infer_expression(place->resolver, place->scope, place->at, str_slice(path, 0, dot));
    Str member = str_from_offset(path, dot + 1);
    if (!value_is_known(&owner))
        return none;
    if (more)
        member = str_join(place->resolver->arena, member, STR("+"));
    return signatures_callback(place, &none, &owner, member, wanted);
}

Value callbacks_parameter(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    size_t angle = last_angles(text);
    Str wanted = str_slice(text, angle + 1, text.len - 1), path = str_slice(text, 0, angle);
    bool more = str_ends(wanted, STR("+"));
    wanted.len -= more;
    if (str_ends(path, STR(">"))) {
        const CallPlace place = {resolver, scope, at};
        Value value = parameter_of_call(&place, path, wanted);
        if (value.kind != VALUE_UNKNOWN || value.named || value.suffix.len)
            return value;
        path = str_slice(path, 0, last_angles(path));
    }
    Value callee = find_callee(resolver, scope, at, path);
    if (callee.kind != VALUE_FUNCTION) {
        const CallPlace place = {resolver, scope, at};
        return parameter_of_library(&place, path, wanted, more);
    }
    SymbolPlace place = catalog_place(resolver->catalog, callee.symbol);
    uint32_t around = resolver->catalog->files.ptr[place.file].first +
                      resolver_entry(resolver, callee.symbol)->parent;
    Str type = type_at(resolver, callee.symbol, wanted);
    if (!type.len || differs(resolver, callee.symbol, wanted, type))
        return (Value){0};
    Value value = types_find(resolver, around, type);
    value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
    return generics_filled(resolver, value, &callee);
}
