#include "lsp/lsp_uri.h"

#include "base/buf.h"
#include "base/path.h"

/* Decodes %XX. Empty if the text has a NUL, written or encoded. */
static Str decode(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool coded = c == '%' && i + 2 < text.len && byte_hex_value(text.ptr[i + 1]) >= 0 &&
                     byte_hex_value(text.ptr[i + 2]) >= 0;
        if (coded) {
            c = (char)(byte_hex_value(text.ptr[i + 1]) * 16 + byte_hex_value(text.ptr[i + 2]));
            i += 2;
        }
        if (!c)
            return (Str){0};
        buf_put_byte(&out, c);
    }
    return buf_str(&out);
}

Str lsp_uri_path(Arena *arena, Str uri)
{
    static const Str scheme = STR_INIT("file://"), host = STR_INIT("localhost");
    if (!str_equal_nocase(str_slice(uri, 0, scheme.len), scheme))
        return (Str){0};
    uri = str_from_offset(uri, scheme.len);
    uri = str_slice(uri, 0, str_find_byte(uri, '?'));
    uri = str_slice(uri, 0, str_find_byte(uri, '#'));
    if (str_starts(uri, host))
        uri = str_from_offset(uri, host.len);
    Str path = decode(arena, uri);
    return path_is_absolute(path) ? path_normalise(arena, path) : (Str){0};
}

/* What RFC 3986 lets a path have as it is, and `/`. */
static bool is_plain(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || byte_in(c, "/-._~!$&'()*+,;=@");
}

static void put_encoded(Buf *out, Str path)
{
    for (size_t i = 0; i < path.len; i++)
        if (is_plain(path.ptr[i]))
            buf_put_byte(out, path.ptr[i]);
        else
            buf_printf(out, "%%%02X", (unsigned char)path.ptr[i]);
}

Str lsp_uri_join(Arena *arena, Str directory, Str path)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, directory);
    if (!str_ends(directory, STR("/")))
        buf_put_byte(&out, '/');
    put_encoded(&out, path);
    return buf_str(&out);
}

Str lsp_uri_of(Arena *arena, Str path)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, STR("file://"));
    put_encoded(&out, path);
    return buf_str(&out);
}
