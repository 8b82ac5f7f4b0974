/* Bindings of Hare's imports: `use a::b;` makes the module visible as `b`. */
#include "languages_lang.h"

#include "lang/import/import.h"

void bindings_hare(Arena *arena, Str text, BindingVec *bindings)
{
    size_t colon = str_find_last_byte(text, ':');
    Str name = colon == STR_NONE ? text : str_from_offset(text, colon + 1);
    if (name.len)
        import_add(arena, bindings, (Str){0}, name, 0);
}
