#include "test.h"

#include "net/sse.h"

/* Writes each event as `type|data;`. */
static bool note(void *state, Str type, Str data)
{
    Buf *out = state;
    buf_put(out, type);
    buf_put_byte(out, '|');
    buf_put(out, data);
    buf_put_byte(out, ';');
    return str_find(data, STR("stop")) == STR_NONE;
}

/* The events of a stream that comes in pieces of this length. */
static Str events_of(Str stream, size_t piece)
{
    Buf out = buf_open(test_arena(), 0);
    SseParser parser;
    sse_open(&parser, test_arena(), note, &out);
    for (size_t at = 0; at < stream.len; at += piece)
        if (!sse_take(&parser, str_slice(stream, at, at + piece)))
            break;
    return buf_str(&out);
}

TEST(streams)
{
    static const struct {
        const char *stream, *events;
    } cases[] = {
        {"data: a\n\n", "message|a;"},
        {"data: a\r\n\r\n", "message|a;"},
        {"data: a\r\r", "message|a;"},
        {"data: a\r\n\n", "message|a;"},
        {"data: a\n\r\n", "message|a;"},
        {"data: a\r\n\rdata: b\n\r", "message|a;message|b;"},
        {"\xEF\xBB\xBF"
         "data: a\n\n",
         "message|a;"},
        {"data: a\n\n\xEF\xBB\xBF"
         "data: b\n\n",
         "message|a;"},
        {"event: x\ndata: a\ndata: b\n\n", "x|a\nb;"},
        {"data:a\n\ndata:  b\n\n", "message|a;message| b;"},
        {"data\n\n", "message|;"},
        {"data\ndata\n\n", "message|\n;"},
        {": comment\n:\nid: 3\nretry: 9\nother: x\ndata: a\n\n", "message|a;"},
        {"event: x\n\ndata: a\n\n", "message|a;"},
        {"event: x\nevent: y\ndata: a\n\n", "y|a;"},
        {"event:\ndata: a\n\n", "message|a;"},
        {"data: a:b: c\n\n", "message|a:b: c;"},
        {" data: a\n\n", ""},
        {"data: a\n", ""},
        {"data: a", ""},
        {"\n\n\n", ""},
        {"data: a\n\n\n\ndata: b\n\n", "message|a;message|b;"},
        {"data: stop\n\ndata: b\n\n", "message|stop;"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Str stream = str_from(cases[i].stream);
        Str wanted = str_from(cases[i].events);
        for (size_t piece = 1; piece <= stream.len; piece++)
            EXPECT(str_equal(events_of(stream, piece), wanted));
    }
    EXPECT_STR(events_of(STR("data: a\0b\n\n"), 3).len == 12 ? STR("kept") : STR("lost"), "kept");
}

static bool take_repeated(SseParser *parser, Str bytes, size_t times)
{
    while (times-- && sse_take(parser, bytes))
        continue;
    return !parser->is_too_long;
}

TEST(ids_of_events)
{
    static const struct {
        const char *stream, *id;
        uint64_t retry_ms;
    } cases[] = {
        {"id: a-1\ndata:\n\nid: a-2\nretry: 70\ndata: x\n\n", "a-2", 70},
        {"id: a\ndata: x\n\ndata: y\n\n", "a", 0},
        {"id: a\nid: b\tc\nretry: 7s\ndata: x\n\n", "a", 0},
        {"id: a\nid\ndata: x\n\n", "", 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        SseParser parser;
        Buf out = buf_open(test_arena(), 0);
        sse_open(&parser, test_arena(), note, &out);
        EXPECT(sse_take(&parser, str_from(cases[i].stream)));
        EXPECT_STR(buf_str(&parser.id), cases[i].id);
        EXPECT_INT(parser.retry_ms, cases[i].retry_ms);
    }
}

TEST(events_have_a_limit)
{
    char *line = NEW(test_arena(), char, 1 * MB);
    const Str bytes = {memset(line, 'x', 1 * MB), 1 * MB};
    Buf out = buf_open(test_arena(), 0);
    SseParser parser;
    sse_open(&parser, test_arena(), note, &out);
    EXPECT(sse_take(&parser, STR("data: ")));
    EXPECT(!take_repeated(&parser, bytes, 9)); /* a line */
    sse_open(&parser, test_arena(), note, &out);
    EXPECT(!take_repeated(&parser, STR("data: 0123456789\n"), 1000000)); /* lines of one event */
    sse_open(&parser, test_arena(), note, &out);
    EXPECT(take_repeated(&parser, STR("data: 0123456789\n\n"), 1000000));
    EXPECT(take_repeated(&parser, STR(": ping\n"), 1000000));
    EXPECT(parser.line.len == 0 && parser.data.len == 0);
}
