#include "text/plain.h"

void plain_put(Buf *out, Str text)
{
    size_t from = 0, next = 0;
    for (size_t at = 0; at < text.len; at = next) {
        next = at + 1;
        if (text.ptr[at] >= ' ' && text.ptr[at] < 0x7F)
            continue;
        next = at;
        if (!char_is_control(str_decode(text, &next)))
            continue;
        buf_put_text(out, str_slice(text, from, at));
        buf_put_byte(out, ' ');
        from = next;
    }
    buf_put_text(out, str_from_offset(text, from));
}

uint32_t plain_symbol(uint32_t c)
{
    if (!char_is_control(c))
        return c;
    return c < 0x20 ? 0x2400 + c : c == 0x7F ? 0x2421 : 0xFFFD;
}
