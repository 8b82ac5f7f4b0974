/* chat_driver MODEL URL QUESTION [OPTION VALUE]…: the client of chat models (src/model/chat.h) for
   tests/wire/chat.mjs. Questions: send, count, list, window, set. An empty URL is none. Prints one
   JSON value a line: {"text"}, {"waiting"}, then {"reply"}, {"count"} or {"offers"}; an error is
   {"error", "hint", "code"}.

   - messages, in order: --user, --assistant, and --stable (-) or --reasoning TEXT for the one
   before;
   --system

   - --keep (-): reasoning is kept, to be sent back; it is printed with the reply

   - --key-file PATH, --max-tokens N, --retries N, --silence MS

   - --cancel MS: cancels so long after the start; --cancel-text MS: after the first text

   - --take N: takes only N pieces of text */
#include "base/json.h"
#include "base/limits.h"
#include "base/proc.h"
#include "model/chat.h"

#include <signal.h>
#include <sys/time.h>

#define MESSAGES_MAX 64

typedef struct Driver {
    Arena *arena;
    ChatRequest request;
    ChatMessage messages[MESSAGES_MAX];
    Str key_file;
    unsigned retries;
    int silence_ms;
    uint64_t cancel_ms, cancel_text_ms, pieces_max, pieces;
    int64_t start_ms;
} Driver;

static volatile bool cancelled;

static void cancel(int signal)
{
    (void)signal;
    cancelled = true;
}

static void cancel_after(uint64_t ms)
{
    struct itimerval timer = {.it_value = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000}};
    signal(SIGALRM, cancel);
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void say(Arena *arena, const Json *value)
{
    Buf out = buf_open(arena, 0);
    json_write(&out, value, 0);
    buf_put_byte(&out, '\n');
    fwrite(out.ptr, 1, out.len, stdout);
    fflush(stdout);
}

static int fail(Arena *arena, const Err *err)
{
    Json *value = json_object(arena);
    json_set(value, STR("error"), json_str(arena, str_from(err->message)));
    json_set(value, STR("hint"), json_str(arena, str_from(err->hint)));
    json_set(value, STR("code"), json_u64(arena, (uint64_t)err->code));
    say(arena, value);
    return (int)err->code;
}

static void say_text(const Driver *driver, Str name, Str text)
{
    Json *value = json_object(driver->arena);
    json_set(value, name, json_str(driver->arena, text));
    json_set(value, STR("ms"),
             json_u64(driver->arena, (uint64_t)(proc_clock_ms() - driver->start_ms)));
    say(driver->arena, value);
}

static bool take(void *state, Str text)
{
    Driver *driver = state;
    say_text(driver, STR("text"), text);
    if (!driver->pieces && driver->cancel_text_ms)
        cancel_after(driver->cancel_text_ms);
    return ++driver->pieces != driver->pieces_max;
}

static void think(void *state, Str text)
{
    say_text(state, STR("thought"), text);
}

static void waiting(void *state, Str why)
{
    say_text(state, STR("waiting"), why);
}

static void put_usage(Arena *arena, Json *value, const ChatReply *reply)
{
    const ChatUsage *usage = &reply->usage;
    json_set(value, STR("attempts"), json_u64(arena, reply->attempts));
    json_set(value, STR("input"), json_u64(arena, usage->input));
    json_set(value, STR("output"), json_u64(arena, usage->output));
    json_set(value, STR("cache_read"), json_u64(arena, usage->cache_read));
    json_set(value, STR("cache_write"), json_u64(arena, usage->cache_write));
    json_set(value, STR("known"), json_bool(arena, usage->known));
}

static int send_request(Driver *driver, Err *err)
{
    Arena *arena = driver->arena;
    ChatReply reply;
    Json *value = json_object(arena);
    driver->start_ms = proc_clock_ms();
    if (driver->cancel_ms)
        cancel_after(driver->cancel_ms);
    bool sent = chat_send(arena, &driver->request, &reply, err);
    put_usage(arena, value, &reply);
    json_set(value, STR("ms"), json_u64(arena, (uint64_t)(proc_clock_ms() - driver->start_ms)));
    if (sent) {
        json_set(value, STR("reply"), json_str(arena, reply.text));
        json_set(value, STR("stop"), json_str(arena, chat_stop_name(reply.stop)));
        json_set(value, STR("why"), json_str(arena, reply.why));
        json_set(value, STR("called"), json_bool(arena, reply.called));
        json_set(value, STR("thoughtful"), json_bool(arena, reply.thought));
        json_set_text(arena, value, STR("reasoning"), reply.reasoning);
    }
    say(arena, value);
    return sent ? 0 : fail(arena, err);
}

static int count_tokens(Driver *driver)
{
    Arena *arena = driver->arena;
    Json *value = json_object(arena);
    bool counted;
    json_set(value, STR("count"), json_u64(arena, chat_count(arena, &driver->request, &counted)));
    json_set(value, STR("counted"), json_bool(arena, counted));
    say(arena, value);
    return 0;
}

static int say_window(Driver *driver)
{
    Arena *arena = driver->arena;
    const ChatRequest *request = &driver->request;
    Json *value = json_object(arena);
    json_set(value, STR("window"),
             json_u64(arena, chat_window(arena, request->model, request->cancel)));
    say(arena, value);
    return 0;
}

static int list_models(Driver *driver, Err *err)
{
    Arena *arena = driver->arena;
    Json *value = json_object(arena), *list = json_array(arena);
    ChatOfferVec offers;
    if (!chat_list(arena, driver->request.model, &offers, err))
        return fail(arena, err);
    for (size_t i = 0; i < offers.len; i++) {
        Json *item = json_object(arena);
        json_set(item, STR("name"), json_str(arena, offers.ptr[i].name));
        json_set(item, STR("window"), json_u64(arena, offers.ptr[i].window));
        json_add(list, item);
    }
    json_set(value, STR("offers"), list);
    say(arena, value);
    return 0;
}

static int say_model(Driver *driver)
{
    Arena *arena = driver->arena;
    const ChatModel *model = driver->request.model;
    Json *value = json_object(arena);
    json_set(value, STR("name"), json_str(arena, model->name));
    json_set(value, STR("url"), json_str(arena, model->url));
    json_set(value, STR("place"), json_str(arena, chat_model_place(model)));
    json_set(value, STR("key_bytes"), json_u64(arena, model->key.len));
    say(arena, value);
    return 0;
}

static bool set_number(Driver *driver, Str name, Str value)
{
    uint64_t number;
    if (!str_parse_u64(value, &number))
        return false;
    if (str_equal(name, STR("--max-tokens")))
        driver->request.max_tokens = (uint32_t)number;
    else if (str_equal(name, STR("--retries")))
        driver->retries = (unsigned)number;
    else if (str_equal(name, STR("--silence")))
        driver->silence_ms = (int)number;
    else if (str_equal(name, STR("--cancel")))
        driver->cancel_ms = number;
    else if (str_equal(name, STR("--cancel-text")))
        driver->cancel_text_ms = number;
    else if (str_equal(name, STR("--take")))
        driver->pieces_max = number;
    else
        return false;
    return true;
}

static bool set_option(Driver *driver, Str name, Str value)
{
    ChatRequest *request = &driver->request;
    ChatMessage *next = &driver->messages[request->count];
    bool is_user = str_equal(name, STR("--user")), is_answer = str_equal(name, STR("--assistant"));
    if (str_equal(name, STR("--system"))) {
        request->system = value;
    } else if (str_equal(name, STR("--key-file"))) {
        driver->key_file = value;
    } else if ((is_user || is_answer) && request->count < MESSAGES_MAX) {
        *next = (ChatMessage){.role = is_user ? CHAT_USER : CHAT_ASSISTANT, .text = value};
        request->count++;
    } else if (str_equal(name, STR("--stable")) && request->count) {
        next[-1].stable = true;
    } else if (str_equal(name, STR("--reasoning")) && request->count) {
        next[-1].reasoning = value;
    } else if (str_equal(name, STR("--keep"))) {
        request->keeps_reasoning = true;
    } else {
        return set_number(driver, name, value);
    }
    return true;
}

int main(int argc, char **argv)
{
    static Arena arena;
    static Driver driver = {.retries = 2};
    ChatModel model;
    Err err = {0};
    arena_open(&arena, 0);
    driver.arena = &arena;
    driver.request = (ChatRequest){.messages = driver.messages,
                                   .max_tokens = 1000,
                                   .cancel = &cancelled,
                                   .take = take,
                                   .think = think,
                                   .waiting = waiting,
                                   .state = &driver};
    for (int i = 4; i + 1 < argc; i += 2)
        if (!set_option(&driver, str_from(argv[i]), str_from(argv[i + 1])))
            return 2;
    if (argc < 4 || !chat_model_set(&arena, str_from(argv[1]), str_from(argv[2]), driver.key_file,
                                    &model, &err))
        return fail(&arena, &err);
    model.retries = driver.retries;
    model.silence_ms = driver.silence_ms ? driver.silence_ms : model.silence_ms;
    driver.request.model = &model;
    Str question = str_from(argv[3]);
    if (str_equal(question, STR("send")))
        return send_request(&driver, &err);
    if (str_equal(question, STR("count")))
        return count_tokens(&driver);
    if (str_equal(question, STR("window")))
        return say_window(&driver);
    return str_equal(question, STR("list")) ? list_models(&driver, &err) : say_model(&driver);
}
