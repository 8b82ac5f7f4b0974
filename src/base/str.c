/* Every function takes a Str by value and returns a slice of it where it can; only joined,
   terminated or folded texts are copied into an arena. Searching is left to memchr and memmem,
   which C libraries tune for the processor. */
#include "base/str.h"

#include "base/hash.h"

Str str_from(const char *terminated)
{
    return terminated ? (Str){terminated, strlen(terminated)} : (Str){0};
}

Str str_copy(Arena *arena, Str s)
{
    if (!s.len)
        return (Str){0};
    char *copy = arena_bytes(arena, s.len);
    memcpy(copy, s.ptr, s.len);
    return (Str){copy, s.len};
}

char *str_terminate(Arena *arena, Str s)
{
    char *copy = arena_bytes(arena, s.len + 1);
    if (s.len)
        memcpy(copy, s.ptr, s.len);
    copy[s.len] = '\0';
    return copy;
}

Str str_format(Arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len < 0) {
        va_end(again);
        return (Str){0};
    }
    char *text = arena_bytes(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return (Str){text, (size_t)len};
}

Str str_join(Arena *arena, Str a, Str b)
{
    char *text = arena_bytes(arena, a.len + b.len);
    if (a.len)
        memcpy(text, a.ptr, a.len);
    if (b.len)
        memcpy(text + a.len, b.ptr, b.len);
    return (Str){text, a.len + b.len};
}

Str str_join_all(Arena *arena, const Str *parts, size_t count)
{
    size_t len = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        len += parts[i].len;
    char *text = arena_bytes(arena, len);
    for (size_t i = 0; i < count; i++) {
        if (parts[i].len)
            memcpy(text + at, parts[i].ptr, parts[i].len);
        at += parts[i].len;
    }
    return (Str){text, len};
}

bool str_equal(Str a, Str b)
{
    return a.len == b.len && (!a.len || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static char byte_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool str_equal_nocase(Str a, Str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (byte_lower(a.ptr[i]) != byte_lower(b.ptr[i]))
            return false;
    return true;
}

int str_compare(Str a, Str b)
{
    size_t len = MIN(a.len, b.len);
    int order = len ? memcmp(a.ptr, b.ptr, len) : 0;
    return order ? order : (a.len > b.len) - (a.len < b.len);
}

bool str_starts(Str s, Str prefix)
{
    return s.len >= prefix.len && (!prefix.len || memcmp(s.ptr, prefix.ptr, prefix.len) == 0);
}

bool str_ends(Str s, Str suffix)
{
    return s.len >= suffix.len &&
           (!suffix.len || memcmp(s.ptr + s.len - suffix.len, suffix.ptr, suffix.len) == 0);
}

uint64_t str_hash(Str s)
{
    return hash_fast(s);
}

size_t str_find(Str s, Str needle)
{
    if (!needle.len)
        return 0;
    const char *at = s.len ? memmem(s.ptr, s.len, needle.ptr, needle.len) : NULL;
    return at ? (size_t)(at - s.ptr) : STR_NONE;
}

size_t str_find_byte(Str s, char byte)
{
    const char *at = s.len ? memchr(s.ptr, byte, s.len) : NULL;
    return at ? (size_t)(at - s.ptr) : STR_NONE;
}

size_t str_find_last_byte(Str s, char byte)
{
    const char *at = s.len ? memrchr(s.ptr, byte, s.len) : NULL;
    return at ? (size_t)(at - s.ptr) : STR_NONE;
}

Str str_slice(Str s, size_t from, size_t to)
{
    to = MIN(to, s.len);
    return from < to ? (Str){s.ptr + from, to - from} : (Str){0};
}

Str str_from_offset(Str s, size_t from)
{
    return str_slice(s, from, s.len);
}

Str str_trim_end(Str s)
{
    while (s.len && byte_is_space(s.ptr[s.len - 1]))
        s.len--;
    return s;
}

Str str_trim(Str s)
{
    s = str_trim_end(s);
    while (s.len && byte_is_space(s.ptr[0]))
        s = (Str){s.ptr + 1, s.len - 1};
    return s;
}

Str str_lower(Arena *arena, Str s)
{
    char *text = arena_bytes(arena, s.len);
    for (size_t i = 0; i < s.len; i++)
        text[i] = byte_lower(s.ptr[i]);
    return (Str){text, s.len};
}

bool str_take_until(Str *rest, char separator, Str *part)
{
    if (!rest->len)
        return false;
    size_t at = str_find_byte(*rest, separator);
    *part = str_slice(*rest, 0, at);
    *rest = at == STR_NONE ? (Str){0} : str_from_offset(*rest, at + 1);
    return true;
}

bool str_is_listed(Str word, const char *list)
{
    Str rest = str_from(list ? list : ""), next;
    while (str_take_until(&rest, ' ', &next))
        if (str_equal(next, word))
            return true;
    return false;
}

bool str_take_line(Str *rest, Str *line)
{
    if (!str_take_until(rest, '\n', line))
        return false;
    if (line->len && line->ptr[line->len - 1] == '\r')
        line->len--;
    return true;
}

bool str_parse_u64(Str s, uint64_t *value)
{
    uint64_t result = 0;
    if (!s.len)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        if (!byte_is_digit(s.ptr[i]))
            return false;
        uint64_t digit = (uint64_t)(s.ptr[i] - '0');
        if (result > (UINT64_MAX - digit) / 10)
            return false;
        result = result * 10 + digit;
    }
    *value = result;
    return true;
}

bool str_parse_i64(Str s, int64_t *value)
{
    bool negative = s.len && s.ptr[0] == '-';
    uint64_t magnitude = 0;
    if (!str_parse_u64(str_from_offset(s, negative), &magnitude))
        return false;
    if (magnitude > (uint64_t)INT64_MAX + negative)
        return false;
    *value = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return true;
}

bool str_is_hex(Str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (byte_hex_value(s.ptr[i]) < 0)
            return false;
    return s.len > 0;
}

bool str_is_lower_hex(Str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] >= 'A' && s.ptr[i] <= 'F')
            return false;
    return str_is_hex(s);
}

bool str_parse_hex(Str s, uint64_t *value)
{
    uint64_t result = 0;
    if (s.len > 16 || !str_is_hex(s))
        return false;
    for (size_t i = 0; i < s.len; i++)
        result = result << 4 | (uint64_t)byte_hex_value(s.ptr[i]);
    *value = result;
    return true;
}

bool str_parse_unit(Str s, size_t at, uint32_t *unit)
{
    uint64_t value = 0;
    Str digits = str_slice(s, at, at + 4);
    if (digits.len != 4 || !str_parse_hex(digits, &value))
        return false;
    *unit = (uint32_t)value;
    return true;
}

bool str_parse_bytes(Str s, char *bytes)
{
    for (size_t i = 0; i + 1 < s.len; i += 2) {
        int high = byte_hex_value(s.ptr[i]), low = byte_hex_value(s.ptr[i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i / 2] = (char)(high << 4 | low);
    }
    return true;
}

Str str_keep_only(Arena *arena, char *since, Str text)
{
    bool inside = text.ptr >= since && text.ptr < arena->ptr;
    arena->ptr = since;
    if (!inside || !text.len)
        return text;
    memmove(since, text.ptr, text.len);
    arena->ptr += text.len;
    return (Str){since, text.len};
}

Str str_word_before(Str s, size_t at)
{
    size_t start = at;
    while (start && byte_is_word(s.ptr[start - 1]))
        start--;
    return str_slice(s, start, at);
}

size_t str_word_end(Str s, size_t at)
{
    while (at < s.len && byte_is_word(s.ptr[at]))
        at++;
    return at;
}
