/* `subscribe<0.1>`: what the function's first parameter, a function itself, is called with second.
 */
#include "index/resolve/resolve_dynamic.h"

/* Of a function, or of the constructor of what is made. */
static uint32_t find_callee(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    Finds finds = {0};
    bool made = str_starts(text, STR("new "));
    if (!made) {
        Value value = value_of(resolver, scope, at, text);
        return value.kind == VALUE_FUNCTION ? value.symbol : SYMBOL_NOWHERE;
    }
    Value type = find_type(resolver, at, str_from_offset(text, 4));
    uint32_t name = names_find(&resolver->catalog->names, STR("constructor"));
    if (type.kind != VALUE_TYPE || type.suffix.len || !name)
        return SYMBOL_NOWHERE;
    find_inherited(resolver, type.symbol, name, FIND_METHODS, &finds);
    return finds.len == 1 ? finds.ids[0] : SYMBOL_NOWHERE;
}

Value value_of_callback(Resolver *resolver, const Scope *scope, uint32_t at, Str text)
{
    size_t angle = str_find_byte(text, '<');
    uint32_t callee = find_callee(resolver, scope, at, str_slice(text, 0, angle));
    Str wanted = str_slice(text, angle + 1, text.len - 1), part;
    if (callee == SYMBOL_NOWHERE)
        return (Value){0};
    SymbolPlace place = catalog_place(resolver->catalog, callee);
    Str rest = resolve_parameters(resolver, callee);
    uint32_t around =
        resolver->catalog->files.ptr[place.file].first + resolve_entry(resolver, callee)->parent;
    while (rest.len && str_take_until(&rest, ',', &part)) {
        size_t colon = str_find_byte(part, ':');
        if (colon == STR_NONE || !str_equal(str_slice(part, 0, colon), wanted))
            continue;
        Value value = find_type(resolver, around, str_from_offset(part, colon + 1));
        value.kind = value.kind == VALUE_TYPE ? VALUE_INSTANCE : value.kind;
        return value;
    }
    return (Value){0};
}
