/* Bindings of Elixir's directives: `alias A.B, as: C`, `alias A.{B, C}`, `import A.B, only: [f:
   1]`; `import A` and `use A` bring the whole module. */
#include "languages_lang.h"

#include "lang/import/import.h"

/* Reads `A.B`, or the `A.` of `A.{B, C}`. */
static Str take_module(Str *rest)
{
    Str after = *rest, token, name = {0};
    while (import_token(&after, &token) &&
           (byte_is_word(token.ptr[0]) || str_equal(token, STR(".")))) {
        name.ptr = name.len ? name.ptr : token.ptr;
        name.len = (size_t)(token.ptr + token.len - name.ptr);
        *rest = after;
    }
    return name;
}

static Str last_name(Str path)
{
    return str_from_offset(path, str_find_last_byte(path, '.') + 1);
}

/* Adds the modules of `A, B.C}`. */
static void add_group(Arena *arena, Str text, BindingVec *bindings)
{
    do {
        Str name = take_module(&text);
        if (name.len)
            import_add(arena, bindings, name, last_name(name), 0);
    } while (import_take(&text, STR(",")));
}

/* Adds the functions of `[f: 1, g: 2]`. */
static void add_functions(Arena *arena, Str text, BindingVec *bindings)
{
    Str name, arity;
    bool more = import_take(&text, STR("["));
    while (more && import_token(&text, &name) && byte_is_word(name.ptr[0]) &&
           import_take(&text, STR(":")) && import_token(&text, &arity)) {
        import_add(arena, bindings, name, name, 0);
        more = import_take(&text, STR(","));
    }
}

void bindings_elixir(Arena *arena, Str text, BindingVec *bindings)
{
    Str word, option = {0};
    import_token(&text, &word);
    (void)import_take(&text, STR("("));
    bool all = str_equal(word, STR("import")) || str_equal(word, STR("use"));
    Str module = take_module(&text);
    if (import_take(&text, STR("{"))) {
        add_group(arena, text, bindings);
        return;
    }
    if (import_take(&text, STR(",")) && import_token(&text, &option))
        (void)import_take(&text, STR(":"));
    if (str_equal(option, STR("as")))
        import_add(arena, bindings, (Str){0}, take_module(&text), 0);
    else if (module.len && str_equal(option, STR("only")))
        add_functions(arena, text, bindings);
    if (all && module.len && !bindings->len)
        import_add(arena, bindings, STR("*"), (Str){0}, 0);
}
