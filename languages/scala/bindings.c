/* Bindings of Scala's imports, which may hold several paths with braces at their ends. Names are
   whole paths (`a.b.C`, `a.b.*`), so that each binding can be resolved alone. */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/import/import.h"

/* Reads a path without its last component's joint. */
static Str take_path(Arena *arena, Str *text)
{
    Str token, after = *text;
    Buf path = buf_open(arena, 0);
    while (import_token(&after, &token)) {
        bool quoted = token.ptr[0] == '`' && token.len > 2;
        bool word = byte_is_word(token.ptr[0]) && !str_equal(token, STR("_"));
        if (!quoted && !word && !str_equal(token, STR(".")))
            break;
        buf_put(&path, quoted ? str_slice(token, 1, token.len - 1) : token);
        *text = after;
    }
    return buf_str(&path);
}

static bool is_star(Str token)
{
    return str_equal(token, STR("_")) || str_equal(token, STR("*"));
}

/* Reads an alias, `as D` or `=> D`; `=> _` hides the name. */
static bool take_alias(Str *text, Str *alias)
{
    Str after = *text;
    bool arrow = import_take(&after, STR("=")) && import_take(&after, STR(">"));
    if (!arrow && !import_take(text, STR("as")))
        return false;
    if (arrow)
        *text = after;
    return import_token(text, alias);
}

static void add_name(Arena *arena, BindingVec *bindings, Str path, Str name, Str *text)
{
    Str alias = name;
    take_alias(text, &alias);
    if (is_star(alias))
        return;
    const Str parts[] = {path, path.len ? STR(".") : STR(""), name};
    import_add(arena, bindings, str_join_all(arena, parts, COUNT(parts)), alias, 0);
}

static void add_star(Arena *arena, BindingVec *bindings, Str path)
{
    import_add(arena, bindings, str_join(arena, path, STR(".*")), (Str){0}, 0);
}

/* Adds the names of `{a, b => c, d => _, _}`, which follows a path and a dot. */
static void add_selectors(Arena *arena, BindingVec *bindings, Str path, Str *text)
{
    Str token;
    while (import_token(text, &token) && !str_equal(token, STR("}"))) {
        bool quoted = token.ptr[0] == '`' && token.len > 2;
        if (is_star(token))
            add_star(arena, bindings, path);
        else if (quoted || byte_is_word(token.ptr[0]))
            add_name(arena, bindings, path, quoted ? str_slice(token, 1, token.len - 1) : token,
                     text);
    }
}

void bindings_scala(Arena *arena, Str text, BindingVec *bindings)
{
    Str token;
    import_take(&text, STR("import"));
    do {
        Str path = take_path(arena, &text);
        bool opened = str_ends(path, STR("."));
        path.len -= opened;
        size_t joint = str_find_last_byte(path, '.');
        Str front = str_slice(path, 0, joint == STR_NONE ? 0 : joint);
        if (!opened && path.len)
            add_name(arena, bindings, front, str_from_offset(path, front.len + (front.len > 0)),
                     &text);
        else if (import_take(&text, STR("{")))
            add_selectors(arena, bindings, path, &text);
        else if (path.len && import_token(&text, &token) && is_star(token))
            add_star(arena, bindings, path);
    } while (import_take(&text, STR(",")));
}
