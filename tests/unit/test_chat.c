#include "test.h"

#include "model/chat_state.h"

typedef struct Run {
    ChatModel model;
    ChatRequest request;
    ChatStream stream;
    Arena scratch;
    Buf taken;
} Run;

static bool take(void *state, Str text)
{
    Run *run = state;
    buf_put(&run->taken, text);
    return true;
}

/* Feeds an answer in pieces of this length. */
static void feed(Run *run, const char *provider, Str bytes, size_t piece)
{
    static const ChatMessage message = {.text = STR_INIT("hi")};
    run->model.provider = chat_provider_find(str_from(provider));
    run->request = (ChatRequest){
        .model = &run->model, .messages = &message, .count = 1, .take = take, .state = run};
    run->taken = buf_open(test_arena(), 0);
    run->scratch = test_scratch();
    chat_stream_open(&run->stream, &run->request, test_arena(), &run->scratch);
    for (size_t at = 0; at < bytes.len; at += piece)
        if (!chat_stream_take(&run->stream, str_slice(bytes, at, at + piece)))
            break;
    chat_stream_end(&run->stream, bytes);
}

#define DELTA(text) \
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{" \
    "\"type\":\"text_delta\",\"text\":\"" text "\"}}\n\n"
#define START \
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{" \
    "\"input_tokens\":10,\"cache_read_input_tokens\":7,\"cache_creation_input_tokens\":3," \
    "\"output_tokens\":1}}}\n\n"
#define STOP(reason) \
    "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" reason \
    "\"},\"usage\":{\"output_tokens\":42}}\n\nevent: message_stop\ndata: " \
    "{\"type\":\"message_stop\"}\n\n"

TEST(anthropic_answers)
{
    static const struct {
        const char *bytes, *text, *why;
        ChatStop stop;
    } cases[] = {
        {START DELTA("Hello ") DELTA("w\\u00f6rld") STOP("end_turn"), "Hello wörld", "",
         CHAT_ENDED},
        {START STOP("end_turn"), "", "", CHAT_ENDED},
        {START DELTA("a") STOP("max_tokens") DELTA("more"), "a", "", CHAT_MAX_TOKENS},
        {START DELTA("a") STOP("model_context_window_exceeded"), "a", "", CHAT_WINDOW},
        {START STOP("refusal\",\"stop_details\":{\"explanation\":\"no\"},\"x\":\"y"), "", "no",
         CHAT_REFUSED},
        {START DELTA("a") STOP("something"), "a", "something", CHAT_OTHER},
        {START DELTA("a") STOP("pause_turn"), "a", "pause_turn", CHAT_OTHER},
        {START DELTA("a") STOP("tool_use"), "a", "", CHAT_CALLED},
        {"event: ping\ndata: {\"type\": \"ping\"}\n\n" START
         "event: new\ndata: {\"type\":\"new\",\"delta\":[{}]}\n\n"
         "data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"thinking\","
         "\"text\":\"x\"}}\n\n"
         "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"thinking_delta\","
         "\"thinking\":\"x\"}}\n\n"
         "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"signature_delta\"}}\n\n"
         "data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"text\","
         "\"text\":\"a\"}}\n\n" STOP("stop_sequence"),
         "a", "", CHAT_ENDED},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t piece = 1; piece < 400; piece += 13) {
            Run run = {0};
            feed(&run, "anthropic", str_from(cases[i].bytes), piece);
            EXPECT_STR(buf_str(&run.taken), cases[i].text);
            EXPECT_STR(buf_str(&run.stream.text), cases[i].text);
            EXPECT_STR(run.stream.why, cases[i].why);
            EXPECT(run.stream.has_stop && run.stream.is_finished && !run.stream.fault);
            EXPECT_INT(run.stream.stop, cases[i].stop);
            EXPECT(run.stream.counts_input && run.stream.counts_output);
            const ChatUsage *usage = &run.stream.usage;
            EXPECT(usage->input == 10 && usage->output == 42);
            EXPECT(usage->cache_read == 7 && usage->cache_write == 3);
        }
}

#define CHUNK(delta, more) "data: {\"choices\":[{\"index\":0,\"delta\":{" delta "}" more "}]}\n\n"
#define END(reason) CHUNK("", ",\"finish_reason\":\"" reason "\"")
#define USAGE \
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":17,\"completion_tokens\":42," \
    "\"prompt_tokens_details\":{\"cached_tokens\":7}}}\n\n"
#define DONE "data: [DONE]\n\n"

TEST(openai_answers)
{
    static const struct {
        const char *bytes, *text, *why;
        ChatStop stop;
        bool counted;
    } cases[] = {
        {CHUNK("\"role\":\"assistant\",\"content\":null", ",\"finish_reason\":null")
             CHUNK("\"content\":\"Hello \"", "") CHUNK("\"content\":\"w\xC3\xB6rld\"", "")
                 END("stop") USAGE DONE,
         "Hello wörld", "", CHAT_ENDED, true},
        {CHUNK("\"content\":\"a\"", ",\"finish_reason\":\"\"") END("length") DONE, "a", "",
         CHAT_MAX_TOKENS, false},
        {CHUNK("\"content\":\"a\",\"reasoning_content\":\"b\",\"reasoning\":\"c\"", "") END("stop"),
         "a", "", CHAT_ENDED, false},
        {CHUNK("\"content\":[{\"type\":\"thinking\",\"thinking\":[]},{\"type\":\"text\",\"text\":"
               "\"a\"},7]",
               "") END("stop") DONE CHUNK("\"content\":\"b\"", ""),
         "a", "", CHAT_ENDED, false},
        {CHUNK("\"refusal\":\"I \"", "") CHUNK("\"refusal\":\"cannot\"", "") END("stop") USAGE DONE,
         "", "I cannot", CHAT_REFUSED, true},
        {CHUNK("\"content\":\"a\"", "") END("content_filter") DONE, "a", "", CHAT_REFUSED, false},
        {CHUNK("\"content\":\"a\"", "") END("tool_calls") DONE, "a", "", CHAT_CALLED, false},
        {CHUNK("\"content\":\"a\"", "") END("abort") DONE, "a", "abort", CHAT_OTHER, false},
        {"data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"x\"}}]}\n\n"
         ": OPENROUTER PROCESSING\n\n" CHUNK("\"content\":\"a\"", "") END("stop") DONE,
         "a", "", CHAT_ENDED, false},
        {"{\"choices\":[{\"index\":0,\"message\":{\"content\":\"whole\"},\"finish_reason\":"
         "\"length\"}],\"usage\":{\"prompt_tokens\":17,\"completion_tokens\":42,"
         "\"prompt_cache_hit_tokens\":7}}",
         "whole", "", CHAT_MAX_TOKENS, true},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t piece = 1; piece < 400; piece += 13) {
            Run run = {0};
            feed(&run, "openai", str_from(cases[i].bytes), piece);
            EXPECT_STR(buf_str(&run.taken), cases[i].text);
            EXPECT_STR(run.stream.why, cases[i].why);
            EXPECT(run.stream.has_stop && !run.stream.fault);
            EXPECT_INT(run.stream.stop, cases[i].stop);
            const ChatUsage *usage = &run.stream.usage;
            EXPECT(run.stream.counts_input == cases[i].counted);
            EXPECT(run.stream.counts_output == cases[i].counted);
            EXPECT(usage->input == (cases[i].counted ? 10 : 0));
            EXPECT(usage->cache_read == (cases[i].counted ? 7 : 0));
        }
}

TEST(errors_within_answers)
{
    static const struct {
        const char *provider, *bytes, *reason;
        unsigned status;
    } cases[] = {
        {"anthropic",
         START "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
               "\"message\":\"Over\\nloaded\"}}\n\n",
         "Over loaded", 529},
        {"anthropic", "data: {\"type\":\"error\"}\n\n", "", 500},
        {"anthropic", "data: {\"type\":\"message_start\n\n",
         "an event of the answer is not valid JSON", 500},
        {"anthropic", "data: [1]\n\n", "an event of the answer is not valid JSON", 500},
        {"anthropic", "data: {\"\xFF\"}\n\n", "an event of the answer is not valid JSON", 500},
        {"anthropic", "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\"}}",
         "rate_limit_error", 429},
        {"anthropic", "{\"content\":7}", "the answer has no content", 500},
        {"anthropic", "{\"content\":", "the answer is not valid JSON", 500},
        {"openai", "data: {\"error\":{\"code\":502,\"message\":\"away\"},\"choices\":[]}\n\n",
         "away", 502},
        {"openai", "data: {\"error\":\"away\"}\n\n", "away", 500},
        {"openai",
         "event: error\ndata: {\"message\":\"away\",\"code\":\"rate_limit_exceeded\"}\n\n", "away",
         429},
        {"openai", "data: {\"error\":{\"code\":200,\"message\":\"key-0123456789abcdef!\"}}\n\n",
         "…!", 500},
        {"openai", END("error"), "the provider failed while answering", 502},
        {"openai", "{\"object\":\"list\"}", "the answer has no choices", 500},
        {"openai", "{\"choices\":{}}", "the answer has no choices", 500},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Run run = {.model = {.key = STR_INIT("key-0123456789abcdef")}};
        feed(&run, cases[i].provider, str_from(cases[i].bytes), 11);
        EXPECT_INT(run.stream.fault, cases[i].status);
        EXPECT_STR(run.stream.fault_reason, cases[i].reason);
    }
}

TEST(half_characters)
{
    static const struct {
        const char *sent, *text;
    } cases[] = {
        {"a\xFF\xC3z", "a\xEF\xBF\xBD\xEF\xBF\xBDz"},
        {"a\\ud83d", "a\xEF\xBF\xBD"},
        {"\\ude00z", "\xEF\xBF\xBDz"},
        {"\\ud83d\\ud83d\\ude00\\u0041", "\xEF\xBF\xBD\xF0\x9F\x98\x80"
                                         "A"},
        {"\\\\ud83d \xFF", "\\ud83d \xEF\xBF\xBD"},
        {"\\ud83d\\n\\ude00", "\xEF\xBF\xBD\n\xEF\xBF\xBD"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Run run = {0};
        Str bytes = str_format(test_arena(), CHUNK("\"content\":\"%s\"", "") END("stop") DONE,
                               cases[i].sent);
        feed(&run, "openai", bytes, 5);
        EXPECT_STR(buf_str(&run.taken), cases[i].text);
    }
}

TEST(characters_in_two_events)
{
    Run run = {0};
    Str bytes = str_format(
        test_arena(), "%s%s%s%s%s" END("stop") DONE, CHUNK("\"content\":\"a\\ud83d\"", ""),
        CHUNK("\"content\":\"\\ude00b\"", ""), CHUNK("\"content\":\"\\ud83d\"", ""),
        CHUNK("\"content\":\"c\"", ""), CHUNK("\"content\":\"d\\u0000e\"", ""));
    feed(&run, "openai", bytes, 7);
    EXPECT_STR(buf_str(&run.taken), "a\xF0\x9F\x98\x80"
                                    "b\xEF\xBF\xBD"
                                    "cd\xEF\xBF\xBD"
                                    "e");
}

/* Whatever the type of a member, nothing fails that an honest server needs. */
TEST(answers_of_odd_types)
{
    static const char *const values[] = {"null", "true", "7",    "-1",       "\"\"",
                                         "[]",   "{}",   "[[]]", "[null,7]", "1e99"};
    static const char *const shapes[] = {
        "data: {\"choices\":%s,\"usage\":%s}\n\n",
        "data: {\"choices\":[%s,{\"delta\":%s}]}\n\n",
        "data: {\"choices\":[{\"index\":%s,\"delta\":{\"content\":%s}}]}\n\n",
        "data: {\"choices\":[{\"finish_reason\":%s,\"delta\":{\"refusal\":%s}}]}\n\n",
        "data: {\"usage\":{\"prompt_tokens\":%s,\"prompt_tokens_details\":%s}}\n\n",
        "data: {\"error\":%s,\"code\":%s}\n\n",
        "data: {\"type\":\"message_start\",\"message\":%s,\"x\":%s}\n\n",
        "data: {\"type\":\"content_block_delta\",\"delta\":%s,\"x\":%s}\n\n",
        "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":%s,\"stop_details\":%s}}\n\n",
        "data: {\"type\":\"error\",\"error\":{\"type\":%s,\"message\":%s}}\n\n",
        "{\"content\":[%s],\"usage\":%s}",
        "{\"choices\":[{\"message\":%s,\"finish_reason\":%s}]}",
    };
    for (size_t i = 0; i < COUNT(shapes); i++)
        for (size_t a = 0; a < COUNT(values); a++)
            for (size_t b = 0; b < COUNT(values); b++) {
                Run run = {0};
                Str bytes = str_format(test_arena(), shapes[i], values[a], values[b]);
                feed(&run, "openai", bytes, bytes.len);
                EXPECT(!run.taken.len);
                feed(&run, "anthropic", bytes, bytes.len);
                EXPECT(!run.taken.len);
            }
}

TEST(a_key_in_an_answer)
{
    static const char key[] = "key-0123456789abcdef";
    for (size_t piece = 1; piece < 60; piece++) {
        Run run = {.model = {.key = str_from(key)}};
        Str text =
            STR("It is key-0123456789abcdef, not key-012, nor key-key-0123456789abcdef key-");
        Buf bytes = buf_open(test_arena(), 0);
        for (size_t at = 0; at < text.len; at += piece)
            buf_printf(&bytes, CHUNK("\"content\":\"%.*s\"", ""),
                       STR_ARG(str_slice(text, at, at + piece)));
        buf_put(&bytes, STR(END("stop") DONE));
        feed(&run, "openai", buf_str(&bytes), bytes.len);
        EXPECT_STR(buf_str(&run.taken), "It is …, not key-012, nor key-… key-");
        EXPECT_STR(buf_str(&run.stream.text), "It is …, not key-012, nor key-… key-");
    }
    Run run = {.model = {.key = STR_INIT("none")}}; /* no real key */
    feed(&run, "openai", STR(CHUNK("\"content\":\"none\"", "")), 5);
    EXPECT_STR(buf_str(&run.taken), "none");
}

TEST(estimates)
{
    static const struct {
        const char *text;
        unsigned tokens;
    } cases[] = {
        {"", 0},
        {" ", 0},
        {"word", 2},
        {"a word", 3},
        {"HTTPServer2", 5},
        {"XMLHttp", 4},
        {"aB", 2},
        {"12", 2},
        {"a->b;\n", 6},
        {"        x", 3},
        {"\t\tx", 3},
        {"\xC3\xB6", 2},
        {"0123456789abcdef0123456789abcdef", 32},
        {"abcdefghijabcdefghijabcdefghijab_c", 34},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_INT(chat_estimate(str_from(cases[i].text)), cases[i].tokens);
}

TEST(answers_have_a_limit)
{
    Run run = {0};
    Buf bytes = buf_open(test_arena(), 0), event = buf_open(test_arena(), 0);
    buf_put(&event, STR("data: {\"choices\":[{\"delta\":{\"content\":\""));
    buf_put_repeat(&event, STR("x"), 1 * MB);
    buf_put(&event, STR("\"}}]}\n\n"));
    buf_put_repeat(&bytes, buf_str(&event), 5);
    feed(&run, "openai", buf_str(&bytes), 64 * KB);
    EXPECT(run.stream.is_stopped && run.stream.text.len == 4 * MB);
    EXPECT_STR(run.stream.why, "the answer is too long");
}
