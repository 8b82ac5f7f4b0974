#include "base/buf.h"

#define BUF_FIRST_CAP 256

Buf buf_open(Arena *arena, size_t limit)
{
    return (Buf){.arena = arena, .limit = limit};
}

char *buf_reserve(Buf *buf, size_t more)
{
    size_t limit = buf->limit ? buf->limit : SIZE_MAX / 4;
    if (buf->overflow || more > limit - buf->len) {
        buf->overflow = true;
        return NULL;
    }
    if (more > buf->cap - buf->len) {
        size_t larger = MAX(MAX(buf->cap * 2, BUF_FIRST_CAP), buf->len + more);
        char *grown = arena_grow(buf->arena, buf->ptr, buf->cap, larger, 1);
        buf->ptr = grown;
        buf->cap = larger;
    }
    return buf->ptr + buf->len;
}

void buf_put(Buf *buf, Str s)
{
    char *to = s.len ? buf_reserve(buf, s.len) : NULL;
    if (!to)
        return;
    memcpy(to, s.ptr, s.len);
    buf->len += s.len;
}

void buf_put_byte(Buf *buf, char byte)
{
    buf_put(buf, (Str){&byte, 1});
}

void buf_put_repeat(Buf *buf, Str s, size_t times)
{
    while (times--)
        buf_put(buf, s);
}

void buf_put_u64(Buf *buf, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    buf_put(buf, (Str){digits + at, sizeof digits - at});
}

void buf_put_thousands(Buf *buf, uint64_t value)
{
    char digits[27];
    size_t at = sizeof digits, count = 0;
    do {
        if (count && count % 3 == 0)
            digits[--at] = ',';
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
        count++;
    } while (value);
    buf_put(buf, (Str){digits + at, sizeof digits - at});
}

void buf_put_size(Buf *buf, uint64_t bytes)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
    uint64_t scale = 1;
    size_t unit = 0;
    while (unit + 1 < COUNT(units) && bytes / 1024 >= scale) {
        scale *= 1024;
        unit++;
    }
    uint64_t whole = bytes / scale;
    uint64_t tenths = (bytes % scale) / MAX(scale / 10, 1);
    tenths = scale == 1 ? 0 : MIN(tenths, 9);
    if (tenths)
        buf_printf(buf, "%llu.%llu %s", (unsigned long long)whole, (unsigned long long)tenths,
                   units[unit]);
    else
        buf_printf(buf, "%llu %s", (unsigned long long)whole, units[unit]);
}

void buf_put_hex(Buf *buf, Str bytes)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < bytes.len; i++) {
        buf_put_byte(buf, digits[(unsigned char)bytes.ptr[i] >> 4]);
        buf_put_byte(buf, digits[(unsigned char)bytes.ptr[i] & 15]);
    }
}

void buf_put_text(Buf *buf, Str s)
{
    if (str_is_utf8(s)) {
        buf_put(buf, s);
        return;
    }
    for (size_t at = 0; at < s.len;) {
        size_t from = at;
        bool invalid = str_decode(s, &at) == 0xFFFD && at == from + 1;
        buf_put(buf, invalid ? STR("\xEF\xBF\xBD") : str_slice(s, from, at));
    }
}

void buf_printf(Buf *buf, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *to = len > 0 ? buf_reserve(buf, (size_t)len + 1) : NULL;
    if (to) {
        vsnprintf(to, (size_t)len + 1, format, again);
        buf->len += (size_t)len;
    }
    va_end(again);
}
