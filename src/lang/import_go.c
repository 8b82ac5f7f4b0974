#include "lang/import.h"

/* A last component that only says the version: `v2`. */
static bool is_version(Str part)
{
    bool digits = part.len > 1 && part.ptr[0] == 'v';
    for (size_t i = 1; i < part.len; i++)
        digits = digits && byte_is_digit(part.ptr[i]);
    return digits;
}

/* What the package is called by custom: `a/go-yaml.v3` and `a/yaml/v3` are both yaml. */
static Str package_name(Str path)
{
    Str name = {0}, part;
    while (str_take_until(&path, '/', &part))
        if (!name.len || !is_version(part))
            name = part;
    size_t dot = str_find(name, STR(".v"));
    name = str_slice(name, 0, dot == STR_NONE ? name.len : dot);
    if (str_starts(name, STR("go-")))
        name = str_from_offset(name, strlen("go-"));
    if (str_ends(name, STR("-go")))
        name.len -= strlen("-go");
    return name;
}

void import_go(Arena *arena, Str text, BindingVec *bindings)
{
    Str alias = {0}, token;
    while (import_token(&text, &token) && token.ptr[0] != '"' && token.ptr[0] != '`')
        alias = token;
    if (token.len < 3 || str_equal(alias, STR("_")))
        return;
    if (str_equal(alias, STR(".")))
        import_add(arena, bindings, STR("*"), (Str){0}, 0);
    else
        import_add(arena, bindings, (Str){0},
                   alias.len ? alias : package_name(str_slice(token, 1, token.len - 1)), 0);
}
