/* Bindings of Zig's imports: `const a = @import("a.zig");`, `const B = @import("a.zig").B;`. */
#include "languages_lang.h"

#include "lang/import/import.h"

void bindings_zig(Arena *arena, Str text, BindingVec *bindings)
{
    Str alias = {0}, name = {0}, token;
    while (import_token(&text, &token) && !str_equal(token, STR("=")))
        if (byte_is_word(token.ptr[0]))
            alias = token;
    size_t close = str_find_byte(text, ')');
    Str rest = close == STR_NONE ? (Str){0} : str_from_offset(text, close + 1);
    if (import_token(&rest, &token) && str_equal(token, STR(".")) && import_token(&rest, &token))
        name = token;
    bool whole = name.len && import_token(&rest, &token) && str_equal(token, STR("."));
    if (alias.len && !whole) // `@import("a.zig").b.C` names a member of a member
        import_add(arena, bindings, name, alias, 0);
}
