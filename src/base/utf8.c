/* The UTF-8 part of str.h. Overlong forms, surrogates and values past U+10FFFF are invalid. */
#include "base/str.h"

/* Length of the valid sequence at s, 0 if it is invalid. */
static size_t utf8_length(const unsigned char *s, size_t left)
{
    if (s[0] < 0x80)
        return 1;
    if (s[0] < 0xC2 || s[0] > 0xF4)
        return 0;
    size_t len = s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : 4;
    if (left < len)
        return 0;
    unsigned char low = 0x80, high = 0xBF;
    if (s[0] == 0xE0)
        low = 0xA0;
    else if (s[0] == 0xED)
        high = 0x9F;
    else if (s[0] == 0xF0)
        low = 0x90;
    else if (s[0] == 0xF4)
        high = 0x8F;
    if (s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < len; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    return len;
}

uint32_t str_decode(Str s, size_t *at)
{
    const unsigned char *p = (const unsigned char *)s.ptr + *at;
    size_t len = utf8_length(p, s.len - *at);
    if (!len) {
        *at += 1;
        return 0xFFFD;
    }
    *at += len;
    if (len == 1)
        return p[0];
    uint32_t c = p[0] & (0x7Fu >> len);
    for (size_t i = 1; i < len; i++)
        c = c << 6 | (p[i] & 0x3Fu);
    return c;
}

bool char_is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* End of the run of ASCII that starts at i, found many bytes at a time. */
static size_t ascii_end(Str s, size_t i)
{
    uint64_t words[4];
    for (; s.len - i >= sizeof words; i += sizeof words) {
        memcpy(words, s.ptr + i, sizeof words);
        if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u)
            break;
    }
    while (i < s.len && (unsigned char)s.ptr[i] < 0x80)
        i++;
    return i;
}

size_t str_find_invalid(Str s)
{
    const unsigned char *p = (const unsigned char *)s.ptr;
    for (size_t i = 0; i < s.len;) {
        if (p[i] < 0x80) {
            i = ascii_end(s, i);
            continue;
        }
        size_t len = utf8_length(p + i, s.len - i);
        if (!len)
            return i;
        i += len;
    }
    return STR_NONE;
}

size_t str_encode(char *to, uint32_t c)
{
    size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = len; i-- > 1; c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3F));
    to[0] = (char)(lead[len] | c);
    return len;
}

bool str_is_utf8(Str s)
{
    return str_find_invalid(s) == STR_NONE;
}

size_t str_count_chars(Str s)
{
    size_t count = 0;
    for (size_t at = 0; at < s.len; count++)
        str_decode(s, &at);
    return count;
}

size_t str_char_offset(Str s, size_t n)
{
    size_t at = 0;
    while (n-- && at < s.len)
        str_decode(s, &at);
    return at;
}

size_t str_char_floor(Str s, size_t at)
{
    if (at >= s.len)
        return s.len;
    for (size_t back = 1; back <= 3 && back <= at; back++) {
        const unsigned char *p = (const unsigned char *)s.ptr + at - back;
        size_t len = utf8_length(p, s.len - (at - back));
        if (len > back)
            return at - back;
        if (len)
            break;
    }
    return at;
}

Str str_cut_chars(Arena *arena, Str s, size_t max)
{
    if (s.len <= max || str_char_offset(s, max) == s.len)
        return s;
    Str kept = str_trim_end(str_slice(s, 0, str_char_offset(s, max ? max - 1 : 0)));
    return str_join(arena, kept, STR("…"));
}

Str str_fold_space(Arena *arena, Str s)
{
    s = str_trim(s);
    char *text = arena_bytes(arena, s.len);
    size_t len = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (!byte_is_space(s.ptr[i]))
            text[len++] = s.ptr[i];
        else if (!byte_is_space(s.ptr[i - 1]))
            text[len++] = ' ';
    }
    return (Str){text, len};
}
