/* What an editor may send: each line is a message to the front of `fovea acp`. Every request gets
   one answer, and what is sent is JSON. A session's process is played: it reads the prompt's blocks
   and answers, at once or, if the prompt has a `?`, when a line `end` comes; a line `lose` ends it.
 */
#include "acp/acp_front.h"
#include "acp/acp_prompt.h"
#include "base/path.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

typedef struct Played {
    AcpFront front;
    AcpShared shared[ACP_SESSIONS_MAX];
    bool open[ACP_SESSIONS_MAX];
    bool runs[ACP_SESSIONS_MAX]; /* a prompt that is not answered yet */
    size_t ends;                 /* answers to requests */
    AcpSession *answers;         /* has to answer its prompt at once */
} Played;

static Json *parse(Arena *arena, Str text)
{
    Err err = {0};
    Json *value = NULL;
    bool parsed = json_parse(arena, text, &value, &err);
    assert(parsed && str_find_byte(text, '\n') == STR_NONE);
    return value;
}

static void put(void *state, Str message)
{
    Played *played = state;
    Arena arena;
    arena_open(&arena, 0);
    RpcMessage read = rpc_read(parse(&arena, message));
    /* Answers to what has no id are no messages by rpc_read. */
    played->ends += read.kind == RPC_RESPONSE || read.kind == RPC_INVALID;
    arena_close(&arena);
}

static bool start(void *state, AcpSession *session)
{
    Played *played = state;
    size_t at = (size_t)(session - played->front.sessions);
    assert(!played->open[at] && path_is_absolute(session->cwd));
    played->open[at] = true;
    played->runs[at] = false;
    played->shared[at] = (AcpShared){0};
    session->shared = &played->shared[at];
    return true;
}

static void send_to(void *state, AcpSession *session, AcpTag tag, Str line)
{
    Played *played = state;
    size_t at = (size_t)(session - played->front.sessions);
    Arena arena;
    arena_open(&arena, 0);
    assert(played->open[at]);
    RpcMessage message = {0};
    if (tag == ACP_MESSAGE)
        message = rpc_read(parse(&arena, line));
    if (message.kind == RPC_REQUEST) {
        AcpPrompt prompt;
        RpcFault fault = {0};
        bool read = acp_prompt_read(&arena, session->cwd, json_get(message.params, STR("prompt")),
                                    &prompt, &fault);
        assert(!played->runs[at] && !session->shared->cancel && (read || fault.code));
        for (size_t i = 0; read && i < prompt.handles.len; i++)
            assert(prompt.handles.ptr[i].len && !path_is_absolute(prompt.handles.ptr[i]));
        played->runs[at] = true;
        if (!read || str_find_byte(prompt.text, '?') == STR_NONE)
            played->answers = session;
    }
    arena_close(&arena);
}

static void stop(void *state, AcpSession *session)
{
    Played *played = state;
    played->open[session - played->front.sessions] = false;
}

static void tell(void *state, Str text)
{
    (void)state;
    (void)text;
}

static void end_prompt(Played *played, AcpSession *session)
{
    played->runs[session - played->front.sessions] = false;
    acp_front_take_from(&played->front, session, ACP_END,
                        STR("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));
}

/* Ends, or loses, the first session that runs a prompt. */
static void act(Played *played, bool lose)
{
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++) {
        if (!played->runs[i] || !played->open[i])
            continue;
        played->runs[i] = false;
        if (lose)
            acp_front_lose(&played->front, &played->front.sessions[i]);
        else
            end_prompt(played, &played->front.sessions[i]);
        return;
    }
}

/* Answers that are due: of this request, or, later, of a prompt and of a closing. */
static void take(Played *played, Str line)
{
    size_t ends = played->ends;
    Arena arena;
    Err err = {0};
    Json *value = NULL;
    arena_open(&arena, 0);
    bool parsed = json_parse(&arena, line, &value, &err);
    RpcMessage message = parsed ? rpc_read(value) : (RpcMessage){0};
    acp_front_take(&played->front, line);
    bool waits = message.kind == RPC_REQUEST && (str_equal(message.method, STR("session/prompt")) ||
                                                 str_equal(message.method, STR("session/close")));
    bool cancels = message.kind == RPC_NOTIFICATION;
    if (str_trim(line).len && !waits && !cancels)
        assert(played->ends == ends + (message.kind != RPC_RESPONSE));
    while (played->answers) {
        AcpSession *session = played->answers;
        played->answers = NULL;
        end_prompt(played, session);
    }
    arena_close(&arena);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Played played;
    static const Str models[] = {STR_INIT("ollama/a"), STR_INIT("ollama/b")};
    const AcpOptions options = {.models = models, .model_count = COUNT(models)};
    AcpHost host = {
        .put = put, .start = start, .send = send_to, .stop = stop, .log = tell, .state = &played};
    Str text = {(const char *)data, size}, line;
    played = (Played){0};
    acp_front_open(&played.front, &options, host, STR("run"));
    for (unsigned i = 0; i < 40 && str_take_line(&text, &line); i++) {
        if (str_equal(line, STR("end")) || str_equal(line, STR("lose")))
            act(&played, str_equal(line, STR("lose")));
        else if (str_equal(line, STR("long")))
            acp_front_take_too_long(&played.front);
        else
            take(&played, line);
    }
    acp_front_cancel_all(&played.front);
    acp_front_close(&played.front);
    return 0;
}
