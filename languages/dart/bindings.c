/* Bindings of Dart's imports: `import 'a.dart' as a`, `show A, B`, `hide C`, exports and parts. */
#include "languages_lang.h"

#include "lang/import/import.h"

/* Adds the names after `show`. */
static void add_shown(Arena *arena, BindingVec *bindings, Str *text, uint32_t flags)
{
    Str token;
    while (import_token(text, &token) && byte_is_word(token.ptr[0])) {
        import_add(arena, bindings, token, token, flags);
        if (!import_take(text, STR(",")))
            return;
    }
}

void bindings_dart(Arena *arena, Str text, BindingVec *bindings)
{
    Str word, token;
    if (!import_token(&text, &word))
        return;
    bool passes = str_equal(word, STR("export")) || str_equal(word, STR("part"));
    uint32_t flags = passes ? BINDING_REEXPORT : 0;
    while (import_token(&text, &token)) {
        if (str_equal(token, STR("as")) && import_token(&text, &token)) {
            import_add(arena, bindings, (Str){0}, token, flags);
            return;
        }
        if (str_equal(token, STR("show"))) {
            add_shown(arena, bindings, &text, flags);
            return;
        }
    }
    import_add(arena, bindings, STR("*"), (Str){0}, flags);
}
