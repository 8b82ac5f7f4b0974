/* C++ functions that return their argument: their call has the argument's value. */
#include "languages_lang.h"

#include "lang/walk/expression.h"

Str call_value_cpp(Arena *arena, const Language *language, Str function, Str inside)
{
    static const char *const words[] = {"std::move", "std::forward", "std::as_const", "std::ref",
                                        NULL};
    return lang_lists(words, function) ? expression_text(arena, language, inside) : (Str){0};
}
