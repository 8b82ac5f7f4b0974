/* Sends a chat request: attempts with backoff, like the providers' own clients, until an answer or
   a permanent failure. After text has been delivered no further attempt is made, since it would
   deliver the text again. If a server rejects the name of a field, one more request goes without
   it. */
#include "model/chat_state.h"

#include "base/hash.h"
#include "model/reason.h"

#include <pthread.h>

/* Longest time for a whole answer. A server that keeps sending without end would otherwise block
   for ever. */
#define ANSWER_MS (2 * 3600 * 1000)
/* A larger count is a mistake or a lie, and would overflow sums. */
#define TOKENS_MAX 1000000000

typedef struct Attempt {
    const ChatRequest *request;
    ChatStream stream;
    HttpResponse response;
    bool is_answered; /* by any status */
    Err err;
} Attempt;

static bool is_cancelled(const ChatRequest *request)
{
    return request->cancel && *request->cancel;
}

static void send_once(Attempt *attempt, Arena *arena, Arena *scratch, ChatFields fields)
{
    const ChatRequest *request = attempt->request;
    const ChatModel *model = request->model;
    const ChatProtocol *protocol = chat_protocol(model);
    HttpHeader headers[CHAT_HEADERS_MAX];
    HttpRequest http = {.method = STR("POST"),
                        .url = chat_address(scratch, model, protocol->path(scratch, model)),
                        .body = protocol->body(scratch, request, fields),
                        .time_ms = ANSWER_MS,
                        .silence_ms = model->silence_ms,
                        .cancel = request->cancel,
                        .take = chat_stream_take,
                        .state = &attempt->stream};
    Arena events SCOPED(arena_close) = {0}; /* `scratch` holds the answer's bytes, which grow */
    arena_open(&events, 0);
    chat_stream_open(&attempt->stream, request, arena, &events);
    attempt->err = (Err){0};
    attempt->response = (HttpResponse){.is_hopeless = true};
    attempt->is_answered = chat_headers(scratch, model, true, headers, &http, &attempt->err) &&
                           http_send(scratch, &http, &attempt->response, &attempt->err);
    chat_stream_end(&attempt->stream, attempt->is_answered ? attempt->response.body : (Str){0});
}

/* ---- the result of an attempt ---- */

static bool is_success(const Attempt *attempt)
{
    return attempt->is_answered && attempt->response.status / 100 == 2;
}

/* Whether the server gave a reason for the end of the answer. A stream that just ends may be
   truncated. */
static bool is_complete(const ChatStream *stream)
{
    return stream->has_stop && !stream->fault && !stream->is_stopped;
}

static void add_usage(const Attempt *attempt, ChatUsage *sum)
{
    const ChatStream *stream = &attempt->stream;
    ChatUsage usage = stream->usage;
    uint64_t written = chat_estimate(buf_str(&stream->text));
    if (!stream->has_event && !stream->text.len && !stream->has_stop)
        return;
    if (!stream->counts_input)
        usage.input = chat_estimate_request(attempt->request);
    if (!stream->counts_output)
        usage.output = MAX(usage.output, written);
    sum->input += MIN(usage.input, (uint64_t)TOKENS_MAX);
    sum->output += MIN(usage.output, (uint64_t)TOKENS_MAX);
    sum->cache_read += MIN(usage.cache_read, (uint64_t)TOKENS_MAX);
    sum->cache_write += MIN(usage.cache_write, (uint64_t)TOKENS_MAX);
    sum->known &= stream->counts_input && stream->counts_output;
}

/* Why an answer is incomplete. */
static Str cut_reason(Arena *arena, const Attempt *attempt)
{
    const ChatStream *stream = &attempt->stream;
    if (stream->is_stopped)
        return stream->why.len ? stream->why : STR("stopped");
    if (stream->fault)
        return stream->fault_reason;
    return attempt->is_answered ? STR("the answer broke off")
                                : str_copy(arena, str_from(attempt->err.message));
}

static void write_reply(Arena *arena, Attempt *attempt, ChatReply *reply)
{
    const ChatStream *stream = &attempt->stream;
    bool complete = is_complete(stream);
    Str why = complete ? stream->why : cut_reason(arena, attempt);
    reply->text = buf_str(&stream->text);
    reply->reasoning = complete ? chat_reasoning_text(&attempt->stream) : (Str){0};
    reply->stop = complete ? stream->stop : CHAT_CUT;
    reply->thought = stream->has_thought || stream->thoughts.thought;
    reply->called = stream->has_call || reply->stop == CHAT_CALLED;
    reply->why = reason_line(arena, why, attempt->request->model->key);
}

/* The equivalent status of a failure; 0: no status. */
static unsigned failed_status(const Attempt *attempt)
{
    if (attempt->stream.fault)
        return attempt->stream.fault;
    return attempt->is_answered && !is_success(attempt) ? attempt->response.status : 0;
}

static Str failed_reason(Arena *arena, const Attempt *attempt)
{
    if (attempt->stream.fault)
        return attempt->stream.fault_reason;
    return reason_find(arena, attempt->response.body, attempt->request->model->key);
}

static bool fail_attempt(Arena *arena, const Attempt *attempt, Err *err)
{
    const ChatModel *model = attempt->request->model;
    Str place = chat_model_place(model);
    unsigned status = failed_status(attempt);
    if (is_cancelled(attempt->request))
        return err_interrupted(err);
    if (status)
        return chat_fail_status(model, status, failed_reason(arena, attempt), err);
    if (!attempt->is_answered) {
        *err = attempt->err;
        return false;
    }
    if (attempt->stream.is_started && !attempt->stream.has_event) {
        err_set(err, ERR_FAILED, "%.*s: the answer is no stream of events", STR_ARG(place));
        return err_hint(err, "does model.url lead to the API of a model server?");
    }
    err_set(err, ERR_FAILED, "%.*s: the answer broke off", STR_ARG(place));
    return err_hint(err, "try again");
}

/* How long to wait before another attempt; -1: no further attempt. */
static int next_ms(const Attempt *attempt, unsigned number)
{
    HttpResponse response = attempt->response;
    if (is_cancelled(attempt->request) || attempt->err.code == ERR_INTERRUPTED)
        return -1;
    if (is_success(attempt)) { /* an error within the answer, or no answer */
        response.status = attempt->stream.fault;
        response.is_hopeless = attempt->stream.is_started && !attempt->stream.has_event;
    }
    return http_next_ms(&response, number);
}

/* ---- fields that a server rejects ---- */

static bool has_word(Arena scratch, Str reason, const Str *words, size_t count)
{
    Str lower = str_lower(&scratch, reason);
    for (size_t i = 0; i < count; i++)
        if (str_find(lower, words[i]) != STR_NONE)
            return true;
    return false;
}

/* Fields that servers have accepted, so that each request of a run does not fail first. */
#define LEARNED_MAX 16
static struct {
    pthread_mutex_t lock;
    struct {
        uint64_t model;
        ChatFields fields;
    } rows[LEARNED_MAX];
    size_t count;
} learned = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t model_key(const ChatModel *model)
{
    return hash_mix(hash_fast(model->url), hash_fast(model->name));
}

/* *known: an earlier request of this process was accepted. */
static ChatFields recall_fields(const ChatModel *model, bool *known)
{
    ChatFields fields = {.limits_completion = model->provider->limits_completion,
                         .has_no_effort = chat_protocol(model)->has_no_effort,
                         .wants_reasoning = model->provider->wants_reasoning};
    uint64_t key = model_key(model);
    *known = false;
    pthread_mutex_lock(&learned.lock);
    for (size_t i = 0; i < MIN(learned.count, (size_t)LEARNED_MAX); i++)
        if (learned.rows[i].model == key) {
            fields = learned.rows[i].fields;
            *known = true;
        }
    pthread_mutex_unlock(&learned.lock);
    return fields;
}

static void learn_fields(const ChatModel *model, ChatFields fields)
{
    uint64_t key = model_key(model);
    pthread_mutex_lock(&learned.lock);
    size_t at = learned.count % LEARNED_MAX;
    for (size_t i = 0; i < MIN(learned.count, (size_t)LEARNED_MAX); i++)
        if (learned.rows[i].model == key)
            at = i;
    if (at == learned.count % LEARNED_MAX)
        learned.count++;
    learned.rows[at].model = key;
    learned.rows[at].fields = fields;
    pthread_mutex_unlock(&learned.lock);
}

/* Whether the words of a refusal are about a role of messages: `System role not supported`. */
static bool is_about_system(Arena scratch, Str reason)
{
    static const Str words[] = {
        STR_INIT("system role"),           STR_INIT("system message"),
        STR_INIT("system prompt"),         STR_INIT("system instruction"),
        STR_INIT("developer instruction"), STR_INIT("only user and assistant roles")};
    return has_word(scratch, reason, words, COUNT(words));
}

/* The same for the fields of effort and temperature; *said names the one that is left out. */
static bool adapt_options(const ChatModel *model, Str body, ChatFields *fields, const char **said)
{
    bool about_effort = str_find(body, STR("effort")) != STR_NONE ||
                        str_find(body, STR("output_config")) != STR_NONE;
    if (model->effort.len && !fields->has_no_effort && about_effort) {
        *said = "the model takes no effort (model.effort): asked without";
        return fields->has_no_effort = true;
    }
    if (!model->temperature.len || fields->has_no_temperature ||
        str_find(body, STR("temperature")) == STR_NONE)
        return false;
    *said = "the model takes no temperature (model.temperature): asked without";
    return fields->has_no_temperature = true;
}

/* The same for reasoning. Servers of one API disagree: some refuse it (DeepSeek's R1), some refuse
   answers without it (DeepSeek's later models, Kimi), and a signature may be of another host. */
static bool adapt_reasoning(const ChatRequest *request, Arena scratch, Str body, ChatFields *fields)
{
    static const Str missing[] = {STR_INIT("missing"), STR_INIT("must be passed"),
                                  STR_INIT("passed back"), STR_INIT("required")};
    static const Str names[] = {STR_INIT("reasoning"), STR_INIT("thinking"), STR_INIT("signature"),
                                STR_INIT("ncrypted content"), STR_INIT("encrypted_content")};
    bool is_openai = request->model->provider->api == CHAT_OPENAI, has_any = false;
    if (fields->has_no_thoughts || !has_word(scratch, body, names, COUNT(names)))
        return false;
    for (size_t i = 0; i < request->count; i++)
        has_any |= request->messages[i].reasoning.len > 0;
    if (is_openai && !fields->wants_reasoning && request->count > 1 &&
        has_word(scratch, body, missing, COUNT(missing)))
        return fields->wants_reasoning = true;
    bool is_sent = has_any && (!is_openai || fields->wants_reasoning);
    return is_sent && (fields->has_no_thoughts = true);
}

/* Whether the server rejects the name of a field, rather than its value, so that another request
   may succeed; then changes *fields. */
static bool adapt(const Attempt *attempt, Arena scratch, ChatFields *fields, const char **said)
{
    static const Str unknown[] = {
        STR_INIT("unsupported"),  STR_INIT("not supported"),           STR_INIT("unknown"),
        STR_INIT("unrecognized"), STR_INIT("not permitted"),           STR_INIT("unexpected"),
        STR_INIT("not enabled"),  STR_INIT("only user and assistant"), STR_INIT("not allowed"),
        STR_INIT("deprecated"),   STR_INIT("must be verified")};
    unsigned status = failed_status(attempt);
    /* llama.cpp answers 500 if the template of a model has no such role. */
    bool is_refused = status == 400 || status == 422 || status == 500;
    const ChatModel *model = attempt->request->model;
    Str body = attempt->response.body;
    const Str limit = fields->limits_completion ? STR("max_completion_tokens") : STR("max_tokens");
    if (is_refused && adapt_reasoning(attempt->request, scratch, body, fields))
        return true;
    if (!is_refused || !has_word(scratch, body, unknown, COUNT(unknown)))
        return false;
    bool about_thoughts = str_find(body, STR("reasoning.summary")) != STR_NONE ||
                          str_find(body, STR("reasoning summar")) != STR_NONE ||
                          str_find(body, STR("ncrypted content")) != STR_NONE ||
                          str_find(body, STR("encrypted_content")) != STR_NONE;
    if (model->provider->api == CHAT_RESPONSES && !fields->has_no_thoughts && about_thoughts)
        return fields->has_no_thoughts = true;
    if (adapt_options(model, body, fields, said))
        return true;
    if (model->provider->api != CHAT_OPENAI)
        return false;
    if (!fields->has_no_system && attempt->request->system.len && is_about_system(scratch, body))
        return fields->has_no_system = true;
    if (!fields->has_no_options && str_find(body, STR("stream_options")) != STR_NONE)
        return fields->has_no_options = true;
    if (fields->has_other_limit || str_find(body, limit) == STR_NONE)
        return false;
    fields->limits_completion = !fields->limits_completion;
    return fields->has_other_limit = true;
}

/* ---- attempts ---- */

static bool wait_for_next(const Attempt *attempt, int wait_ms)
{
    const ChatRequest *request = attempt->request;
    unsigned status = failed_status(attempt);
    char why[ERR_MESSAGE_BYTES + 40];
    int seconds = (wait_ms + 999) / 1000;
    if (status)
        snprintf(why, sizeof why, "%u, again in %d s", status, seconds);
    else
        snprintf(why, sizeof why, "%s, again in %d s",
                 attempt->is_answered ? "the answer broke off" : attempt->err.message, seconds);
    if (request->waiting)
        request->waiting(request->state, str_from(why));
    return http_wait(wait_ms, request->cancel);
}

bool chat_send(Arena *arena, const ChatRequest *request, ChatReply *reply, Err *err)
{
    bool known;
    ChatFields fields = recall_fields(request->model, &known);
    Attempt *attempt = NEW(arena, Attempt, 1);
    Arena scratch SCOPED(arena_close) = {0};
    attempt->request = request;
    if (!known && request->model->effort.len && request->waiting &&
        chat_protocol(request->model)->has_no_effort)
        request->waiting(request->state, STR("model.effort is not sent to this provider"));
    *reply = (ChatReply){.usage = {.known = true}};
    arena_open(&scratch, 0);
    for (unsigned retries = 0;;) {
        arena_reset(&scratch);
        send_once(attempt, arena, &scratch, fields);
        reply->attempts++;
        add_usage(attempt, &reply->usage);
        if (attempt->stream.text.len || attempt->stream.is_stopped ||
            is_complete(&attempt->stream)) {
            write_reply(arena, attempt, reply);
            learn_fields(request->model, fields);
            return true;
        }
        const char *said = NULL;
        if (adapt(attempt, scratch, &fields, &said)) {
            if (said && request->waiting)
                request->waiting(request->state, str_from(said));
            continue;
        }
        int wait_ms = retries == request->model->retries ? -1 : next_ms(attempt, retries++);
        if (wait_ms < 0)
            return fail_attempt(arena, attempt, err);
        if (!wait_for_next(attempt, wait_ms))
            return err_interrupted(err);
    }
}
