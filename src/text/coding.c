#include "text/coding.h"

/* Bytes of a text that are examined. */
#define HEAD_MAX 512
/* Fewer characters tell nothing. */
#define HEAD_CHARS_MIN 4

/* The characters of 0x80 to 0x9F in Windows-1252; the five that it leaves out are as in Latin-1. */
static const uint16_t high[32] = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                  0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                  0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                  0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

TextCoding coding_of_head(Str head)
{
    if (str_starts(head, STR("\xFF\xFE")))
        return CODING_UTF16_LE;
    if (str_starts(head, STR("\xFE\xFF")))
        return CODING_UTF16_BE;
    size_t chars = MIN(head.len, (size_t)HEAD_MAX) / 2, zeros[2] = {0};
    for (size_t i = 0; i < chars * 2; i++)
        zeros[i % 2] += !head.ptr[i];
    if (chars < HEAD_CHARS_MIN || (zeros[0] && zeros[1]) || zeros[0] + zeros[1] < chars * 3 / 4)
        return CODING_UTF8;
    return zeros[1] ? CODING_UTF16_LE : CODING_UTF16_BE;
}

size_t coding_mark(Str text)
{
    return str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0;
}

static void put_char(char *out, size_t *len, uint32_t c)
{
    if (c < 0x80) {
        out[(*len)++] = (char)c;
        return;
    }
    unsigned more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
    out[(*len)++] = (char)(heads[more] | c >> 6 * more);
    while (more--)
        out[(*len)++] = (char)(0x80 | (c >> 6 * more & 0x3F));
}

static Str decode_bytes(char *out, Str text)
{
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];
        put_char(out, &len, byte >= 0x80 && byte < 0xA0 ? high[byte - 0x80] : byte);
    }
    return (Str){out, len};
}

static uint32_t unit_at(TextCoding coding, Str text, size_t at)
{
    unsigned char a = (unsigned char)text.ptr[at], b = (unsigned char)text.ptr[at + 1];
    return coding == CODING_UTF16_LE ? (uint32_t)(b << 8 | a) : (uint32_t)(a << 8 | b);
}

static Str decode_units(char *out, TextCoding coding, Str text)
{
    size_t len = 0;
    for (size_t i = 0; i + 1 < text.len; i += 2) {
        uint32_t c = unit_at(coding, text, i);
        uint32_t low = i + 3 < text.len ? unit_at(coding, text, i + 2) : 0;
        if (!i && c == 0xFEFF)
            continue;
        bool pair = c >= 0xD800 && c < 0xDC00 && low >= 0xDC00 && low < 0xE000;
        if (pair) {
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            i += 2;
        } else if (c >= 0xD800 && c < 0xE000) {
            c = 0xFFFD;
        }
        put_char(out, &len, c);
    }
    return (Str){out, len};
}

Str coding_decode(Arena *arena, TextCoding coding, Str text)
{
    if (coding == CODING_UTF8)
        return text;
    char *out = arena_bytes(arena, text.len * 3 + 1);
    return coding == CODING_WINDOWS_1252 ? decode_bytes(out, text)
                                         : decode_units(out, coding, text);
}
