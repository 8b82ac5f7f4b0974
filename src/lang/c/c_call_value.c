/* C++ functions that return their argument: their call has the argument's value. In C, a type can
   only be an argument of a macro, such as `container_of(p, struct task, link)`: its call has a
   value of the type. */
#include "languages_lang.h"

#include "lang/walk/expression.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"

Str call_value_cpp(Arena *arena, const Language *language, Str function, Str inside)
{
    static const char *const words[] = {"std::move", "std::forward", "std::as_const", "std::ref",
                                        NULL};
    return lang_lists(words, function) ? expression_text(arena, language, inside) : (Str){0};
}

Str call_value_c(Arena *arena, const Language *language, Str function, Str inside)
{
    Str argument;
    (void)function;
    while (type_head_take(&inside, ',', &argument)) {
        bool tagged = str_starts(argument, STR("struct ")) || str_starts(argument, STR("union "));
        Str type = tagged ? type_text(arena, language, argument) : (Str){0};
        if (type.len)
            return str_join(arena, type, STR("{}"));
    }
    return (Str){0};
}
