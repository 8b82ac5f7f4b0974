/* Values of JavaScript calls: compilers to CommonJS wrap `require("./x")` in a helper, which
   returns the module. */
#include "languages_lang.h"

static Str last_word(Str path)
{
    size_t start = path.len;
    while (start && byte_is_word(path.ptr[start - 1]))
        start--;
    return str_from_offset(path, start);
}

Str call_value_javascript(Arena *arena, const Language *language, Str function, Str inside)
{
    static const Str helpers[] = {STR_INIT("_interop"), STR_INIT("__import"), STR_INIT("__toESM")};
    Str name = last_word(function);
    for (size_t i = 0; i < COUNT(helpers); i++)
        if (str_starts(name, helpers[i]))
            return language->loaded_module(arena, &inside);
    return (Str){0};
}
