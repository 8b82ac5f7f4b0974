/* Values of JavaScript calls. Compilers to CommonJS wrap `require("./x")` in a helper, which
   returns the module. Functions of the library give an argument, or what is in it. */
#include "languages_lang.h"

#include "lang/walk/expression.h"
#include "lang/walk/type_head.h"

/* The text between the brackets of `[…]`; empty for anything else. */
static Str listed(Str text)
{
    text = str_trim(text);
    bool list = str_starts(text, STR("[")) && expression_close(text, 0) == text.len - 1;
    return list ? str_trim(str_slice(text, 1, text.len - 1)) : (Str){0};
}

/* `[a(), b()]`: a tuple of these values. */
static Str tuple_of(Arena *arena, const Language *language, Str list)
{
    Str all = {0}, part;
    while (type_head_take(&list, ',', &part)) {
        Str text = expression_text(arena, language, part);
        const Str next[] = {all, all.len ? STR(",") : (Str){0}, text.len ? STR("=") : STR("_"),
                            text};
        all = str_join_all(arena, next, COUNT(next));
    }
    const Str whole[] = {STR(TYPE_TUPLE "<"), all, STR(">{}")};
    return all.len ? str_join_all(arena, whole, COUNT(whole)) : (Str){0};
}

/* `new Set([a])`, `new Map([["k", new A()]])`. */
static Str collection_of(Arena *arena, const Language *language, Str function, Str inside)
{
    bool map = str_equal(function, STR("new Map"));
    Str rest = listed(inside), first;
    if ((!map && !str_equal(function, STR("new Set"))) || !type_head_take(&rest, ',', &first))
        return (Str){0};
    if (!map) {
        Str text = expression_text(arena, language, first);
        return text.len ? str_join(arena, text, STR("~")) : (Str){0};
    }
    Str entry = listed(first), key, value;
    bool pair = type_head_take(&entry, ',', &key) && type_head_take(&entry, ',', &value);
    Str text = pair ? expression_text(arena, language, value) : (Str){0};
    bool made = str_starts(text, STR("new ")) && str_ends(text, STR("()"));
    text = str_slice(text, made ? 4 : 0, text.len - (made ? 2 : 0));
    return made ? str_format(arena, "Map<string,%.*s>{}", STR_ARG(text)) : (Str){0};
}

/* A function of the library, and what its value is of its first argument. */
static const struct {
    const char *function, *ending;
} passing[] = {
    {"Promise.resolve", ""}, {"Object.freeze", ""},   {"Object.seal", ""},
    {"structuredClone", ""}, {"Array.from", "[*]~"},  {"Object.values", "[]~"},
    {"Promise.all", ""},     {"Promise.race", "[*]"}, {"Promise.any", "[*]"},
    {"Object.create", ""},   {"Object.assign", ""},
};

Str call_value_javascript(Arena *arena, const Language *language, Str function, Str inside)
{
    static const Str helpers[] = {STR_INIT("_interop"), STR_INIT("__import"), STR_INIT("__toESM")};
    Str name = str_last_word(function), first, rest = inside;
    for (size_t i = 0; i < COUNT(helpers); i++)
        if (str_starts(name, helpers[i]))
            return language->loaded_module(arena, &inside);
    Str collection = collection_of(arena, language, function, inside);
    if (collection.len || !type_head_take(&rest, ',', &first))
        return collection;
    Str list = listed(first), text;
    for (size_t i = 0; i < COUNT(passing); i++) {
        if (!str_equal(function, str_from(passing[i].function)))
            continue;
        if (list.len && !*passing[i].ending)
            return tuple_of(arena, language, list);
        text = expression_text(arena, language, first);
        return text.len ? str_join(arena, text, str_from(passing[i].ending)) : (Str){0};
    }
    text = str_equal(function, STR("Object.entries")) ? expression_text(arena, language, first)
                                                      : (Str){0};
    return text.len ? str_format(arena, TYPE_TUPLE "<_,=%.*s[]>{}~", STR_ARG(text)) : (Str){0};
}
