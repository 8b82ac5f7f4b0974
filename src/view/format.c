#include "view/format.h"

#include "text/address.h"
#include "text/plain.h"
#include "text/toon.h"

#define ELLIPSIS STR("\xE2\x80\xA6")

Str view_format_name(ViewFormat format)
{
    static const char *const names[] = {
#define X(name, text) text,
        VIEW_FORMATS(X)
#undef X
    };
    return str_from(names[format]);
}

void view_put_value(Buf *out, Arena scratch, ViewFormat format, const Json *value)
{
    Err err = {0};
    const ToonOptions options = {0};
    if (format != VIEW_TOON)
        json_write(out, value, 0);
    else if (!toon_encode(&scratch, value, &options, out, &err))
        assert(out->overflow); /* values that we build are never too deep or invalid */
    buf_put_byte(out, '\n');
}

void view_put_line_text(Buf *out, Str text)
{
    plain_put(out, text);
}

void view_put_address(Buf *out, Str text)
{
    buf_put(out, address_shown(out->arena, text));
}

Str view_cut_middle(Arena *arena, Str text, size_t max)
{
    if (text.len <= max || max < ELLIPSIS.len)
        return text;
    size_t keep = max - ELLIPSIS.len;
    size_t head = str_char_floor(text, keep / 2);
    size_t tail = text.len - (keep - keep / 2);
    while (tail < text.len && str_char_floor(text, tail) != tail)
        tail++;
    return str_format(arena, "%.*s%.*s%.*s", (int)head, text.ptr, STR_ARG(ELLIPSIS),
                      (int)(text.len - tail), text.ptr + tail);
}

Str view_cut_end(Arena *arena, Str text, size_t max)
{
    if (text.len <= max || max < ELLIPSIS.len)
        return text;
    size_t head = str_char_floor(text, max - ELLIPSIS.len);
    return str_format(arena, "%.*s%.*s", (int)head, text.ptr, STR_ARG(ELLIPSIS));
}

void view_put_range(Buf *out, uint64_t first, uint64_t last)
{
    buf_put_byte(out, '[');
    buf_put_u64(out, first);
    if (last > first) {
        buf_put_byte(out, '-');
        buf_put_u64(out, last);
    }
    buf_put_byte(out, ']');
}
