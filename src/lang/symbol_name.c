/* Names are compared by their plain forms. Most symbols differ in their last letter already. */
#include "lang/symbol_name.h"

#include "base/buf.h"

Str symbol_name_plain(Arena *arena, Str name)
{
    Buf plain = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++) {
        bool pair = i + 1 < name.len && ((name.ptr[i] == ':' && name.ptr[i + 1] == ':') ||
                                         (name.ptr[i] == '-' && name.ptr[i + 1] == '>'));
        i += pair;
        buf_put_byte(&plain, pair || name.ptr[i] == '#' || name.ptr[i] == '\\' ? '.' : name.ptr[i]);
    }
    return buf_str(&plain);
}

bool symbol_name_ends_with(Str qualified, Str name)
{
    return str_ends(qualified, name) && qualified.len > name.len &&
           qualified.ptr[qualified.len - name.len - 1] == '.';
}

SymbolNameFit symbol_name_match(Arena scratch, const Outline *outline, size_t index, Str wanted,
                                Str plain)
{
    Str name = outline->symbols.ptr[index].name;
    if (!name.len)
        return SYMBOL_NAME_DIFFERS;
    char last = name.ptr[name.len - 1];
    char asked = wanted.ptr[wanted.len - 1];
    if ((last | 0x20) != (asked | 0x20)) /* most symbols are rejected here */
        return SYMBOL_NAME_DIFFERS;
    Str qualified = symbol_name_plain(&scratch, symbol_qualified_name(&scratch, outline, index));
    if (str_equal(qualified, plain))
        return SYMBOL_NAME_EXACT;
    if (symbol_name_ends_with(qualified, plain) || str_equal(name, wanted))
        return SYMBOL_NAME_END;
    Str lower = str_lower(&scratch, qualified), asked_lower = str_lower(&scratch, plain);
    bool near = str_equal(lower, asked_lower) || symbol_name_ends_with(lower, asked_lower);
    return near ? SYMBOL_NAME_NO_CASE : SYMBOL_NAME_DIFFERS;
}
