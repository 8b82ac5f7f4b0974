/* Bindings of Go's imports: `name "a/b"`, one at a time. */
#include "languages_lang.h"

#include "lang/import/import.h"

/* Without a written name, the name is the one that the package's files declare. */
void bindings_go(Arena *arena, Str text, BindingVec *bindings)
{
    Str alias = {0}, token;
    while (import_token(&text, &token) && token.ptr[0] != '"' && token.ptr[0] != '`')
        alias = token;
    if (token.len < 3 || str_equal(alias, STR("_")))
        return;
    if (str_equal(alias, STR(".")))
        import_add(arena, bindings, STR("*"), (Str){0}, 0);
    else
        import_add(arena, bindings, (Str){0}, alias, 0);
}
