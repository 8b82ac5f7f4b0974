#include "serve/job.h"

#include "base/limits.h"
#include "serve/era.h"
#include "serve/keeper.h"
#include "serve/notify.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum FrameKind {
    FRAME_MESSAGE, /* on the way */
    FRAME_CHANGED, /* `code`: what changed, for everybody */
    FRAME_AGAIN,   /* `code`: a SessionWait; the process ends */
    FRAME_ANSWER,  /* the last one */
} FrameKind;

typedef struct Frame {
    FrameKind kind;
    int code; /* of an answer */
    uint32_t len;
} Frame;

/* ---- in the process ---- */

static void write_frame(const Exchange *exchange, FrameKind kind, int code, Str text)
{
    Frame frame = {.kind = kind, .code = code, .len = (uint32_t)text.len};
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

/* f12.3: the third question of exchange 12 */
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
    Str id = ask_id(exchange);
    send_in_child(exchange, rpc_write_request(&exchange->arena, id, method, params));
    do {
        if (!read_response(exchange, &response))
            return NULL;
    } while (!str_equal(response.id->text, id));
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

/* A new arena: the message stays where it is, in memory shared with the server. */
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

/* Ends the listening to its process. */
static void detach(Exchange *exchange)
{
    event_free(exchange->readable);
    evbuffer_free(exchange->inbox);
    exchange->readable = NULL;
    exchange->server->running--;
}

/* A process that a keeper gave may answer the next call. */
static void give_back(Exchange *exchange)
{
    if (!exchange->keeper)
        return;
    detach(exchange);
    exchange->child = (Child){.fd = -1};
    exchange->process.uses++;
    keeper_release(exchange, true);
}

static void start_again(Exchange *exchange, unsigned wait)
{
    detach(exchange);
    exchange->child = (Child){.fd = -1};
    keeper_release(exchange, false);
    exchange->waited |= 1u << wait;
    if (!keeper_ask(exchange, wait))
        job_start_alone(exchange);
    else
        exchange->server->running++;
}

/* Takes one whole frame; false when there is none yet or it was the last. */
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
        give_back(exchange);
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
    evutil_make_socket_nonblocking(exchange->child.fd);
    exchange->inbox = evbuffer_new();
    exchange->readable = event_new(exchange->server->base, exchange->child.fd, EV_READ | EV_PERSIST,
                                   on_readable, exchange);
    if (!exchange->inbox || !exchange->readable || event_add(exchange->readable, NULL) != 0)
        arena_fatal("out of memory: no room for a request");
}

static bool start(Exchange *exchange)
{
    if (!child_fork(serve, exchange, &exchange->child))
        return false;
    attach(exchange);
    exchange->server->running++;
    return true;
}

static bool give_texts(const Exchange *exchange, KeepCall *call)
{
    const Client *client = exchange->client;
    int fd = exchange->child.fd;
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
    bool given = child_write(fd, call, sizeof *call);
    for (size_t i = 0; i < COUNT(texts) && given; i++)
        given = child_write(fd, texts[i].ptr, texts[i].len);
    return given;
}

void job_take(Exchange *exchange, const KeepNote *note)
{
    KeepCall call = {.serial = exchange->serial,
                     .note = *note,
                     .level = exchange->client ? exchange->client->level : exchange->level,
                     .waited = exchange->waited,
                     .client = exchange->client != NULL};
    exchange->child = exchange->process.child;
    /* It reads at once, so waiting for it is short. */
    int flags = fcntl(exchange->child.fd, F_GETFL);
    fcntl(exchange->child.fd, F_SETFL, flags & ~O_NONBLOCK);
    bool given = give_texts(exchange, &call);
    attach(exchange);
    if (!given)
        fail_died(exchange);
}

void job_start_alone(Exchange *exchange)
{
    RpcFault fault = {0};
    if (exchange->asking)
        exchange->server->running--;
    exchange->asking = false;
    keeper_release(exchange, false);
    if (start(exchange))
        return;
    rpc_fail(&exchange->arena, &fault, RPC_INTERNAL_ERROR, "cannot start a process: %s",
             strerror(errno));
    exchange_fail(exchange, &fault);
}

void job_start(Exchange *exchange)
{
    RpcFault fault = {0};
    size_t running = exchange->server->running;
    if (running >= MCP_RUNNING_MAX)
        return; /* one that waits is started when another ends */
    if (keeper_ask(exchange, 0)) {
        exchange->server->running++;
        return;
    }
    if (start(exchange) || running)
        return;
    rpc_fail(&exchange->arena, &fault, RPC_INTERNAL_ERROR, "cannot start a process: %s",
             strerror(errno));
    exchange_fail(exchange, &fault);
}

void job_start_next(Server *server)
{
    for (Exchange *exchange = server->exchanges; exchange; exchange = exchange->next)
        if (exchange->method->works && !exchange->readable && !exchange->asking) {
            job_start(exchange);
            return;
        }
}

int job_stop(Exchange *exchange)
{
    if (exchange->asking) {
        exchange->asking = false;
        exchange->server->running--;
        keeper_release(exchange, true);
        return 0;
    }
    if (!exchange->readable)
        return 0;
    detach(exchange);
    exchange->process = (JobProcess){0};
    exchange->keeper = NULL;
    kill(exchange->child.pid, SIGKILL); /* one that has ended keeps its status */
    return child_stop(&exchange->child);
}

void job_respond(Exchange *exchange, Str message)
{
    uint32_t len = (uint32_t)message.len;
    if (!exchange->readable)
        return;
    bool sent = child_write(exchange->child.fd, &len, sizeof len) &&
                child_write(exchange->child.fd, message.ptr, message.len);
    if (!sent) /* larger than the socket takes at once, or it is gone */
        fail_died(exchange);
}
