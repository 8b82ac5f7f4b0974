/* Bindings of Python's imports. `import a.b as c` is given as `a.b as c`, one name at a time;
   `from a import b as c` is given whole. */
#include "languages_lang.h"

#include "lang/import/import.h"

Str loaded_module_python(Arena *arena, Str *rest)
{
    static const Str heads[] = {STR_INIT("importlib.import_module("), STR_INIT("import_module(")};
    for (size_t i = 0; i < COUNT(heads); i++) {
        if (!str_starts(*rest, heads[i]))
            continue;
        Str inside = str_trim(str_from_offset(*rest, heads[i].len));
        size_t end = inside.len > 2 && (inside.ptr[0] == '"' || inside.ptr[0] == '\'')
                         ? str_find_byte(str_from_offset(inside, 1), inside.ptr[0])
                         : STR_NONE;
        const Str parts[] = {STR("import("), str_slice(inside, 1, end + 1), STR(")")};
        if (end == STR_NONE)
            return (Str){0};
        *rest = str_from_offset(*rest, str_find_byte(*rest, ')') + 1);
        return str_join_all(arena, parts, COUNT(parts));
    }
    return (Str){0};
}

/* Reads `a.b` or `..a` from its first to its last token; the rare spaces within stay. */
static Str take_dotted(Str *rest)
{
    Str after = *rest, token, name = {0};
    bool joint = true;
    while (import_token(&after, &token)) {
        bool dot = str_equal(token, STR("."));
        bool word = byte_is_word(token.ptr[0]) && !str_equal(token, STR("import"));
        if (!dot && (!joint || !word))
            break;
        joint = dot;
        name.ptr = name.len ? name.ptr : token.ptr;
        name.len = (size_t)(token.ptr + token.len - name.ptr);
        *rest = after;
    }
    return name;
}

static Str take_alias(Str *rest, Str name)
{
    return import_take(rest, STR("as")) ? take_dotted(rest) : name;
}

/* Binds the result of `importlib.import_module("a.b")`; expressions refer to it as
   `import(a.b)`. */
static bool add_loaded(Arena *arena, Str text, BindingVec *bindings)
{
    Str module = loaded_module_python(arena, &text);
    if (module.len)
        import_add(arena, bindings, (Str){0}, module, 0);
    return module.len > 0;
}

void bindings_python(Arena *arena, Str text, BindingVec *bindings)
{
    Str name;
    if (add_loaded(arena, text, bindings))
        return;
    if (!import_take(&text, STR("from"))) {
        name = take_dotted(&text);
        if (name.len)
            import_add(arena, bindings, (Str){0}, take_alias(&text, name), 0);
        return;
    }
    take_dotted(&text);
    if (!import_take(&text, STR("import")))
        return;
    if (import_take(&text, STR("*"))) {
        import_add(arena, bindings, STR("*"), (Str){0}, 0);
        return;
    }
    import_take(&text, STR("("));
    do {
        name = take_dotted(&text);
        if (name.len)
            import_add(arena, bindings, name, take_alias(&text, name), 0);
    } while (name.len && import_take(&text, STR(",")));
}
