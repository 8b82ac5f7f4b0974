#include "agent/mcp_remote.h"

#include "base/path.h"
#include "model/key.h"
#include "model/reason.h"
#include "net/url.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of one answer: files are read whole. */
#define ANSWER_BYTES ((size_t)8 * MB)
/* A stream that breaks more often is of no use. */
#define RESUMES_MAX 5
#define RETRY_MS 500
#define RETRY_MS_MAX 5000
/* Requests of the server that are answered during one exchange. */
#define REPLIES_MAX 20
#define REPLY_MS 5000
#define END_MS 2000
#define LOOK_MS 100
/* The stream of the former transport lives as long as the session. */
#define STREAM_MS (12 * 3600 * 1000)
#define HEADERS_MAX 24
/* A shorter word of a header is no key. */
#define HIDDEN_BYTES_MIN 8

/* ---- errors ---- */

Str mcp_remote_hide(const McpRemote *remote, Arena *arena, Str text)
{
    for (size_t i = 0; i < remote->header_count; i++) {
        Str value = remote->headers[i].value;
        size_t space = str_find_last_byte(value, ' '); /* `Bearer KEY` */
        Str key = str_from_offset(value, space == STR_NONE ? 0 : space + 1);
        if (key.len >= HIDDEN_BYTES_MIN)
            text = key_hide(arena, text, key);
    }
    return text;
}

static bool fail(const McpRemote *remote, const char *what, Err *err)
{
    err_set(err, ERR_FAILED, "MCP server %.*s: %s", STR_ARG(remote->name), what);
    return err_hint(err, "mcp.json in the directory of your settings has its url");
}

static bool fail_status(const McpRemote *remote, Arena *arena, const HttpResponse *response,
                        Err *err)
{
    unsigned status = response->status;
    Str why = reason_find(arena, mcp_remote_hide(remote, arena, response->body), (Str){0});
    if (status == 401 || status == 403) {
        err_set(err, ERR_FAILED, "MCP server %.*s: it wants authorization (status %u)%s%.*s",
                STR_ARG(remote->name), status, why.len ? ": " : "", STR_ARG(why));
        return err_hint(err,
                        "give its token in mcp.json: \"headers\": {\"Authorization\": \"Bearer "
                        "${NAME}\"}; signing in by a browser is not supported");
    }
    if (status / 100 == 3)
        return fail(remote, "it redirects elsewhere, which is not followed", err);
    return fail(remote,
                str_terminate(arena, str_format(arena, "status %u%s%.*s", status,
                                                why.len ? ": " : "", STR_ARG(why))),
                err);
}

/* An error of the connection, without the values of headers. */
static bool fail_connection(const McpRemote *remote, const Err *why, Err *err)
{
    if (why->code == ERR_INTERRUPTED)
        return err_interrupted(err);
    err_set(err, ERR_FAILED, "MCP server %.*s: %s", STR_ARG(remote->name), why->message);
    return err_hint(err, "%s", why->hint);
}

/* ---- requests ---- */

typedef struct Headers {
    HttpHeader items[HEADERS_MAX];
    size_t count;
} Headers;

static void put(Headers *headers, Str name, Str value)
{
    if (value.len && headers->count < HEADERS_MAX)
        headers->items[headers->count++] = (HttpHeader){name, value};
}

static void put_headers(const McpRemote *remote, bool posts, Headers *headers)
{
    headers->count = 0;
    put(headers, STR("Content-Type"), posts ? STR("application/json") : (Str){0});
    put(headers, STR("Accept"),
        posts ? STR("application/json, text/event-stream") : STR("text/event-stream"));
    put(headers, STR("MCP-Protocol-Version"), remote->version);
    put(headers, STR("Mcp-Session-Id"), remote->session);
    for (size_t i = 0; i < remote->header_count; i++)
        put(headers, remote->headers[i].name, remote->headers[i].value);
}

/* What comes while an answer is awaited. */
typedef struct Wait {
    McpRemote *remote;
    Arena *arena;
    McpExchange *exchange;
    SseParser events;
    bool is_started, is_plain; /* the body is one message, not a stream */
    unsigned replies;
} Wait;

static bool post(McpRemote *remote, Arena *arena, Str message, int ms, HttpResponse *response,
                 Err *err)
{
    Headers headers;
    put_headers(remote, true, &headers);
    HttpRequest http = {.method = STR("POST"),
                        .url = remote->post_url.len ? remote->post_url : remote->url,
                        .headers = headers.items,
                        .header_count = headers.count,
                        .body = message,
                        .time_ms = ms,
                        .body_max = ANSWER_BYTES,
                        .cancel = remote->cancel};
    return http_send(arena, &http, response, err);
}

/* Answers a request of the server. It does not matter whether that arrives. */
static void reply_to(Wait *wait, const RpcMessage *request)
{
    Arena scratch SCOPED(arena_close) = {0};
    HttpResponse response;
    Err ignored = {0};
    if (wait->replies++ >= REPLIES_MAX || !wait->exchange->reply)
        return;
    arena_open(&scratch, ARENA_RESERVE);
    (void)!post(wait->remote, &scratch, wait->exchange->reply(&scratch, request), REPLY_MS,
                &response, &ignored);
}

/* Takes a message of the server. */
static void take_message(Wait *wait, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    McpExchange *exchange = wait->exchange;
    Json *value;
    Err ignored;
    arena_open(&scratch, ARENA_RESERVE);
    if (exchange->answer || !json_parse(&scratch, text, &value, &ignored))
        return;
    RpcMessage message = rpc_read(value);
    if (message.kind == RPC_REQUEST)
        reply_to(wait, &message);
    if (message.kind != RPC_RESPONSE || !exchange->id || !rpc_same_id(message.id, exchange->id))
        return;
    if (json_parse(wait->arena, str_copy(wait->arena, text), &value, &ignored))
        exchange->answer = value;
}

static bool take_event(void *state, Str type, Str data)
{
    Wait *wait = state;
    if (str_equal(type, STR("message")) && str_trim(data).len)
        take_message(wait, data);
    return !wait->exchange->answer;
}

static bool take_piece(void *state, Str piece)
{
    Wait *wait = state;
    for (size_t i = 0; i < piece.len && !wait->is_started; i++)
        if (!byte_is_space(piece.ptr[i])) {
            wait->is_started = true;
            wait->is_plain = piece.ptr[i] == '{' || piece.ptr[i] == '[';
        }
    return wait->is_plain || (sse_take(&wait->events, piece) && !wait->exchange->answer);
}

/* ---- streamable HTTP ---- */

/* Sends one request; its answer comes in pieces. */
static bool ask(Wait *wait, HttpRequest *http, HttpResponse *response, Err *err)
{
    McpRemote *remote = wait->remote;
    Err why = {0};
    wait->is_started = wait->is_plain = false;
    http->body_max = ANSWER_BYTES;
    http->cancel = remote->cancel;
    http->take = take_piece;
    http->state = wait;
    remote->status = 0;
    bool answered = http_send(wait->arena, http, response, &why);
    bool is_begun = response->is_cut || wait->events.id.len;
    if (wait->exchange->answer)
        answered = true;
    if (!answered && (!is_begun || why.code == ERR_INTERRUPTED))
        return fail_connection(remote, &why, err);
    remote->status = response->status;
    if (response->status && response->status / 100 != 2)
        return fail_status(remote, wait->arena, response, err);
    if (wait->is_plain)
        take_message(wait, response->body);
    return true;
}

/* Goes on with a stream that broke, after its last event. */
static bool resume(Wait *wait, int64_t until, Err *err)
{
    McpRemote *remote = wait->remote;
    uint64_t stated = wait->events.retry_ms;
    for (unsigned i = 0; i < RESUMES_MAX && !wait->exchange->answer; i++) {
        Headers headers;
        HttpResponse response = {0};
        Str last = str_copy(wait->arena, buf_str(&wait->events.id));
        int wait_ms = (int)MIN(stated ? stated : RETRY_MS, (uint64_t)RETRY_MS_MAX);
        int64_t left = until - proc_clock_ms() - wait_ms;
        if (!last.len || left <= 0)
            break;
        if (!http_wait(wait_ms, remote->cancel))
            return err_interrupted(err);
        sse_open(&wait->events, wait->arena, take_event, wait);
        buf_put(&wait->events.id, last);
        put_headers(remote, false, &headers);
        put(&headers, STR("Last-Event-ID"), last);
        HttpRequest http = {.method = STR("GET"),
                            .url = remote->url,
                            .headers = headers.items,
                            .header_count = headers.count,
                            .time_ms = (int)left};
        if (!ask(wait, &http, &response, err))
            return false;
    }
    return wait->exchange->answer || fail(remote, "its answer broke off", err);
}

static bool send_streamable(Wait *wait, Err *err)
{
    McpRemote *remote = wait->remote;
    McpExchange *exchange = wait->exchange;
    int64_t until = proc_clock_ms() + exchange->ms;
    Headers headers;
    HttpResponse response = {0};
    put_headers(remote, true, &headers);
    HttpRequest http = {.method = STR("POST"),
                        .url = remote->url,
                        .headers = headers.items,
                        .header_count = headers.count,
                        .body = exchange->message,
                        .time_ms = exchange->ms};
    sse_open(&wait->events, wait->arena, take_event, wait);
    if (!ask(wait, &http, &response, err))
        return false;
    Str session = http_response_header(&response, STR("Mcp-Session-Id"));
    if (session.len)
        remote->session = str_copy(remote->arena, session);
    if (!exchange->id || exchange->answer)
        return true;
    if (wait->events.id.len)
        return resume(wait, until, err);
    return fail(remote,
                response.is_cut            ? "its answer broke off"
                : wait->events.is_too_long ? "its answer is too large"
                                           : "its answer has no result",
                err);
}

/* ---- HTTP with SSE ---- */

static bool take_old_event(void *state, Str type, Str data)
{
    McpRemote *remote = state;
    Url base, post_url;
    Err ignored;
    if (!str_equal(type, STR("endpoint")) || remote->post_url.len ||
        !url_parse("url", remote->url, &base, &ignored))
        return true;
    Str url = url_resolve(remote->arena, &base, str_trim(data));
    if (url_parse("url", url, &post_url, &ignored) && url_same_origin(&base, &post_url))
        remote->post_url = str_copy(remote->arena, url);
    return remote->post_url.len > 0;
}

/* All messages come in one stream, which goes on after an answer. */
static bool take_old_message(void *state, Str type, Str data)
{
    (void)take_event(state, type, data);
    return true;
}

/* Takes bytes of the stream, whose head comes first. */
static bool take_bytes(McpRemote *remote, Arena *arena, Str bytes, Err *err)
{
    HttpResponse response;
    bool whole;
    Err ignored = {0};
    if (!remote->is_streaming) {
        buf_put(&remote->head, bytes);
        if (!http_parse(arena, buf_str(&remote->head), &response, &whole, &ignored))
            return fail(remote, "its answer is not HTTP", err);
        if (!whole)
            return true;
        remote->status = response.status;
        if (response.status != 200)
            return fail_status(remote, arena, &response, err);
        remote->is_streaming = true;
        bytes = response.body;
    }
    return sse_take(&remote->events, bytes) ||
           fail(remote,
                remote->events.is_too_long ? "its answer is too large"
                                           : "its address for messages is on another server",
                err);
}

/* Waits a moment for bytes of the stream. */
static bool receive(McpRemote *remote, Arena *arena, int64_t until, Err *err)
{
    char bytes[16 * KB];
    struct pollfd event = {.fd = remote->stream.fd, .events = POLLIN};
    if (remote->cancel && *remote->cancel)
        return err_interrupted(err);
    if (proc_clock_ms() >= until)
        return fail(remote, "no answer in time", err);
    if (!remote->stream.process)
        return fail(remote, "its stream has ended", err);
    if (poll(&event, 1, LOOK_MS) <= 0)
        return true;
    ssize_t n = read(remote->stream.fd, bytes, sizeof bytes);
    if (n <= 0)
        return fail(remote, "its stream has ended", err);
    return take_bytes(remote, arena, (Str){bytes, (size_t)n}, err);
}

static bool write_all(int fd, Str text)
{
    while (text.len) {
        ssize_t n = send(fd, text.ptr, text.len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        text = str_from_offset(text, (size_t)n);
    }
    return shutdown(fd, SHUT_WR) == 0;
}

/* Opens the stream, by a curl of its own. */
static bool open_stream(McpRemote *remote, Arena *arena, Err *err)
{
    static const char *const argv[] = {"curl", "-q", "--config", "-", NULL};
    Headers headers;
    Str config;
    put_headers(remote, false, &headers);
    HttpRequest http = {.method = STR("GET"),
                        .url = remote->url,
                        .headers = headers.items,
                        .header_count = headers.count,
                        .time_ms = STREAM_MS};
    remote->head = buf_open(remote->arena, ANSWER_BYTES);
    sse_open(&remote->events, remote->arena, take_old_event, remote);
    return http_write_config(arena, &http, &config, err) &&
           proc_link_open(argv, &remote->stream, err) &&
           (write_all(remote->stream.fd, config) || fail(remote, "its stream has ended", err));
}

static bool send_old(Wait *wait, Err *err)
{
    McpRemote *remote = wait->remote;
    McpExchange *exchange = wait->exchange;
    int64_t until = proc_clock_ms() + exchange->ms;
    HttpResponse response = {0};
    Err why = {0};
    remote->events.event = take_old_message;
    remote->events.state = wait;
    if (!post(remote, wait->arena, exchange->message, exchange->ms, &response, &why))
        return fail_connection(remote, &why, err);
    remote->status = response.status;
    if (response.status / 100 != 2)
        return fail_status(remote, wait->arena, &response, err);
    bool goes_on = true;
    while (goes_on && exchange->id && !exchange->answer)
        goes_on = receive(remote, wait->arena, until, err);
    remote->events.event = take_old_event;
    remote->events.state = remote;
    return goes_on;
}

bool mcp_remote_go_back(McpRemote *remote, Arena *arena, Err *err)
{
    int64_t until = proc_clock_ms() + REPLY_MS;
    remote->session = (Str){0};
    if (!open_stream(remote, arena, err))
        return false;
    while (!remote->post_url.len)
        if (!receive(remote, arena, until, err))
            return false;
    return true;
}

/* ---- both ---- */

bool mcp_remote_open(McpRemote *remote, const McpSetting *setting, Err *err)
{
    HttpHeader *headers;
    remote->name = setting->name;
    remote->url = setting->url;
    if (!proc_exists("curl"))
        return fail(remote, "there is no program 'curl', which this needs", err);
    if (!mcp_settings_expand(remote->arena, setting, &headers, err))
        return false;
    remote->headers = headers;
    remote->header_count = setting->header_count;
    return !setting->is_old || mcp_remote_go_back(remote, remote->arena, err);
}

bool mcp_remote_send(McpRemote *remote, Arena *arena, McpExchange *exchange, Err *err)
{
    Wait wait = {.remote = remote, .arena = arena, .exchange = exchange};
    exchange->answer = NULL;
    return remote->post_url.len ? send_old(&wait, err) : send_streamable(&wait, err);
}

void mcp_remote_close(McpRemote *remote)
{
    Arena scratch SCOPED(arena_close) = {0};
    Headers headers;
    HttpResponse response;
    Err ignored = {0};
    if (remote->stream.process) {
        /* curl waits for the server, and would not see that nobody reads on. */
        kill((pid_t)remote->stream.process, SIGTERM);
        proc_link_close(&remote->stream);
    }
    if (!remote->session.len)
        return;
    arena_open(&scratch, ARENA_RESERVE);
    put_headers(remote, false, &headers);
    HttpRequest http = {.method = STR("DELETE"),
                        .url = remote->url,
                        .headers = headers.items,
                        .header_count = headers.count,
                        .time_ms = END_MS,
                        .cancel = remote->cancel};
    (void)!http_send(&scratch, &http, &response, &ignored);
    remote->session = (Str){0};
}
