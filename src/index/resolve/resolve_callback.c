/* `subscribe<0.1>`: what the function's first parameter, a function itself, is called with second.
 */
#include "index/resolve/resolve_dynamic.h"
#include "index/resolve/resolve_value.h"

static Value function_of(const Finds *finds)
{
    return finds->len == 1 ? (Value){.kind = VALUE_FUNCTION, .symbol = finds->ids[0]} : (Value){0};
}

/* C#: a method that extends the type of what stands before its name. */
static Value find_extension(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    size_t dot = str_find_last_byte(text, '.');
    Finds finds = {0};
    if (dot == STR_NONE)
        return (Value){0};
    Value owner = value_of(resolver, scope, at, str_slice(text, 0, dot));
    uint32_t name = names_find(&resolver->catalog->names, str_from_offset(text, dot + 1));
    find_extensions(resolver, at, name, &owner, &finds);
    return function_of(&finds);
}

/* Of a function, or of the constructor of what is made. */
static Value find_callee(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    Finds finds = {0};
    bool sharp = scope && scope->rules->static_methods_extend_types;
    bool made = str_starts(text, STR("new ")) && str_find_byte(text, '(') == STR_NONE;
    if (!made) {
        Value value = value_of(resolver, scope, at, text);
        return sharp && value.kind != VALUE_FUNCTION ? find_extension(resolver, scope, at, text)
                                                     : value;
    }
    Value type = find_type(resolver, at, str_from_offset(text, 4));
    if (type.kind != VALUE_TYPE || type.suffix.len)
        return (Value){0};
    uint32_t name = sharp ? resolve_entry(resolver, type.symbol)->name
                          : names_find(&resolver->catalog->names, STR("constructor"));
    if (sharp)
        find_members(resolver, type.symbol, name, FIND_METHODS, &finds);
    else if (name)
        find_inherited(resolver, type.symbol, name, FIND_METHODS, &finds);
    return function_of(&finds);
}

/* The type of the wanted place in what the function's parameters say. */
static Str type_at(Resolver *resolver, uint32_t function, Str wanted)
{
    Str rest = resolve_parameters(resolver, function), part;
    size_t extended = str_find_byte(rest, ';');
    rest = str_from_offset(rest, extended == STR_NONE ? 0 : extended + 1);
    while (rest.len && str_take_until(&rest, ',', &part)) {
        size_t colon = str_find_byte(part, ':');
        if (colon != STR_NONE && str_equal(str_slice(part, 0, colon), wanted))
            return str_from_offset(part, colon + 1);
    }
    return (Str){0};
}

/* C#: whether an overload calls what it is given with something else. */
static bool differs(Resolver *resolver, uint32_t function, Str wanted, Str type)
{
    Finds finds = {0};
    const Rules *rules = resolver->rules[resolve_file_of(resolver, function)];
    uint32_t home = resolve_home(resolver, function);
    if (!rules->static_methods_extend_types || home >= RESOLVE_GLOBAL)
        return false;
    find_members(resolver, home, resolve_entry(resolver, function)->name, FIND_METHODS, &finds);
    for (uint32_t i = 0; i < finds.len; i++) {
        Str other = type_at(resolver, finds.ids[i], wanted);
        if (other.len && !str_equal(other, type))
            return true;
    }
    return finds.too_many;
}

Value value_of_callback(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    size_t angle = str_find_byte(text, '<');
    Value callee = find_callee(resolver, scope, at, str_slice(text, 0, angle));
    Str wanted = str_slice(text, angle + 1, text.len - 1);
    if (callee.kind != VALUE_FUNCTION)
        return (Value){0};
    SymbolPlace place = catalog_place(resolver->catalog, callee.symbol);
    uint32_t around = resolver->catalog->files.ptr[place.file].first +
                      resolve_entry(resolver, callee.symbol)->parent;
    Str type = type_at(resolver, callee.symbol, wanted);
    if (!type.len || differs(resolver, callee.symbol, wanted, type))
        return (Value){0};
    Value value = find_type(resolver, around, type);
    value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
    return value_filled(resolver, value, &callee);
}
