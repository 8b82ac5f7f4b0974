/* Go: the values of calls that name a type or return their argument, and of `x.(T)`. */
#include "languages_lang.h"

#include "lang/walk/expression.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"

Str call_value_go(Arena *arena, const Language *language, Str function, Str inside)
{
    Str first = {0}, rest = str_trim(inside);
    bool asserts = str_ends(function, STR(".")) && !str_equal(rest, STR("type"));
    bool makes = str_equal(function, STR("make")) || str_equal(function, STR("new"));
    if (str_equal(function, STR("append"))) // the list that it extends
        return type_head_take(&rest, ',', &first) ? expression_text(arena, language, first)
                                                  : (Str){0};
    if (!asserts && (!makes || !type_head_take(&rest, ',', &first)))
        return (Str){0};
    Str type = type_text(arena, language, asserts ? rest : first);
    return type.len ? str_join(arena, type, STR("{}")) : type;
}
