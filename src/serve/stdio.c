/* Transport over standard input and output. Output is written in pieces that a pipe accepts at
   once, whenever it is writable. So a slow reader never blocks the loop, and the descriptors, which
   other processes may share, stay in blocking mode. */
#include "serve/stdio.h"

#include "base/limits.h"
#include "base/proc.h"
#include "serve/daemons.h"
#include "serve/guard.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#define PIECE_BYTES 4096 /* PIPE_BUF: the bytes that a writable pipe accepts */

typedef struct Stdio {
    Server *server;
    Client *client;
    struct evbuffer *input;
    struct evbuffer *output;
    struct event *readable;
    struct event *writable;
    bool skipping; /* skipping the rest of a line that is too long */
} Stdio;

/* ---- output ---- */

static void put_line(void *state, Str message)
{
    Stdio *stdio = state;
    if (!message.len)
        return;
    evbuffer_add(stdio->output, message.ptr, message.len);
    evbuffer_add(stdio->output, "\n", 1);
    event_add(stdio->writable, NULL);
}

static void end_line(void *state, Str answer, RpcCode code)
{
    (void)code;
    put_line(state, answer);
}

/* Writes one piece. False when the reader is gone. */
static bool write_piece(Stdio *stdio)
{
    size_t len = MIN(evbuffer_get_length(stdio->output), PIECE_BYTES);
    const unsigned char *bytes = evbuffer_pullup(stdio->output, (ssize_t)len);
    ssize_t n = write(STDOUT_FILENO, bytes, len);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    evbuffer_drain(stdio->output, (size_t)n);
    return true;
}

static void on_writable(evutil_socket_t fd, short what, void *state)
{
    Stdio *stdio = state;
    (void)fd;
    (void)what;
    if (!write_piece(stdio))
        event_base_loopbreak(stdio->server->base);
    else if (evbuffer_get_length(stdio->output))
        event_add(stdio->writable, NULL);
}

/* ---- input ---- */

static void fail_line(Stdio *stdio, const Json *id, const RpcFault *fault)
{
    Arena arena;
    arena_open(&arena, 0);
    put_line(stdio, rpc_write_fault(&arena, id, fault));
    arena_close(&arena);
}

static void take_line(Stdio *stdio, Str line)
{
    RpcFault fault = {0};
    Outlet outlet = {.state = stdio, .send = put_line, .end = end_line};
    if (!str_trim(line).len)
        return;
    Exchange *exchange = exchange_open(stdio->server, stdio->client, outlet, line, &fault);
    if (fault.code)
        fail_line(stdio, exchange->message.id, &fault);
    exchange_take(exchange);
}

static void refuse_long_line(Stdio *stdio)
{
    RpcFault fault = {.code = RPC_INVALID_REQUEST, .message = STR("the message is over 4 MB")};
    if (!stdio->skipping)
        fail_line(stdio, NULL, &fault);
    evbuffer_drain(stdio->input, evbuffer_get_length(stdio->input));
    stdio->skipping = true;
}

static void take_lines(Stdio *stdio)
{
    size_t len = 0;
    char *line;
    while ((line = evbuffer_readln(stdio->input, &len, EVBUFFER_EOL_LF))) {
        if (!stdio->skipping)
            take_line(stdio, (Str){line, len});
        stdio->skipping = false;
        free(line);
    }
    if (evbuffer_get_length(stdio->input) > MCP_MESSAGE_BYTES_MAX)
        refuse_long_line(stdio);
}

/* At the end of input, running calls get a grace period to end. */
static void end_of_input(Stdio *stdio)
{
    const struct timeval grace = {.tv_sec = MCP_GRACE_MS / 1000};
    Server *server = stdio->server;
    event_del(stdio->readable);
    event_base_loopexit(server->base, &grace);
    server_finish(server);
}

static void on_readable(evutil_socket_t fd, short what, void *state)
{
    Stdio *stdio = state;
    (void)what;
    int n = evbuffer_read(stdio->input, fd, -1);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n > 0)
        take_lines(stdio);
    else
        end_of_input(stdio);
}

/* ---- the loop ---- */

static bool stdio_open(Stdio *stdio, Server *server)
{
    *stdio = (Stdio){.server = server, .input = evbuffer_new(), .output = evbuffer_new()};
    stdio->readable =
        event_new(server->base, STDIN_FILENO, EV_READ | EV_PERSIST, on_readable, stdio);
    stdio->writable = event_new(server->base, STDOUT_FILENO, EV_WRITE, on_writable, stdio);
    if (!stdio->input || !stdio->output || !stdio->readable || !stdio->writable)
        return false;
    stdio->client = client_open(server);
    stdio->client->outlet = (Outlet){.state = stdio, .send = put_line, .end = end_line};
    return event_add(stdio->readable, NULL) == 0;
}

/* Whether output becomes writable before end_ms. */
static bool can_write(int64_t end_ms)
{
    struct pollfd fd = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&fd, 1, (int)MAX(end_ms - proc_clock_ms(), (int64_t)0)) > 0;
}

static void stdio_close(Stdio *stdio)
{
    int64_t end_ms = proc_clock_ms() + MCP_GRACE_MS;
    while (evbuffer_get_length(stdio->output) && can_write(end_ms) && write_piece(stdio))
        continue;
    event_free(stdio->readable);
    event_free(stdio->writable);
    evbuffer_free(stdio->input);
    evbuffer_free(stdio->output);
}

bool stdio_serve(Server *server, Err *err)
{
    Stdio stdio;
    if (!stdio_open(&stdio, server))
        return err_set(err, ERR_FAILED, "cannot read standard input");
    if (server->roots_given)
        daemons_prepare(server, &server->context, server->context.roots,
                        server->context.root_count);
    event_base_dispatch(server->base);
    guard_ending();
    server_stop(server);
    stdio_close(&stdio);
    return true;
}
