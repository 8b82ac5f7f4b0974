/* Values of PHP functions that are known: `array_values($x)` has the elements of $x, `end($x)` is
   one of them. */
#include "languages_lang.h"

#include "lang/walk/expression.h"

Str call_value_php(Arena *arena, const Language *language, Str function, Str inside)
{
    static const char *const same[] = {
        "array_values", "array_filter", "array_slice",       "array_reverse",
        "array_unique", "array_merge",  "iterator_to_array", NULL};
    static const char *const one[] = {"end",       "reset",       "current", "next",
                                      "array_pop", "array_shift", "prev",    NULL};
    bool element = lang_lists(one, function);
    if (!element && !lang_lists(same, function))
        return (Str){0};
    size_t depth = 0, len = 0;
    for (; len < inside.len && (depth || inside.ptr[len] != ','); len++) {
        depth += byte_in(inside.ptr[len], "([{");
        depth -= byte_in(inside.ptr[len], ")]}") && depth;
    }
    Str list = expression_text(arena, language, str_slice(inside, 0, len));
    return list.len && element ? str_join(arena, list, STR("[*]")) : list;
}
