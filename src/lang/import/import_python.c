#include "lang/import/import.h"

/* `a.b`, `..a`: the text from its first to its last token; spaces inside are rare enough to stay.
 */
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

void import_python(Arena *arena, Str text, BindingVec *bindings)
{
    Str name;
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
