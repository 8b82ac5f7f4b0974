#include "text/base64.h"

Str base64_encode(Arena *arena, Str bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t len = (size_t)base64_length(bytes.len);
    char *text = arena_bytes(arena, len);
    const unsigned char *p = (const unsigned char *)bytes.ptr;
    char *to = text;
    for (size_t at = 0; at < bytes.len; at += 3) {
        size_t left = bytes.len - at;
        uint32_t group = (uint32_t)p[at] << 16;
        group |= left > 1 ? (uint32_t)p[at + 1] << 8 : 0;
        group |= left > 2 ? p[at + 2] : 0;
        *to++ = digits[group >> 18];
        *to++ = digits[group >> 12 & 63];
        *to++ = left > 1 ? digits[group >> 6 & 63] : '=';
        *to++ = left > 2 ? digits[group & 63] : '=';
    }
    return (Str){text, len};
}

static int digit_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (byte_is_digit(c))
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool base64_decode(Arena *arena, Str text, Str *bytes)
{
    size_t padding = str_ends(text, STR("==")) ? 2 : str_ends(text, STR("="));
    char *out = arena_bytes(arena, text.len / 4 * 3);
    size_t len = 0;
    unsigned group = 0;
    if (text.len % 4)
        return false;
    for (size_t i = 0; i < text.len - padding; i++) {
        int value = digit_value(text.ptr[i]);
        if (value < 0)
            return false;
        group = group << 6 | (unsigned)value;
        size_t bits = i % 4 * 6; /* bits of the group before this digit */
        if (bits)
            out[len++] = (char)(group >> (6 - i % 4 * 2));
    }
    *bytes = (Str){out, len};
    return true;
}
