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

/* The variable in `ok, x = pcall(require, "a")`; *text begins after the comma. */
static Str guarded_name(Str *text)
{
    Str name;
    bool guarded = import_token(text, &name) && byte_is_word(name.ptr[0]) &&
                   import_take(text, STR("=")) && import_take(text, STR("pcall")) &&
                   import_take(text, STR("(")) && import_take(text, STR("require"));
    return guarded ? name : (Str){0};
}

void bindings_lua(Arena *arena, Str text, BindingVec *bindings)
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
