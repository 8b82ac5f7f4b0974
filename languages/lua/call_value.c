/* `setmetatable({…}, T)` is an object of T. */
#include "languages_lang.h"

Str call_value_lua(Arena *arena, const Language *language, Str function, Str inside)
{
    (void)arena, (void)language;
    size_t comma = str_find_last_byte(inside, ',');
    Str table = comma == STR_NONE ? (Str){0} : str_trim(str_from_offset(inside, comma + 1));
    for (size_t i = 0; i < table.len; i++)
        if (!byte_is_word(table.ptr[i]) && table.ptr[i] != '.')
            return (Str){0};
    return str_equal(function, STR("setmetatable")) ? table : (Str){0};
}
