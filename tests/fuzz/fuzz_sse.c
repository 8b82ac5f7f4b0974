/* Server-sent events: a stream gives the same events whole, byte by byte, and cut anywhere. The
   first byte chooses the length of the pieces. */
#include "net/sse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool note(void *state, Str type, Str data)
{
    Buf *out = state;
    assert(type.len && str_find_byte(type, '\n') == STR_NONE);
    assert(data.len <= SSE_EVENT_BYTES_MAX && str_find_byte(data, '\r') == STR_NONE);
    buf_printf(out, "%zu %zu ", type.len, data.len);
    buf_put(out, type);
    buf_put(out, data);
    return true;
}

static Str events_of(Arena *arena, Str stream, size_t piece)
{
    Buf out = buf_open(arena, 0);
    SseParser parser;
    sse_open(&parser, arena, note, &out);
    for (size_t at = 0; at < stream.len; at += piece) {
        bool goes_on = sse_take(&parser, str_slice(stream, at, at + piece));
        assert(goes_on && !parser.is_too_long);
    }
    return buf_str(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena;
    if (!arena.begin)
        arena_open(&arena, GB);
    arena_reset(&arena);
    if (!size)
        return 0;
    Str stream = {(const char *)data + 1, size - 1};
    Str whole = events_of(&arena, stream, stream.len + 1);
    assert(str_equal(events_of(&arena, stream, 1), whole));
    assert(str_equal(events_of(&arena, stream, (size_t)data[0] + 1), whole));
    return 0;
}
