/* Bindings of JavaScript's imports. The text is read token by token: clauses of `import` and
   `export`, patterns that destructure the result of `require` or `import()`, and assignments to
   exports. Each name that becomes visible is a binding, with the name that the module gives it. */
#include "languages_lang.h"

#include "lang/import/import.h"

static bool is_name(Str token)
{
    return token.len && (byte_is_word(token.ptr[0]) || token.ptr[0] == '$');
}

static Str unquoted(Str token)
{
    bool quoted = token.len > 1 && (token.ptr[0] == '"' || token.ptr[0] == '\'');
    return quoted ? str_slice(token, 1, token.len - 1) : token;
}

/* Skips to the comma or closing bracket of the list; inner brackets are skipped. */
static void skip_item(Str *rest)
{
    Str after = *rest, token;
    size_t depth = 0;
    while (import_token(&after, &token)) {
        char c = token.ptr[0];
        if (!depth && (c == ',' || c == '}'))
            return;
        depth += (c == '{' || c == '[' || c == '(') - (size_t)(c == '}' || c == ']' || c == ')');
        *rest = after;
    }
}

/* Reads an alias; when a pattern follows, returns an empty text and reads nothing. */
static Str take_alias(Str *rest)
{
    Str after = *rest, token;
    if (!import_token(&after, &token) || byte_in(token.ptr[0], "{["))
        return (Str){0};
    *rest = after;
    return token;
}

/* Reads names after the opening brace: `{a, b as c, type D}` of a declaration or `{a, b: c, d =
   1}` of a pattern. */
static void read_names(Arena *arena, Str *rest, BindingVec *bindings, uint32_t flags)
{
    Str name, alias;
    while (!import_take(rest, STR("}")) && import_token(rest, &name)) {
        uint32_t own = flags;
        Str after = *rest, next;
        bool typed = str_equal(name, STR("type")) && import_token(&after, &next) && is_name(next) &&
                     !str_equal(next, STR("as"));
        if (typed) {
            import_token(rest, &name);
            own |= BINDING_TYPE;
        }
        alias = name = unquoted(name);
        if (import_take(rest, STR("as")) || import_take(rest, STR(":")))
            alias = take_alias(rest);
        if (is_name(name) && is_name(unquoted(alias)))
            import_add(arena, bindings, name, unquoted(alias), own);
        skip_item(rest);
        import_take(rest, STR(","));
    }
}

static void read_clause(Arena *arena, Str text, BindingVec *bindings, uint32_t flags)
{
    Str token, after = text;
    if (import_take(&after, STR("type")) && import_token(&after, &token) &&
        !str_equal(token, STR("from")) && !str_equal(token, STR(","))) {
        import_take(&text, STR("type"));
        flags |= BINDING_TYPE;
    }
    while (import_token(&text, &token) && !str_equal(token, STR("from"))) {
        if (str_equal(token, STR("{"))) {
            read_names(arena, &text, bindings, flags);
        } else if (str_equal(token, STR("*"))) {
            bool named = import_take(&text, STR("as")) && import_token(&text, &token);
            import_add(arena, bindings, named ? (Str){0} : STR("*"), named ? token : (Str){0},
                       flags | (named ? BINDING_SPACE : 0));
        } else if (is_name(token)) { // `import x = require('x')` or `import x, {…}`
            bool whole = import_take(&text, STR("="));
            if (whole && !str_starts(str_trim(text), STR("require"))) // `import x = A.B`
                return;
            import_add(arena, bindings, whole ? (Str){0} : STR("default"), token, flags);
            if (whole)
                return;
        }
    }
}

/* The member after the call, `.a`: only that member is bound. */
static Str member_after(Str text)
{
    Str token, member = {0};
    size_t depth = 0;
    while (import_token(&text, &token)) {
        char c = token.ptr[0];
        depth += (c == '(') - (size_t)(c == ')' && depth > 0);
        if (!depth && c == '.' && import_token(&text, &token))
            member = member.len ? member : token;
    }
    return member;
}

/* Reads `{a: b} = require('x')`, `x = (await import('x')).a` or `exports.x = require('x')`. */
static void read_pattern(Arena *arena, Str text, BindingVec *bindings)
{
    Str token, name = {0};
    bool exports = false;
    if (import_take(&text, STR("{"))) {
        read_names(arena, &text, bindings, 0);
        return;
    }
    while (import_token(&text, &token) && !str_equal(token, STR("=")) &&
           !str_equal(token, STR(":"))) {
        exports |= str_equal(token, STR("exports"));
        if (is_name(token))
            name = token;
    }
    if (!text.len || !is_name(name) || str_equal(name, STR("require")))
        return;
    Str member = member_after(text);
    if (str_equal(name, STR("exports")))
        import_add(arena, bindings, member.len ? member : STR("*"), (Str){0}, BINDING_REEXPORT);
    else
        import_add(arena, bindings, member, name, exports ? BINDING_REEXPORT : 0);
}

static bool is_plain(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (byte_is_space(name.ptr[i]) || byte_in(name.ptr[i], "()'\"`\\$,;"))
            return false;
    return name.len > 0;
}

/* Skips to the end of the call, past an options argument: `import('x', { with: { type: 'json' }
   })`. */
static bool take_closing(Str *rest)
{
    Str token;
    size_t depth = 1;
    while (depth && import_token(rest, &token))
        depth += (token.ptr[0] == '(') - (size_t)(token.ptr[0] == ')');
    return !depth;
}

Str loaded_module_javascript(Arena *arena, Str *rest)
{
    Str after = *rest, name;
    bool loads = import_take(&after, STR("import")) || import_take(&after, STR("require"));
    if (!loads || !import_take(&after, STR("(")) || !import_token(&after, &name))
        return (Str){0};
    Str plain =
        name.len > 1 && byte_in(name.ptr[0], "'\"`") ? str_slice(name, 1, name.len - 1) : (Str){0};
    if (!is_plain(plain) || !take_closing(&after))
        return (Str){0};
    *rest = after;
    const Str parts[] = {STR("import("), plain, STR(")")};
    return str_join_all(arena, parts, COUNT(parts));
}

/* Adds the module under the text by which expressions refer to it. */
static void add_module(Arena *arena, Str text, BindingVec *bindings)
{
    Str module = {0}, token, rest = text;
    while (!module.len && text.len) {
        module = loaded_module_javascript(arena, &rest);
        if (!import_token(&text, &token))
            break;
        rest = text;
    }
    if (module.len)
        import_add(arena, bindings, (Str){0}, module, 0);
}

void bindings_javascript(Arena *arena, Str text, BindingVec *bindings)
{
    Str rest = text, module = loaded_module_javascript(arena, &rest);
    if (module.len) { // without its own name
        import_add(arena, bindings, (Str){0}, module, 0);
    } else if (import_take(&text, STR("import"))) {
        read_clause(arena, text, bindings, 0);
    } else if (import_take(&text, STR("export"))) {
        read_clause(arena, text, bindings, BINDING_REEXPORT);
    } else {
        read_pattern(arena, text, bindings);
        add_module(arena, text, bindings);
    }
}
