/* `subscribe<0.1>`: what the function's first parameter, a function itself, is called with second.
 */
#include "index/resolve/resolve_dynamic.h"

/* Of a function, or of the constructor of what is made. */
static Value find_callee(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    Finds finds = {0};
    bool made = str_starts(text, STR("new "));
    if (!made)
        return value_of(resolver, scope, at, text);
    Value type = find_type(resolver, at, str_from_offset(text, 4));
    uint32_t name = names_find(&resolver->catalog->names, STR("constructor"));
    if (type.kind != VALUE_TYPE || type.suffix.len || !name)
        return (Value){0};
    find_inherited(resolver, type.symbol, name, FIND_METHODS, &finds);
    return finds.len == 1 ? (Value){.kind = VALUE_FUNCTION, .symbol = finds.ids[0]} : (Value){0};
}

Value value_of_callback(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    size_t angle = str_find_byte(text, '<');
    Value callee = find_callee(resolver, scope, at, str_slice(text, 0, angle));
    Str wanted = str_slice(text, angle + 1, text.len - 1), part;
    if (callee.kind != VALUE_FUNCTION)
        return (Value){0};
    SymbolPlace place = catalog_place(resolver->catalog, callee.symbol);
    Str rest = resolve_parameters(resolver, callee.symbol);
    uint32_t around = resolver->catalog->files.ptr[place.file].first +
                      resolve_entry(resolver, callee.symbol)->parent;
    while (rest.len && str_take_until(&rest, ',', &part)) {
        size_t colon = str_find_byte(part, ':');
        if (colon == STR_NONE || !str_equal(str_slice(part, 0, colon), wanted))
            continue;
        Value value = find_type(resolver, around, str_from_offset(part, colon + 1));
        value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
        return value_filled(resolver, value, &callee);
    }
    return (Value){0};
}
