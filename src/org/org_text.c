/* The private characters U+EF00 to U+EFFF stand for bytes, as in MirBSD's OPTU encoding. */
#include "org/org_text.h"

#define BYTE_FIRST 0xEF00u
#define BYTE_LAST 0xEFFFu

static bool stands_for_byte(uint32_t c)
{
    return c >= BYTE_FIRST && c <= BYTE_LAST;
}

static void put_byte(Buf *out, char byte)
{
    char text[4];
    buf_put(out, (Str){text, str_encode(text, BYTE_FIRST + (unsigned char)byte)});
}

static void org_text_put(Buf *out, Str text)
{
    size_t at = 0, kept = 0;
    while (at < text.len) {
        size_t start = at;
        uint32_t c = str_decode(text, &at);
        Str bytes = str_slice(text, start, at);
        if (c && !stands_for_byte(c) && (c != 0xFFFD || bytes.len > 1))
            continue;
        buf_put(out, str_slice(text, kept, start));
        for (size_t i = 0; i < bytes.len; i++)
            put_byte(out, bytes.ptr[i]);
        kept = at;
    }
    buf_put(out, str_from_offset(text, kept));
}

Str org_text(Arena *arena, Str text)
{
    if (str_is_utf8(text) && str_find(text, STR("\xEE\xBC")) == STR_NONE &&
        str_find(text, STR("\xEE\xBD")) == STR_NONE &&
        str_find(text, STR("\xEE\xBE")) == STR_NONE &&
        str_find(text, STR("\xEE\xBF")) == STR_NONE && str_find_byte(text, '\0') == STR_NONE)
        return text;
    Buf out = buf_open(arena, 0);
    org_text_put(&out, text);
    return buf_str(&out);
}

Str org_text_back(Arena *arena, Str text)
{
    if (str_find(text, STR("\xEE")) == STR_NONE)
        return text;
    Buf out = buf_open(arena, 0);
    for (size_t at = 0; at < text.len;) {
        size_t start = at;
        uint32_t c = str_decode(text, &at);
        if (stands_for_byte(c))
            buf_put_byte(&out, (char)(c - BYTE_FIRST));
        else
            buf_put(&out, str_slice(text, start, at));
    }
    return buf_str(&out);
}

void org_field_put(Buf *out, Str text)
{
    size_t kept = 0;
    static const char from[] = "\\\n\r\t", to[] = "\\nrt";
    for (size_t i = 0; i < text.len; i++) {
        const char *found = byte_in(text.ptr[i], from) ? strchr(from, text.ptr[i]) : NULL;
        if (!found)
            continue;
        org_text_put(out, str_slice(text, kept, i));
        buf_put_byte(out, '\\');
        buf_put_byte(out, to[found - from]);
        kept = i + 1;
    }
    org_text_put(out, str_from_offset(text, kept));
}

void org_field_put_number(Buf *out, int64_t number)
{
    buf_printf(out, "%lld", (long long)number);
}

void org_field_put_hash(Buf *out, Str bytes)
{
    buf_put(out, STR("\\\\x"));
    buf_put_hex(out, bytes);
}

Str org_bytes(Arena *arena, Str text)
{
    if (!str_starts(text, STR("\\x")))
        return (Str){0};
    size_t count = (text.len - 2) / 2;
    char *bytes = arena_bytes(arena, count + 1);
    return str_parse_bytes(str_from_offset(text, 2), bytes) ? (Str){bytes, count} : (Str){0};
}

void org_array_put(Buf *out, Str text)
{
    buf_put(out, out->len > 1 ? STR(",\"") : STR("\""));
    for (size_t i = 0; i < text.len; i++) {
        if (byte_in(text.ptr[i], "\"\\"))
            buf_put_byte(out, '\\');
        buf_put_byte(out, text.ptr[i]);
    }
    buf_put_byte(out, '"');
}
