/* Bindings of Lua's imports: `local x = require("a")`, `local f = require("a").f`, `return
   require("a")`. */
#include "languages_lang.h"

#include "lang/import/import.h"

/* Skips the argument of `require`, with or without parentheses. */
static bool skip_argument(Str *text)
{
    Str token;
    bool inside = import_take(text, STR("("));
    return import_token(text, &token) && (!inside || import_take(text, STR(")")));
}

Str loaded_module_lua(Arena *arena, Str *rest)
{
    Str after = *rest, name;
    if (!import_take(&after, STR("require")))
        return (Str){0};
    bool inside = import_take(&after, STR("("));
    bool quoted = import_token(&after, &name) && name.len > 2 && byte_in(name.ptr[0], "'\"");
    if (!quoted || (inside && !import_take(&after, STR(")"))))
        return (Str){0};
    *rest = after;
    const Str parts[] = {STR("import("), str_slice(name, 1, name.len - 1), STR(")")};
    return str_join_all(arena, parts, COUNT(parts));
}

/* The variable in `ok, x = pcall(require, "a")`; *text begins after the comma. */
static Str guarded_name(Str *text)
{
    Str name;
    bool guarded = import_token(text, &name) && byte_is_word(name.ptr[0]) &&
                   import_take(text, STR("=")) && import_take(text, STR("pcall")) &&
                   import_take(text, STR("(")) && import_take(text, STR("require"));
    return guarded ? name : (Str){0};
}

/* Reads what the statement gives a name to. */
static void bind_name(Arena *arena, Str text, BindingVec *bindings)
{
    Str alias, field = {0};
    if (import_take(&text, STR("return"))) {
        if (import_take(&text, STR("require")) && skip_argument(&text) &&
            !import_token(&text, &text))
            import_add(arena, bindings, STR("*"), (Str){0}, BINDING_REEXPORT);
        return;
    }
    (void)import_take(&text, STR("local"));
    if (!import_token(&text, &alias) || !byte_is_word(alias.ptr[0]))
        return;
    if (import_take(&text, STR("<")) && /* `<const>` */
        (!import_token(&text, &field) || !import_take(&text, STR(">"))))
        return;
    field = (Str){0};
    Str loaded = import_take(&text, STR(",")) ? guarded_name(&text) : (Str){0};
    if (loaded.len) {
        import_add(arena, bindings, field, loaded, 0);
        return;
    }
    if (!import_take(&text, STR("=")) || !import_take(&text, STR("require")) ||
        !skip_argument(&text))
        return;
    if (import_take(&text, STR(".")) && !import_token(&text, &field))
        return;
    if (!import_token(&text, &text)) /* nothing follows */
        import_add(arena, bindings, field, alias, 0);
}

/* A module without a name of its own has the text by which expressions refer to it. */
void bindings_lua(Arena *arena, Str text, BindingVec *bindings)
{
    bind_name(arena, text, bindings);
    size_t at = bindings->len ? STR_NONE : str_find(text, STR("require"));
    Str rest = str_from_offset(text, at == STR_NONE ? text.len : at);
    Str module = loaded_module_lua(arena, &rest);
    if (module.len)
        import_add(arena, bindings, (Str){0}, module, 0);
}
