/* Values of Python calls that are known: `type(x)` is `x.__class__`, `cast(T, x)` is `T{}`,
   `sorted(x)` has the elements of x, and
   `getattr(x, "f")` is `x.f`. */
#include "languages_lang.h"

#include "lang/walk/expression.h"
#include "lang/walk/type.h"

/* The text up to the first comma outside brackets; *rest is the text after the comma. */
static Str first_argument(Str text, Str *rest)
{
    size_t depth = 0, end = 0;
    for (; end < text.len && (depth || text.ptr[end] != ','); end++) {
        depth += byte_in(text.ptr[end], "([{");
        depth -= byte_in(text.ptr[end], ")]}") && depth;
    }
    *rest = str_trim(str_from_offset(text, end + 1));
    return str_trim(str_slice(text, 0, end));
}

/* The quoted word at the start of the text. */
static Str quoted_word(Str text)
{
    size_t len = 1;
    bool quoted = text.len > 2 && (text.ptr[0] == '"' || text.ptr[0] == '\'');
    while (quoted && len < text.len && byte_is_word(text.ptr[len]))
        len++;
    bool whole = quoted && len > 1 && len < text.len && text.ptr[len] == text.ptr[0];
    return whole ? str_slice(text, 1, len) : (Str){0};
}

static Str last_word(Str path)
{
    size_t dot = str_find_last_byte(path, '.');
    return str_from_offset(path, dot == STR_NONE ? 0 : dot + 1);
}

static bool is_class_name(Str text)
{
    bool name = text.len && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z';
    for (size_t i = 0; i < text.len && name; i++)
        name = byte_is_word(text.ptr[i]) || text.ptr[i] == '.';
    return name;
}

/* `x for x in list`: the list. */
static Str iterated_by(Str text)
{
    size_t len = 0;
    text = str_trim(text);
    while (len < text.len && byte_is_word(text.ptr[len]))
        len++;
    Str word = str_slice(text, 0, len), rest = str_from_offset(text, len);
    if (!len || !str_starts(rest, STR(" for ")) ||
        !str_starts(str_from_offset(rest, strlen(" for ")), word))
        return (Str){0};
    rest = str_from_offset(rest, strlen(" for ") + len);
    if (!str_starts(rest, STR(" in ")))
        return (Str){0};
    rest = str_from_offset(rest, strlen(" in "));
    return str_slice(rest, 0, MIN(str_find(rest, STR(" if ")), rest.len));
}

/* `a(), b()`: a tuple of the values. */
static Str tuple_of(Arena *arena, const Language *language, Str inside)
{
    Str all = {0};
    while (inside.len) {
        Str rest, text = expression_text(arena, language, first_argument(inside, &rest));
        const Str next[] = {all, all.len ? STR(",") : (Str){0}, text.len ? STR("=") : STR("_"),
                            text};
        all = str_join_all(arena, next, COUNT(next));
        inside = rest;
    }
    const Str parts[] = {STR("tuple<"), all, STR(">{}")};
    return str_join_all(arena, parts, COUNT(parts));
}

Str call_value_python(Arena *arena, const Language *language, Str function, Str inside)
{
    Str rest, first = first_argument(inside, &rest);
    bool cast = str_equal(last_word(function), STR("cast"));
    if (cast && rest.len) {
        Str type = type_text(arena, language, first);
        return type.len ? str_join(arena, type, STR("{}")) : (Str){0};
    }
    static const char *const same[] = {"list",  "iter",      "sorted", "reversed",
                                       "tuple", "frozenset", "set",    NULL};
    static const char *const one[] = {"next", "max", "min", NULL};
    static const char *const passes[] = {"create_task", "wait_for", "ensure_future", "shield",
                                         "run",         "deepcopy", "replace",       NULL};
    static const char *const owners[] = {"asyncio", "copy", "dataclasses", NULL};
    size_t dot = str_find_byte(function, '.');
    Str owner = str_slice(function, 0, dot == STR_NONE ? 0 : dot);
    bool library = lang_lists(owners, owner) || str_equal(function, STR("deepcopy"));
    if (library &&
        (lang_lists(passes, last_word(function)) || str_equal(function, STR("copy.copy"))))
        return expression_text(arena, language, first);
    if (library && str_equal(last_word(function), STR("gather")))
        return tuple_of(arena, language, inside);
    if (str_equal(last_word(function), STR("defaultdict")) && is_class_name(first)) {
        const Str parts[] = {STR("dict<_,"), first, STR(">{}")};
        return str_join_all(arena, parts, COUNT(parts));
    }
    Str iterated = iterated_by(inside);
    first = iterated.len ? iterated : first;
    bool element = lang_lists(one, function);
    if (element || lang_lists(same, function)) {
        Str list = expression_text(arena, language, first);
        return list.len && element ? str_join(arena, list, STR("[*]")) : list;
    }
    bool class = str_equal(function, STR("type")) && !rest.len;
    Str member = class                                 ? STR("__class__")
                 : str_equal(function, STR("getattr")) ? quoted_word(rest)
                                                       : (Str){0};
    Str object = member.len ? expression_text(arena, language, first) : (Str){0};
    const Str parts[] = {object, STR("."), member};
    return object.len ? str_join_all(arena, parts, COUNT(parts)) : (Str){0};
}
