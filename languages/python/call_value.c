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

Str call_value_python(Arena *arena, const Language *language, Str function, Str inside)
{
    Str rest, first = first_argument(inside, &rest);
    bool cast = str_equal(function, STR("cast")) || str_equal(function, STR("typing.cast"));
    if (cast && rest.len) {
        Str type = type_text(arena, language, first);
        return type.len ? str_join(arena, type, STR("{}")) : (Str){0};
    }
    static const char *const same[] = {"list",  "iter",      "sorted", "reversed",
                                       "tuple", "frozenset", "set",    NULL};
    static const char *const one[] = {"next", "max", "min", NULL};
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
