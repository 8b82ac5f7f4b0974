/* Iterator over JSON items, and decoding of string literals. */
#include "lang/scan/json_items.h"

#include "lang/scan/json_read.h"
#include "lang/scan/scan_text.h"

JsonItems json_items(Str text, size_t at)
{
    char c = at < text.len ? text.ptr[at] : 0;
    bool holds = c == '{' || c == '[';
    return (JsonItems){.text = text, .at = holds ? at + 1 : text.len, .is_object = c == '{'};
}

static bool is_gap(char c)
{
    return byte_is_space(c) || c == ',';
}

bool json_items_next(JsonItems *items)
{
    Str text = items->text;
    while (items->at < text.len && is_gap(text.ptr[items->at]))
        items->at++;
    if (items->at >= text.len || text.ptr[items->at] == '}' || text.ptr[items->at] == ']')
        return false;
    if (items->is_object) {
        if (text.ptr[items->at] != '"')
            return false;
        size_t after = json_string_end(text.ptr, items->at, text.len);
        items->key = str_slice(text, items->at + 1, after - 1);
        items->at = skip_space(text, after, text.len);
        if (items->at >= text.len || text.ptr[items->at] != ':')
            return false;
        items->at = skip_space(text, items->at + 1, text.len);
    }
    items->start = items->at;
    items->end = items->at = MAX(json_value_end(text.ptr, items->at, text.len), items->at);
    return items->end > items->start;
}

/* ---- strings ---- */

/* U+FFFD where the digits are wrong. */
static uint32_t unit_at(Str text, size_t at, size_t end)
{
    uint32_t unit;
    return str_parse_unit(str_slice(text, 0, end), at, &unit) ? unit : 0xFFFD;
}

/* Decodes the `\u` escape at *at, which moves past it; both halves of a surrogate pair. */
static uint32_t take_unicode(Str text, size_t *at, size_t end)
{
    uint32_t high = unit_at(text, *at + 2, end), low = 0;
    *at = MIN(*at + 6, end);
    if (high < 0xD800 || high > 0xDFFF)
        return high;
    if (high < 0xDC00 && *at + 1 < end && text.ptr[*at] == '\\' && text.ptr[*at + 1] == 'u')
        low = unit_at(text, *at + 2, end);
    if (low < 0xDC00 || low > 0xDFFF)
        return 0xFFFD;
    *at = MIN(*at + 6, end);
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

static char plain_escape(char c)
{
    static const char escapes[] = "n\nt\tr\rb\bf\f";
    for (size_t i = 0; i + 1 < sizeof escapes; i += 2)
        if (escapes[i] == c)
            return escapes[i + 1];
    return c;
}

void json_unescape(Str text, size_t start, size_t end, char *to, uint32_t *map, size_t *len)
{
    bool closed = end - start > 1 && text.ptr[end - 1] == '"';
    size_t stop = closed ? end - 1 : end;
    for (size_t at = start + 1; at < stop;) {
        size_t from = at, count = 1;
        bool escape = text.ptr[at] == '\\' && at + 1 < stop;
        if (escape && text.ptr[at + 1] == 'u') {
            count = str_encode(to + *len, take_unicode(text, &at, stop));
        } else {
            to[*len] = escape ? plain_escape(text.ptr[at + 1]) : text.ptr[at];
            at += escape ? 2 : 1;
        }
        for (size_t i = 0; i < count; i++)
            map[(*len)++] = (uint32_t)from;
    }
    map[*len] = (uint32_t)stop;
}
