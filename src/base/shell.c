#include "base/shell.h"

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

/* Whether a message cannot contain the character as it is. */
static bool is_hidden(uint32_t c, size_t bytes)
{
    return char_is_control(c) || (c == 0xFFFD && bytes == 1);
}

static bool has_hidden(Str text)
{
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t c = str_decode(text, &at);
        if (is_hidden(c, at - from))
            return true;
    }
    return false;
}

static Str quote_hidden(Arena *arena, Str text)
{
    Buf buf = buf_open(arena, 0);
    buf_put(&buf, STR("$'"));
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t c = str_decode(text, &at);
        bool hidden = is_hidden(c, at - from), escaped = c == '\'' || c == '\\';
        for (size_t i = from; i < at && hidden; i++)
            buf_printf(&buf, "\\%03o", (unsigned char)text.ptr[i]);
        if (escaped)
            buf_put_byte(&buf, '\\');
        if (!hidden)
            buf_put(&buf, str_slice(text, from, at));
    }
    buf_put_byte(&buf, '\'');
    return buf_str(&buf);
}

Str shell_quote(Arena *arena, Str text)
{
    if (has_hidden(text))
        return quote_hidden(arena, text);
    if (is_plain(text))
        return text;
    Buf buf = buf_open(arena, 0);
    buf_put_byte(&buf, '\'');
    for (size_t i = 0; i < text.len; i++)
        buf_put(&buf, text.ptr[i] == '\'' ? STR("'\\''") : str_slice(text, i, i + 1));
    buf_put_byte(&buf, '\'');
    return buf_str(&buf);
}

Str shell_quote_path(Arena *arena, Str path)
{
    bool dash = path.len && path.ptr[0] == '-';
    return shell_quote(arena, dash ? str_join(arena, STR("./"), path) : path);
}
