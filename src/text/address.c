#include "text/address.h"

/* The escapes in quotes, by the byte after the backslash; `\xNN` is any byte. Every other byte is
   literal, so no name is lost. */
static const char escapes[][2] = {{'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'"', '"'}, {'\\', '\\'}};

/* ---- writing ---- */

/* Takes the character at *at if it cannot be shown as it is: invalid, or a control character. */
static bool take_hidden(Str text, size_t *at)
{
    size_t from = *at;
    uint32_t c = str_decode(text, at);
    return char_is_control(c) || (c == 0xFFFD && *at == from + 1);
}

static void put_quoted(Buf *out, Str bytes, bool hidden)
{
    for (size_t i = 0; i < bytes.len; i++) {
        size_t known = 0;
        while (known < COUNT(escapes) && bytes.ptr[i] != escapes[known][1])
            known++;
        if (known < COUNT(escapes))
            buf_printf(out, "\\%c", escapes[known][0]);
        else if (hidden)
            buf_printf(out, "\\x%02X", (unsigned char)bytes.ptr[i]);
        else
            buf_put_byte(out, bytes.ptr[i]);
    }
}

static Str quoted(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    buf_put_byte(&out, '"');
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        bool hidden = take_hidden(text, &at);
        put_quoted(&out, str_slice(text, from, at), hidden);
    }
    buf_put_byte(&out, '"');
    return buf_str(&out);
}

Str address_shown(Arena *arena, Str text)
{
    bool plain = !text.len || (!byte_in(text.ptr[0], "\" ") && text.ptr[text.len - 1] != ' ');
    for (size_t at = 0; at < text.len && plain;)
        plain = !take_hidden(text, &at);
    return plain ? text : quoted(arena, text);
}

Str address_value(Arena *arena, Str text)
{
    return str_is_utf8(text) ? text : quoted(arena, text);
}

/* ---- reading ---- */

/* The byte that an escape denotes; moves *at to the escape's last byte. */
static char unescaped(Str text, size_t *at)
{
    for (size_t i = 0; i < COUNT(escapes) && *at < text.len; i++)
        if (escapes[i][0] == text.ptr[*at])
            return escapes[i][1];
    if (*at + 2 >= text.len || text.ptr[*at] != 'x')
        return '\0';
    int high = byte_hex_value(text.ptr[*at + 1]), low = byte_hex_value(text.ptr[*at + 2]);
    *at += 2;
    return high >= 0 && low >= 0 ? (char)(high * 16 + low) : '\0';
}

/* Decodes the quoted value at the start of the text and finds its end; false if it is not closed.
 */
static bool take_quoted(Arena *arena, Str text, Str *value, size_t *end)
{
    Buf out = buf_open(arena, 0);
    size_t at = 1;
    for (; at < text.len && text.ptr[at] != '"'; at++) {
        char byte = text.ptr[at];
        if (byte == '\\') {
            at++;
            byte = unescaped(text, &at);
            if (!byte)
                return false;
        }
        buf_put_byte(&out, byte);
    }
    *value = buf_str(&out);
    *end = at + 1;
    return at < text.len;
}

bool address_unquote(Arena *arena, Str text, Str *value)
{
    size_t end;
    return str_starts(text, STR("\"")) && take_quoted(arena, text, value, &end) && end == text.len;
}

Str address_read(Arena *arena, Str text)
{
    Str path;
    size_t end;
    if (!str_starts(text, STR("\"")) || !take_quoted(arena, text, &path, &end) || !path.len)
        return text;
    const Str parts[] = {path, str_from_offset(text, end)};
    Buf whole = buf_open(arena, 0);
    for (size_t i = 0; i < COUNT(parts); i++)
        buf_put(&whole, parts[i]);
    return buf_str(&whole);
}

size_t address_cut(Str text, size_t end)
{
    for (size_t i = MIN(end, text.len); i-- > 1;)
        if (i + 2 < text.len && text.ptr[i] == ':' && text.ptr[i + 1] == ':')
            return i;
    return STR_NONE;
}
