/* Answers of chat models, streamed or not, in all APIs: the text is valid UTF-8 without the key,
   is what the receiver got, and does not depend on how the stream was cut. The first byte chooses
   the length of the pieces. */
#include "model/chat_state.h"
#include "model/reason.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define KEY STR("key-0123456789abcdef")

typedef struct Run {
    ChatModel model;
    ChatRequest request;
    ChatStream stream;
    Buf taken;
} Run;

static bool take(void *state, Str text)
{
    Run *run = state;
    buf_put(&run->taken, text);
    return true;
}

static void feed(Arena *arena, Run *run, const char *provider, Str bytes, size_t piece)
{
    static const ChatMessage message = {.text = STR_INIT("hi")};
    Arena scratch;
    arena_open(&scratch, 256 * MB);
    *run = (Run){.model = {.provider = chat_provider_find(str_from(provider)), .key = KEY},
                 .taken = buf_open(arena, 0)};
    run->request = (ChatRequest){
        .model = &run->model, .messages = &message, .count = 1, .take = take, .state = run};
    chat_stream_open(&run->stream, &run->request, arena, &scratch);
    for (size_t at = 0; at < bytes.len; at += piece)
        if (!chat_stream_take(&run->stream, str_slice(bytes, at, at + piece)))
            break;
    chat_stream_end(&run->stream, bytes);
    arena_close(&scratch);
}

static void check_clean(Str text)
{
    assert(str_is_utf8(text) && str_find(text, KEY) == STR_NONE);
}

static void check(Arena *arena, const char *provider, Str bytes, size_t piece)
{
    static Run whole, cut;
    feed(arena, &whole, provider, bytes, bytes.len + 1);
    feed(arena, &cut, provider, bytes, piece);
    Str text = buf_str(&whole.stream.text);
    check_clean(text);
    check_clean(whole.stream.fault_reason);
    check_clean(reason_line(arena, whole.stream.why, KEY));
    assert(str_equal(text, buf_str(&whole.taken)));
    assert(str_equal(text, buf_str(&cut.stream.text)));
    assert(whole.stream.stop == cut.stream.stop && whole.stream.has_stop == cut.stream.has_stop);
    assert(whole.stream.fault == cut.stream.fault && whole.stream.stop < CHAT_STOP_COUNT);
    assert(!whole.stream.fault || (whole.stream.fault >= 400 && whole.stream.fault <= 599));
    assert(chat_estimate(text) <= text.len && chat_estimate(text) * 4 >= text.len / 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Arena arena;
    if (!arena.begin)
        arena_open(&arena, GB);
    arena_reset(&arena);
    if (!size)
        return 0;
    Str bytes = {(const char *)data + 1, size - 1};
    check(&arena, "anthropic", bytes, (size_t)data[0] + 1);
    check(&arena, "openai", bytes, (size_t)data[0] + 1);
    check(&arena, "openai-responses", bytes, (size_t)data[0] + 1);
    check(&arena, "bedrock", bytes, (size_t)data[0] + 1);
    check_clean(reason_find(&arena, bytes, KEY));
    return 0;
}
