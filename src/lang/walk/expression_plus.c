#include "lang/walk/expression_plus.h"

#include "lang/walk/expression.h"

Str expression_of_plus(Arena *arena, const Language *language, Str function, Str inside)
{
    static const char *const words[] = {"std::move", "std::forward", "std::as_const", "std::ref",
                                        NULL};
    bool same = language->c_reader_types_arguments && lang_lists(words, function);
    return same ? expression_text(arena, language, inside) : (Str){0};
}
