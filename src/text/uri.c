#include "text/uri.h"

Str uri_decode(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++) {
        bool escape = text.ptr[i] == '%' && i + 2 < text.len;
        int high = escape ? byte_hex_value(text.ptr[i + 1]) : -1;
        int low = escape ? byte_hex_value(text.ptr[i + 2]) : -1;
        bool valid = high >= 0 && low >= 0;
        buf_put_byte(&out, valid ? (char)(high * 16 + low) : text.ptr[i]);
        i += valid ? 2 : 0;
    }
    return buf_str(&out);
}
