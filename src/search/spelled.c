/* Each rule removes or rewrites one habit: quotes, a declaring word, a call's parentheses,
   separators of other languages. Its result is appended to the list, which the caller tries in
   order. */
#include "search/spelled.h"

#include "base/path.h"
#include "search/handle.h"

/* Maximum number of leading parts to remove one by one: `example.org/a/b/c.New`. */
#define PARTS_MAX 6

static const char *const declarations[] = {
    "def",    "function", "func",   "fn",      "fun",      "class",     "struct",   "interface",
    "trait",  "enum",     "type",   "typedef", "const",    "let",       "var",      "val",
    "static", "async",    "public", "private", "export",   "protected", "internal", "method",
    "sub",    "module",   "macro",  "impl",    "pub",      "abstract",  "final",    "property",
    "symbol", "object",   "record", "union",   "protocol", "defp",      "defmodule"};

static const char *const selves[] = {"crate::", "self::", "super::", "self.", "this.",
                                     "this->",  "::",     "\\",      "&",     "*"};

/* `"total"`, `` `total` ``, `total;`. */
static Str without_quotes(Str text)
{
    text = str_trim(text);
    while (text.len > 2 && strchr("\"'`", text.ptr[0]) && text.ptr[text.len - 1] == text.ptr[0])
        text = str_trim(str_slice(text, 1, text.len - 1));
    while (text.len > 1 && strchr(";,{", text.ptr[text.len - 1]))
        text = str_trim(str_slice(text, 0, text.len - 1));
    return text;
}

/* `def load` as `load`. */
static Str without_declaration(Str text)
{
    for (bool again = true; again;) {
        size_t space = str_find_byte(text, ' ');
        Str word = str_slice(text, 0, space);
        again = false;
        for (size_t i = 0; i < COUNT(declarations) && space != STR_NONE; i++)
            again |= str_equal(word, str_from(declarations[i]));
        if (again)
            text = str_trim(str_from_offset(text, space + 1));
    }
    return text;
}

/* `(*Engine).Start` as `Engine.Start`, `total(c)` as `total`. */
static Str without_parentheses(Arena *arena, Str text)
{
    size_t close = str_find_byte(text, ')');
    if (str_starts(text, STR("(")) && close != STR_NONE && close + 1 < text.len) {
        Str type = str_slice(text, 1, close);
        while (type.len && strchr("*& ", type.ptr[0]))
            type = str_from_offset(type, 1);
        return str_join(arena, type, str_from_offset(text, close + 1));
    }
    size_t open = str_find_byte(text, '(');
    return open != STR_NONE && open && text.ptr[text.len - 1] == ')' ? str_slice(text, 0, open)
                                                                     : text;
}

static Str without_self(Str text)
{
    for (size_t i = 0; i < COUNT(selves); i++)
        if (str_starts(text, str_from(selves[i])))
            return str_from_offset(text, strlen(selves[i]));
    return text;
}

static Str replace(Arena *arena, Str text, const char *from, const char *to)
{
    Buf out = buf_open(arena, 0);
    size_t at;
    while ((at = str_find(text, str_from(from))) != STR_NONE) {
        buf_put(&out, str_slice(text, 0, at));
        buf_put(&out, str_from(to));
        text = str_from_offset(text, at + strlen(from));
    }
    buf_put(&out, text);
    return buf_str(&out);
}

/* `src/cart.js#total`, `src/cart.js:total`, `src/cart.js total` as `src/cart.js::total`. */
static Str with_colons(Arena *arena, Str text)
{
    size_t slash = str_find_last_byte(text, '/');
    for (size_t i = slash == STR_NONE ? 0 : slash + 1; i < text.len; i++)
        if (strchr("#: ", text.ptr[i]) && str_find(text, STR("::")) == STR_NONE)
            return str_format(arena, "%.*s::%.*s", STR_ARG(str_slice(text, 0, i)),
                              STR_ARG(str_trim(str_from_offset(text, i + 1))));
    return text;
}

typedef struct Variants {
    Str text;
    Str *list;
    size_t count;
} Variants;

static void put(Variants *variants, Str text)
{
    bool known = !text.len || str_equal(text, variants->text) || variants->count == SPELLED_MAX;
    for (size_t i = 0; i < variants->count; i++)
        known |= str_equal(text, variants->list[i]);
    if (!known)
        variants->list[variants->count++] = text;
}

size_t spelled_variants(Arena *arena, Str text, Str list[SPELLED_MAX])
{
    Variants variants = {.text = text, .list = list};
    Str plain = without_quotes(text);
    put(&variants, plain);
    plain = without_parentheses(arena, without_declaration(plain));
    put(&variants, plain);
    plain = without_self(plain);
    plain = replace(arena, replace(arena, plain, "->", "."), ".prototype.", ".");
    put(&variants, plain);
    put(&variants, with_colons(arena, plain));
    put(&variants, replace(arena, plain, " ", "."));
    if (str_find_byte(plain, '/') == STR_NONE)
        return variants.count;
    Str path = plain;
    for (int i = 0; i < PARTS_MAX && path.len; i++) {
        put(&variants, replace(arena, replace(arena, path, "/", "."), ":", "."));
        size_t slash = str_find_byte(path, '/');
        path = slash == STR_NONE ? (Str){0} : str_from_offset(path, slash + 1);
    }
    return variants.count;
}

Str spelled_path(const Catalog *catalog, Arena *arena, Str text)
{
    size_t colons = str_find(text, STR("::"));
    Str path = str_slice(text, 0, colons), found = {0};
    size_t many = 0;
    if (!path.len || (str_find_byte(path, '.') == STR_NONE && str_find_byte(path, '/') == STR_NONE))
        return (Str){0};
    for (size_t i = 0; i < catalog->files.len; i++) {
        Str whole = catalog->files.ptr[i].path;
        if (whole.len <= path.len || !str_ends(whole, path) ||
            whole.ptr[whole.len - path.len - 1] != '/')
            continue;
        found = whole;
        many++;
    }
    if (many != 1)
        return (Str){0};
    return colons == STR_NONE ? found : str_join(arena, found, str_from_offset(text, colons));
}

uint32_t spelled_by_stem(Catalog *catalog, Str text)
{
    Str last = handle_last_part(text);
    size_t end = last.len ? (size_t)(last.ptr - text.ptr) : 0;
    while (end && strchr(".:#", text.ptr[end - 1]))
        end--;
    Str stem = handle_last_part(str_slice(text, 0, end));
    bool whole = stem.len == end; // `hop.m.run` may mean anything
    uint32_t name = whole && stem.len && last.len ? names_find(&catalog->names, last) : 0;
    IdSpan ids = name ? catalog_named(catalog, name) : (IdSpan){0};
    uint32_t found = SYMBOL_NOWHERE;
    for (size_t i = 0; i < ids.len; i++) {
        SymbolPlace place = catalog_place(catalog, ids.ptr[i]);
        Str base = path_base(catalog->files.ptr[place.file].path);
        if (!place.index || !str_equal_nocase(str_slice(base, 0, str_find_byte(base, '.')), stem))
            continue;
        if (found != SYMBOL_NOWHERE)
            return SYMBOL_NOWHERE;
        found = ids.ptr[i];
    }
    return found;
}
