/* Worker processes of requests, and their scheduling. A process and the server exchange frames over
   one socket. The server forks the process, or takes one that the repository's daemon prepared, and
   reads its frames in the event loop.

   Some slots are reserved for short calls, so that new calls do not wait for slow ones. A slow call
   in such a slot is killed and restarted later. */
#include "serve/job.h"

#include "base/limits.h"
#include "base/proc.h"
#include "serve/daemons.h"
#include "serve/era.h"
#include "serve/notify.h"
#include "session/warm.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Additional slots for calls that have just begun, and the time that a call may use one. A call
   that takes longer, while new calls wait, is restarted when there is an ordinary slot. */
#define MCP_SHORT_MAX 4
#define MCP_SHORT_MS 2000

typedef enum FrameKind {
    FRAME_MESSAGE, /* before the answer */
    FRAME_CHANGED, /* `code`: the changed list, for all subscribers */
    FRAME_AGAIN,   /* `code`: a SessionWait; the process ends */
    FRAME_ANSWER,  /* the last frame */
} FrameKind;

typedef struct Frame {
    FrameKind kind;
    int code;   /* RpcCode of an answer, or as FrameKind says */
    bool spent; /* the process cannot answer another call */
    uint32_t len;
} Frame;

/* ---- in the process ---- */

static void write_frame(const Exchange *exchange, FrameKind kind, int code, Str text)
{
    const SessionWarm *warm = exchange->server->context.warm;
    Frame frame = {
        .kind = kind, .code = code, .spent = warm && warm->memo->spent, .len = (uint32_t)text.len};
    if (!child_write(exchange->parent_fd, &frame, sizeof frame) ||
        !child_write(exchange->parent_fd, text.ptr, text.len))
        _exit(0);
}

static void answer_in_child(void *state, Str answer, RpcCode code)
{
    write_frame(state, FRAME_ANSWER, code, answer);
}

void job_again(Exchange *exchange, unsigned wait)
{
    write_frame(exchange, FRAME_AGAIN, (int)wait, (Str){0});
}

void job_changed(Exchange *exchange, int kind)
{
    write_frame(exchange, FRAME_CHANGED, kind, (Str){0});
}

static void send_in_child(void *state, Str message)
{
    write_frame(state, FRAME_MESSAGE, RPC_OK, message);
}

void job_progress(Exchange *exchange, uint64_t done, uint64_t total, Str message)
{
    Arena *arena = &exchange->arena;
    if (!exchange->progress_token)
        return;
    Json *params = json_object(arena);
    json_set(params, STR("progressToken"), rpc_copy(arena, exchange->progress_token));
    json_set(params, STR("progress"), json_u64(arena, done));
    if (total)
        json_set(params, STR("total"), json_u64(arena, total));
    if (message.len)
        json_set(params, STR("message"), json_str(arena, message));
    exchange_notify(exchange, STR("notifications/progress"), params);
}

/* `f12.3`: the third request of exchange 12 to its client. */
static Str ask_id(Exchange *exchange)
{
    return str_format(&exchange->arena, "f%llu.%llu", (unsigned long long)exchange->serial,
                      (unsigned long long)++exchange->asked);
}

uint64_t job_serial(const Json *id)
{
    uint64_t serial = 0;
    if (!id || id->type != JSON_STRING || !str_starts(id->text, STR("f")))
        return 0;
    Str digits = str_slice(id->text, 1, str_find_byte(id->text, '.'));
    return str_parse_u64(digits, &serial) ? serial : 0;
}

static bool read_response(Exchange *exchange, RpcMessage *response)
{
    uint32_t len = 0;
    Json *value = NULL;
    Err err;
    if (!child_read(exchange->parent_fd, &len, sizeof len))
        _exit(0);
    char *text = arena_bytes(&exchange->arena, len);
    if (!child_read(exchange->parent_fd, text, len))
        _exit(0);
    if (!json_parse(&exchange->arena, (Str){text, len}, &value, &err))
        return false;
    *response = rpc_read(value);
    return response->kind == RPC_RESPONSE;
}

const Json *job_ask(Exchange *exchange, Str method, Json *params)
{
    RpcMessage response = {0};
    Json *id = json_str(&exchange->arena, ask_id(exchange));
    send_in_child(exchange, rpc_write_request(&exchange->arena, id, method, params));
    do {
        if (!read_response(exchange, &response))
            return NULL;
    } while (!str_equal(response.id->text, id->text));
    return response.result;
}

static void work(int fd, Exchange *exchange)
{
    RpcFault fault = {0};
    exchange->parent_fd = fd;
    exchange->outlet = (Outlet){.state = exchange, .send = send_in_child, .end = answer_in_child};
    Json *result = json_object(&exchange->arena);
    if ((exchange->method || era_check(exchange, &fault)) &&
        exchange->method->answer(exchange, result, &fault))
        exchange_answer(exchange, result);
    else
        exchange_fail(exchange, &fault);
}

/* Runs in the forked process. It opens a new arena; the message remains in memory inherited from
   the server. */
static void serve(int fd, void *state)
{
    Exchange *exchange = state;
    arena_open(&exchange->arena, ARENA_RESERVE);
    work(fd, exchange);
}

void job_serve(int fd, Exchange *exchange)
{
    work(fd, exchange);
    Arena arena = exchange->arena;
    arena_close(&arena);
}

/* ---- in the server ---- */

static void watch_patience(Server *server);

static void fail_died(Exchange *exchange)
{
    RpcFault fault = {0};
    int status = job_stop(exchange);
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (number && number != SIGKILL)
        rpc_fail(&exchange->arena, &fault, RPC_INTERNAL_ERROR,
                 "the request's process died of signal %d (%s)", number, strsignal(number));
    else
        rpc_fail(&exchange->arena, &fault, RPC_INTERNAL_ERROR,
                 "the request's process ended early: out of memory, most likely");
    exchange_fail(exchange, &fault);
}

/* Stops listening to the exchange's process. */
static void detach(Exchange *exchange)
{
    event_free(exchange->readable);
    evbuffer_free(exchange->inbox);
    outbox_close(&exchange->outbox);
    exchange->readable = NULL;
    exchange->server->running--;
}

/* Returns a daemon's process, which may answer the next call unless it is spent. */
static void give_back(Exchange *exchange, bool spent)
{
    if (!exchange->daemon)
        return;
    bool sound = !spent && outbox_is_empty(&exchange->outbox);
    detach(exchange);
    exchange->child = (Child){.fd = -1};
    exchange->process.uses++;
    daemons_release(exchange, sound);
}

static void start_again(Exchange *exchange, unsigned wait)
{
    detach(exchange);
    exchange->child = (Child){.fd = -1};
    daemons_release(exchange, false);
    exchange->waited |= 1u << wait;
    if (daemons_ask(exchange, wait) == DAEMON_ASKED)
        exchange->server->running++;
    else
        job_start_alone(exchange);
}

/* Takes one whole frame; false if none has arrived yet or it was the last. */
static bool take_frame(Exchange *exchange)
{
    Frame frame;
    struct evbuffer *inbox = exchange->inbox;
    if (evbuffer_copyout(inbox, &frame, sizeof frame) < (ssize_t)sizeof frame ||
        evbuffer_get_length(inbox) < sizeof frame + frame.len)
        return false;
    evbuffer_drain(inbox, sizeof frame);
    Str text = {(const char *)evbuffer_pullup(inbox, (ssize_t)frame.len), frame.len};
    if (frame.kind == FRAME_ANSWER) {
        exchange->outlet.end(exchange->outlet.state, text, (RpcCode)frame.code);
        give_back(exchange, frame.spent);
        exchange_close(exchange);
        return false;
    }
    if (frame.kind == FRAME_AGAIN) {
        start_again(exchange, (unsigned)frame.code);
        return false;
    }
    if (frame.kind == FRAME_CHANGED)
        notify_changed(exchange->server, (NotifyKind)frame.code);
    else
        exchange->outlet.send(exchange->outlet.state, text);
    exchange->has_sent = true;
    evbuffer_drain(inbox, frame.len);
    return true;
}

static void on_readable(evutil_socket_t fd, short what, void *state)
{
    Exchange *exchange = state;
    (void)what;
    int n = evbuffer_read(exchange->inbox, fd, -1);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n > 0) {
        while (take_frame(exchange))
            continue;
        return;
    }
    fail_died(exchange);
}

static void attach(Exchange *exchange)
{
    outbox_open(&exchange->outbox, exchange->server->base, exchange->child.fd);
    exchange->inbox = evbuffer_new();
    exchange->readable = event_new(exchange->server->base, exchange->child.fd, EV_READ | EV_PERSIST,
                                   on_readable, exchange);
    if (!exchange->inbox || !exchange->readable || event_add(exchange->readable, NULL) != 0)
        arena_fatal("out of memory: no room for a request");
    exchange->since_ms = proc_clock_ms();
    watch_patience(exchange->server);
}

static bool start(Exchange *exchange)
{
    if (!child_fork(serve, exchange, &exchange->child))
        return false;
    attach(exchange);
    exchange->server->running++;
    return true;
}

static void give_texts(Exchange *exchange, DaemonCall *call)
{
    const Client *client = exchange->client;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, MCP_EXCHANGE_RESERVE);
    Buf capabilities = buf_open(&scratch, 0), roots = buf_open(&scratch, MCP_MESSAGE_BYTES_MAX);
    if (client && client->capabilities)
        json_write(&capabilities, client->capabilities, 0);
    for (size_t i = 0; client && i < client->root_count; i++) {
        buf_put(&roots, client->roots[i]);
        buf_put_byte(&roots, '\0');
    }
    const Str texts[] = {client ? client->version : (Str){0}, buf_str(&capabilities),
                         buf_str(&roots), exchange->text};
    call->version_len = (uint32_t)texts[0].len;
    call->capabilities_len = (uint32_t)texts[1].len;
    call->roots_len = (uint32_t)texts[2].len;
    call->text_len = (uint32_t)texts[3].len;
    outbox_put(&exchange->outbox, call, sizeof *call);
    for (size_t i = 0; i < COUNT(texts); i++)
        outbox_put(&exchange->outbox, texts[i].ptr, texts[i].len);
}

void job_take(Exchange *exchange, const DaemonNote *note)
{
    DaemonCall call = {.serial = exchange->serial,
                       .note = *note,
                       .level = exchange->client ? exchange->client->level : exchange->level,
                       .waited = exchange->waited,
                       .client = exchange->client != NULL};
    exchange->child = exchange->process.child;
    attach(exchange);
    give_texts(exchange, &call);
}

void job_start_alone(Exchange *exchange)
{
    RpcFault fault = {0};
    if (exchange->asking)
        exchange->server->running--;
    exchange->asking = false;
    daemons_release(exchange, false);
    if (start(exchange))
        return;
    rpc_fail(&exchange->arena, &fault, RPC_INTERNAL_ERROR, "cannot start a process: %s",
             strerror(errno));
    exchange_fail(exchange, &fault);
}

/* Whether there is a slot for the call; slow calls may not use those for short ones. */
static bool has_place(const Exchange *exchange)
{
    size_t places = MCP_RUNNING_MAX + (exchange->slow ? 0 : MCP_SHORT_MAX);
    return exchange->server->running < places;
}

void job_start(Exchange *exchange)
{
    RpcFault fault = {0};
    Server *server = exchange->server;
    if (!has_place(exchange))
        return; /* started when another call ends */
    DaemonsReply reply = daemons_ask(exchange, 0);
    if (reply == DAEMON_ASKED) {
        exchange->since_ms = proc_clock_ms();
        server->running++;
        watch_patience(server);
    }
    if (reply != DAEMON_NONE || start(exchange) || server->running)
        return;
    rpc_fail(&exchange->arena, &fault, RPC_INTERNAL_ERROR, "cannot start a process: %s",
             strerror(errno));
    exchange_fail(exchange, &fault);
}

static bool is_waiting(const Exchange *exchange)
{
    return exchange->method->works && !exchange->readable && !exchange->asking;
}

void job_start_next(Server *server)
{
    for (Exchange *exchange = server->exchanges; exchange; exchange = exchange->next)
        if (is_waiting(exchange) && has_place(exchange)) {
            job_start(exchange);
            return;
        }
}

int job_stop(Exchange *exchange)
{
    if (exchange->asking) {
        exchange->asking = false;
        exchange->server->running--;
        daemons_release(exchange, true);
        return 0;
    }
    if (!exchange->readable)
        return 0;
    detach(exchange);
    exchange->process = (JobProcess){0};
    exchange->daemon = NULL;
    kill(exchange->child.pid, SIGKILL); /* if it has ended, its status is kept */
    return child_stop(&exchange->child);
}

void job_respond(Exchange *exchange, Str message)
{
    uint32_t len = (uint32_t)message.len;
    if (!exchange->readable)
        return;
    outbox_put(&exchange->outbox, &len, sizeof len);
    outbox_put(&exchange->outbox, message.ptr, message.len);
}

/* ---- long calls ---- */

/* The latest call that has used up the time of a short one. Calls that have sent messages to their
   client are excluded: those cannot be taken back. */
static Exchange *find_slow(const Server *server)
{
    Exchange *found = NULL;
    int64_t before = proc_clock_ms() - MCP_SHORT_MS;
    for (Exchange *exchange = server->exchanges; exchange; exchange = exchange->next)
        if (exchange->readable && !exchange->has_sent && exchange->since_ms < before &&
            (!found || exchange->since_ms >= found->since_ms))
            found = exchange;
    return found;
}

static bool is_new_one_waiting(const Server *server)
{
    const Exchange *exchange = server->exchanges;
    while (exchange && (!is_waiting(exchange) || exchange->slow))
        exchange = exchange->next;
    return exchange;
}

/* While new calls wait, stops slow ones in the slots for short calls; they are restarted later. */
static void on_patience(evutil_socket_t fd, short what, void *state)
{
    Server *server = state;
    Exchange *slow;
    (void)fd;
    (void)what;
    daemons_look(server);
    while (server->running > MCP_RUNNING_MAX && is_new_one_waiting(server) &&
           (slow = find_slow(server))) {
        job_stop(slow);
        slow->slow = true;
        job_start_next(server);
    }
    if (server->running)
        watch_patience(server);
}

static void watch_patience(Server *server)
{
    const struct timeval interval = {.tv_usec = MCP_SHORT_MS * 1000 / 4};
    if (!server->patience)
        server->patience = event_new(server->base, -1, 0, on_patience, server);
    if (!server->patience || (!event_pending(server->patience, EV_TIMEOUT, NULL) &&
                              event_add(server->patience, &interval) != 0))
        arena_fatal("out of memory: no room for the server");
}

void job_close(Server *server)
{
    if (server->patience)
        event_free(server->patience);
    server->patience = NULL;
}
