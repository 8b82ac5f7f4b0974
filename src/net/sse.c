/* Server-sent events, line by line. A line that is complete in the given bytes is parsed in place;
   otherwise its beginning waits in a buffer. CR, LF and CRLF end a line, so an LF right after a CR
   is skipped, even when it comes with the next bytes. */
#include "net/sse.h"

#define BYTE_ORDER_MARK STR("\xEF\xBB\xBF")

void sse_open(SseParser *parser, Arena *arena, bool (*event)(void *state, Str type, Str data),
              void *state)
{
    *parser = (SseParser){.event = event,
                          .state = state,
                          .line = buf_open(arena, SSE_EVENT_BYTES_MAX),
                          .type = buf_open(arena, SSE_EVENT_BYTES_MAX),
                          .data = buf_open(arena, SSE_EVENT_BYTES_MAX),
                          .id = buf_open(arena, 0)};
}

/* An event without data is not dispatched. */
static bool end_event(SseParser *parser)
{
    Str type = buf_str(&parser->type);
    bool goes_on =
        !parser->has_data ||
        parser->event(parser->state, type.len ? type : STR("message"), buf_str(&parser->data));
    parser->type.len = parser->data.len = 0;
    parser->has_data = false;
    return goes_on;
}

/* Whether the id can be sent in a header. */
static bool is_id(Str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (value.ptr[i] < ' ' || value.ptr[i] > '~')
            return false;
    return value.len <= SSE_ID_BYTES_MAX;
}

static bool parse_line(SseParser *parser, Str line)
{
    Str name = line, value = {0};
    size_t colon = str_find_byte(line, ':');
    if (!line.len)
        return end_event(parser);
    if (colon != STR_NONE) {
        name = str_slice(line, 0, colon);
        value = str_from_offset(line, colon + 1);
        if (str_starts(value, STR(" ")))
            value = str_from_offset(value, 1);
    }
    if (str_equal(name, STR("event"))) {
        parser->type.len = 0;
        buf_put(&parser->type, value);
    } else if (str_equal(name, STR("data"))) {
        if (parser->has_data)
            buf_put_byte(&parser->data, '\n');
        buf_put(&parser->data, value);
        parser->has_data = true;
    } else if (str_equal(name, STR("id")) && is_id(value)) {
        parser->id.len = 0;
        buf_put(&parser->id, value);
    } else if (str_equal(name, STR("retry"))) {
        (void)str_parse_u64(value, &parser->retry_ms);
    }
    parser->is_too_long = parser->type.overflow || parser->data.overflow;
    return !parser->is_too_long;
}

static bool end_line(SseParser *parser, Str rest)
{
    Str line = rest;
    if (parser->line.len) {
        buf_put(&parser->line, rest);
        line = buf_str(&parser->line);
    }
    if (!parser->after_start && str_starts(line, BYTE_ORDER_MARK))
        line = str_from_offset(line, BYTE_ORDER_MARK.len);
    parser->after_start = true;
    parser->is_too_long = parser->line.overflow;
    bool goes_on = !parser->is_too_long && parse_line(parser, line);
    parser->line.len = 0;
    return goes_on;
}

bool sse_take(SseParser *parser, Str bytes)
{
    size_t start = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        char c = bytes.ptr[i];
        bool follows = parser->after_cr && c == '\n';
        parser->after_cr = c == '\r';
        if (c != '\r' && c != '\n')
            continue;
        if (!follows && !end_line(parser, str_slice(bytes, start, i)))
            return false;
        start = i + 1;
    }
    buf_put(&parser->line, str_from_offset(bytes, start));
    parser->is_too_long = parser->line.overflow;
    return !parser->is_too_long;
}
