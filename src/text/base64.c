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
