/* A callback's parameter is read from the signature of the function that takes the callback. */
#include "index/resolve/callbacks.h"

#include "index/resolve/extensions.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/finds.h"
#include "index/resolve/generics.h"
#include "index/resolve/home.h"
#include "index/resolve/infer.h"
#include "index/resolve/lookup.h"
#include "index/resolve/types.h"

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

Value callbacks_parameter(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    size_t angle = str_find_byte(text, '<');
    Value callee = find_callee(resolver, scope, at, str_slice(text, 0, angle));
    Str wanted = str_slice(text, angle + 1, text.len - 1);
    if (callee.kind != VALUE_FUNCTION)
        return (Value){0};
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
