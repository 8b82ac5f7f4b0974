#include "text/shell.h"

#include "base/buf.h"

static bool is_plain(Str text)
{
    static const char plain[] = "/._-+=:,@%";
    if (!text.len || text.ptr[0] == '-')
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_word(text.ptr[i]) && !byte_in(text.ptr[i], plain))
            return false;
    return true;
}

Str shell_quote(Arena *arena, Str text)
{
    if (is_plain(text))
        return text;
    Buf buf = buf_open(arena, 0);
    buf_put_byte(&buf, '\'');
    for (size_t i = 0; i < text.len; i++)
        buf_put(&buf, text.ptr[i] == '\'' ? STR("'\\''") : str_slice(text, i, i + 1));
    buf_put_byte(&buf, '\'');
    return buf_str(&buf);
}
