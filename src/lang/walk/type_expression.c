/* The type of an expression that makes something: a literal, a list, a construction. */
#include "lang/walk/expression.h"
#include "lang/walk/given.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"

/* Literals, which no call is resolved through: `None`, `"text"`, `[]`, 5. */
static bool is_literal(Str text)
{
    static const char *const words[] = {"true", "false",   "True", "False",
                                        "NULL", "nullptr", "[]",   NULL};
    return !text.len || byte_is_digit(text.ptr[0]) || text.ptr[0] == '"' || type_is_nothing(text) ||
           lang_lists(words, text);
}

/* Takes `Foo(…)` and a comma after it off the list; returns Foo, or empty for anything else. */
static Str take_made(Str *list)
{
    size_t len = 0;
    if (str_starts(*list, STR("new ")))
        *list = str_trim(str_from_offset(*list, 4));
    while (len < list->len && byte_is_word(list->ptr[len]))
        len++;
    Str name = str_slice(*list, 0, len), rest = str_from_offset(*list, len);
    size_t close = str_starts(rest, STR("(")) ? expression_close(rest, 0) : STR_NONE;
    *list = close == STR_NONE ? (Str){0} : str_trim(str_from_offset(rest, close + 1));
    bool capital = len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
    bool whole = close != STR_NONE && (!list->len || list->ptr[0] == ',');
    *list = str_trim(str_from_offset(*list, list->len > 0));
    return capital && whole ? name : (Str){0};
}

/* The class that all elements of the list construct; empty if they differ. */
static Str all_made(Str list)
{
    Str made = take_made(&list);
    while (made.len && list.len)
        if (!str_equal(take_made(&list), made))
            return (Str){0};
    return made;
}

/* C#: what is between the braces of `new[] { a, b }`; empty for other expressions. */
static Str array_elements(Str source)
{
    Str rest = str_trim(source);
    if (!str_starts(rest, STR("new")) || rest.len > TYPE_SOURCE_BYTES)
        return (Str){0};
    rest = str_trim(str_from_offset(rest, 3));
    size_t close = str_starts(rest, STR("[")) ? expression_close(rest, 0) : STR_NONE;
    rest = close == 1 ? str_trim(str_from_offset(rest, 2)) : (Str){0};
    if (!str_starts(rest, STR("{")) || expression_close(rest, 0) != rest.len - 1)
        return (Str){0};
    return str_trim(str_slice(rest, 1, rest.len - 1));
}

/* C#: the type of `new[] { new Foo(), new Foo() }`, and `a~`, a list of such values, for
   `new[] { a, b }`; empty for other expressions. */
static Str array_made(Arena *arena, const Language *language, Str source, int depth, bool *value)
{
    Str rest = array_elements(source), first;
    Str made = all_made(rest);
    if (made.len)
        return str_join(arena, made, STR("[]"));
    Str text = type_head_take(&rest, ',', &first)
                   ? expression_text_in(arena, language, first, depth)
                   : (Str){0};
    *value = text.len > 0;
    return text.len ? str_join(arena, text, STR("~")) : text;
}

/* Whether the text has no arguments and no braces. */
static bool is_chain(Str text)
{
    return str_find_byte(text, '(') == STR_NONE && str_find_byte(text, '{') == STR_NONE;
}

/* Kotlin: the type of a list or map that a function or constructor makes; empty for other calls. */
static Str list_made(Arena *arena, const Language *language, Str source)
{
    Str rest = str_trim(source), inside = {0}, first;
    size_t len = 0, open;
    if (!language->listers || rest.len > TYPE_SOURCE_BYTES)
        return (Str){0};
    while (len < rest.len && byte_is_word(rest.ptr[len]))
        len++;
    Str name = str_slice(rest, 0, len);
    bool lists = lang_lists(language->listers, name) || lang_lists(language->containers, name);
    open = str_find_byte(rest, '(');
    if (!lists || open == STR_NONE || expression_close(rest, open) != rest.len - 1)
        return (Str){0};
    if (rest.ptr[len] == '<' && rest.ptr[open - 1] == '>')
        inside = str_slice(rest, len + 1, open - 1);
    else if (open == len)
        inside = all_made(str_trim(str_slice(rest, open + 1, rest.len - 1)));
    Str parts = inside;
    bool some = type_head_take(&parts, ',', &first);
    Str made = str_format(arena, "%s<%.*s>", parts.len ? "Map" : "List", STR_ARG(inside));
    return some ? type_text(arena, language, made) : (Str){0};
}

/* `[Foo(), Foo()]`, and Dart's `<Foo>[]` and `<K, V>{}`; empty for other texts. */
static Str literal_made(Arena *arena, const Language *language, Str source)
{
    Str rest = str_trim(source);
    if (str_starts(rest, STR("<")) && language->chain_node) {
        size_t close = type_close(rest);
        Str after = close == STR_NONE ? (Str){0} : str_trim(str_from_offset(rest, close + 1));
        Str inside = close == STR_NONE ? (Str){0} : str_slice(rest, 1, close);
        bool list = str_starts(after, STR("[")), set = str_starts(after, STR("{"));
        bool map = type_find_outside(inside, ',') < inside.len;
        return list || set
                   ? type_text(arena, language,
                               str_format(arena, "%s<%.*s>", map ? "Map" : "List", STR_ARG(inside)))
                   : (Str){0};
    }
    bool list = str_starts(rest, STR("[")) && type_close(rest) == rest.len - 1;
    Str made = list ? all_made(str_trim(str_slice(rest, 1, rest.len - 1))) : (Str){0};
    return made.len ? str_join(arena, made, STR("[]")) : made;
}

/* `__tuple<=a(),_,=b()>{}`: what is between the angles are expressions, not types. */
static bool is_tuple_of_values(Str text)
{
    return str_starts(text, STR(TYPE_TUPLE "<")) && str_ends(text, STR("}")) &&
           (str_find(text, STR("<=")) != STR_NONE || str_find(text, STR(",=")) != STR_NONE);
}

Str type_of_expression(Arena *arena, const Language *language, Str source, bool *value)
{
    return type_of_argument(arena, language, source, value, 0);
}

Str type_of_argument(Arena *arena, const Language *language, Str source, bool *value, int depth)
{
    Str list = list_made(arena, language, source);
    if (!list.len && source.len <= TYPE_SOURCE_BYTES)
        list = literal_made(arena, language, source);
    bool elements = false; // a list of values, not a type
    list = list.len ? list : array_made(arena, language, source, depth, &elements);
    Str pair = language->calls_keep_arguments && source.len <= TYPE_SOURCE_BYTES
                   ? given_pair(arena, language, str_trim(source), depth)
                   : (Str){0};
    *value = true;
    if (pair.len)
        return pair;
    Str text = expression_text_in(arena, language, source, depth);
    *value = elements;
    if (list.len)
        return list;
    *value = is_tuple_of_values(text);
    if (*value)
        return text;
    if (is_literal(text))
        return (Str){0};
    bool made = str_starts(text, STR("new "));
    Str name = str_from_offset(text, made ? strlen("new ") : 0);
    bool filled = made && str_ends(name, STR("{}")); // C#: `new Foo { A = 1 }`
    name.len -= filled ? 2 : 0;
    if (str_ends(name, made ? STR("()") : STR("{}")))
        name.len -= 2;
    else
        *value = !filled;
    Str bare = given_dropped(arena, name);
    bool chain = is_chain(bare);
    if (made && chain) // Scala: `new Foo`
        *value = false;
    if (!*value && chain && str_find_byte(name, '<') != STR_NONE)
        return type_text(arena, language, name); // `new Set<Foo>()`
    if (!*value && chain)
        return name;
    *value = true;
    bool written = str_starts(text, STR(TYPE_TUPLE "<"));
    return written || str_find_byte(bare, '{') == STR_NONE ? text : (Str){0};
}
