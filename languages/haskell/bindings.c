/* Bindings of Haskell's imports: `import qualified A.B as C`, `import A.B (a, b)`. */
#include "languages_lang.h"

#include "lang/import/import.h"

/* Reads a module name, `Data.Map`, which contains no white space. */
static Str take_module(Str *rest)
{
    Str after = *rest, token, name = {0};
    while (import_token(&after, &token)) {
        bool near = !name.len || token.ptr == name.ptr + name.len;
        if (!near || (!byte_is_word(token.ptr[0]) && !str_equal(token, STR("."))))
            break;
        name.ptr = name.len ? name.ptr : token.ptr;
        name.len += token.len;
        *rest = after;
    }
    return name;
}

/* Adds the names in `(a, T (..), (<>))` that are outside inner brackets. */
static void add_listed(Arena *arena, Str text, BindingVec *bindings)
{
    Str token;
    for (int depth = 0; import_token(&text, &token);) {
        if (str_equal(token, STR("(")))
            depth++;
        else if (str_equal(token, STR(")")))
            depth--;
        else if (depth == 1 && byte_is_word(token.ptr[0]))
            import_add(arena, bindings, token, token, 0);
        if (!depth)
            return;
    }
}

void bindings_haskell(Arena *arena, Str text, BindingVec *bindings)
{
    import_take(&text, STR("import"));
    bool qualified = import_take(&text, STR("qualified"));
    Str module = take_module(&text);
    qualified = import_take(&text, STR("qualified")) || qualified;
    Str alias = import_take(&text, STR("as")) ? take_module(&text) : module;
    bool hiding = import_take(&text, STR("hiding"));
    if (!module.len)
        return;
    import_add(arena, bindings, (Str){0}, alias, 0);
    Str after = text;
    if (!qualified && !hiding && import_take(&after, STR("(")))
        add_listed(arena, text, bindings);
    else if (!qualified)
        import_add(arena, bindings, STR("*"), (Str){0}, 0);
}
