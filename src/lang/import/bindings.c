/* Binding readers that several languages share. */
#include "languages_lang.h"

#include "lang/import/import.h"

/* Java, Kotlin, C#: `import a.b.C;`, `import a.b.C as D`, `using D = a.b.C;`. */
void bindings_java(Arena *arena, Str text, BindingVec *bindings)
{
    Str token, last = {0}, alias = {0};
    uint32_t flags = 0;
    bool star = false;
    import_take(&text, STR("global"));
    bool using = import_take(&text, STR("using"));
    if (!using)
        import_take(&text, STR("import"));
    if (import_take(&text, STR("static")))
        flags = BINDING_STATIC;
    while (import_token(&text, &token) && !str_equal(token, STR(";"))) {
        if (str_equal(token, STR("as"))) {
            import_token(&text, &alias);
        } else if (str_equal(token, STR("="))) {
            alias = last;
        } else if (str_equal(token, STR("*")) || str_equal(token, STR("_"))) {
            star = true;
        } else if (byte_is_word(token.ptr[0])) {
            last = token;
        } else if (!str_equal(token, STR(".")) && !str_equal(token, STR("::"))) {
            break;
        }
    }
    bool all = star || (using && !alias.len);
    if (last.len)
        import_add(arena, bindings, all ? STR("*") : (Str){0},
                   all         ? (Str){0}
                   : alias.len ? alias
                               : last,
                   flags);
}

/* Swift: an import makes all names of the module visible. */
void bindings_all(Arena *arena, Str text, BindingVec *bindings)
{
    (void)text;
    import_add(arena, bindings, STR("*"), (Str){0}, 0);
}
