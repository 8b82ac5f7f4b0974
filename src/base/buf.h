/* A growing byte buffer in an arena. `limit` is a hard cap (0: none): a write beyond it is dropped
   whole, `overflow` is set, and every later write is dropped too, so the content is a true prefix.
   */
#pragma once

#include "base/str.h"

typedef struct Buf {
    Arena *arena;
    char *ptr;
    size_t len;
    size_t cap;
    size_t limit;
    bool overflow;
} Buf;

Buf buf_open(Arena *arena, size_t limit);
void buf_put(Buf *buf, Str s);
void buf_put_byte(Buf *buf, char byte);
void buf_put_repeat(Buf *buf, Str s, size_t times);
void buf_put_u64(Buf *buf, uint64_t value);
/* 10247 as 10,247 */
void buf_put_thousands(Buf *buf, uint64_t value);
/* Bytes as `812 B`, `50.5 KB`, `412 KB`, `3.1 MB`: 1024-based, one decimal, `.0` dropped. */
void buf_put_size(Buf *buf, uint64_t bytes);
/* Two lower-case digits a byte. */
void buf_put_hex(Buf *buf, Str bytes);
/* Invalid UTF-8 shown as U+FFFD. */
void buf_put_text(Buf *buf, Str s);
void buf_printf(Buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
/* Ensures room for `more` bytes; returns where to write them (then add to len), NULL over the
 * limit. */
char *buf_reserve(Buf *buf, size_t more);

static inline Str buf_str(const Buf *buf)
{
    return (Str){buf->ptr, buf->len};
}
