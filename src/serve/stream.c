/* Answers over HTTP as JSON or as a stream of events (SSE). libevent does not read while an answer
   is being made, so a separate watch notices when the reader leaves. A resumable stream gives each
   event an id, STREAM-NUMBER, and is kept for a limited time after it ends. When its reader leaves,
   its request continues. */
#include "serve/http_state.h"

#include "base/limits.h"
#include "base/vec.h"

#include <event2/bufferevent.h>
#include <sys/socket.h>

typedef VEC(Str) StrVec;

struct Stream {
    Stream *next;
    Arena arena;
    Http *http;
    HttpClient *owner;              /* NULL: a modern client */
    Exchange *exchange;             /* the exchange it answers; NULL: none, or ended */
    struct evhttp_request *request; /* NULL: the reader is gone */
    struct event *watch;            /* NULL: no reader */
    uint64_t id;
    bool started; /* as a stream of events */
    bool resumable;
    bool ended;
    StrVec events; /* events.ptr[i] has number i + 1 */
    size_t bytes;
};

/* ---- readers ---- */

static void stream_free(Stream *stream)
{
    Stream **link = &stream->http->streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    if (stream->owner && stream->owner->listener == stream)
        stream->owner->listener = NULL;
    Arena arena = stream->arena;
    arena_close(&arena);
}

/* Called when the connection closes; libevent frees it. */
static void on_close(struct evhttp_connection *connection, void *state)
{
    Stream *stream = state;
    struct evhttp_request *request = stream->request;
    (void)connection;
    stream->request = NULL;
    event_free(stream->watch);
    if (!evhttp_request_get_connection(request)) /* then the request is ours to free */
        evhttp_request_free(request);
    if (!stream->exchange && !stream->resumable)
        stream_free(stream);
    else if (!stream->owner) /* modern client: closing the stream cancels */
        exchange_cancel(stream->exchange);
}

static void on_readable(evutil_socket_t fd, short what, void *state)
{
    Stream *stream = state;
    char byte;
    (void)what;
    if (recv(fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0)
        evhttp_connection_free(evhttp_request_get_connection(stream->request));
    else
        event_del(stream->watch); /* pipelined request: it waits */
}

static void attach(Stream *stream, struct evhttp_request *request)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    evutil_socket_t fd = bufferevent_getfd(evhttp_connection_get_bufferevent(connection));
    stream->request = request;
    stream->watch =
        event_new(stream->http->server->base, fd, EV_READ | EV_PERSIST, on_readable, stream);
    if (!stream->watch || event_add(stream->watch, NULL) != 0)
        arena_fatal("out of memory: no room for a stream");
    evhttp_connection_set_closecb(connection, on_close, stream);
}

/* Takes the request of the reader from the stream; NULL without a reader. */
static struct evhttp_request *detach(Stream *stream)
{
    struct evhttp_request *request = stream->request;
    if (!request)
        return NULL;
    event_free(stream->watch);
    evhttp_connection_set_closecb(evhttp_request_get_connection(request), NULL, NULL);
    stream->request = NULL;
    return request;
}

/* ---- keeping ---- */

Stream *stream_open(Http *http, HttpClient *owner, struct evhttp_request *request)
{
    Arena arena;
    arena_open(&arena, 0);
    Stream *stream = NEW(&arena, Stream, 1);
    *stream = (Stream){.next = http->streams,
                       .arena = arena,
                       .http = http,
                       .owner = owner,
                       .id = ++http->stream_count};
    http->streams = stream;
    attach(stream, request);
    return stream;
}

/* Frees ended streams without a reader beyond the caps, oldest first. */
static void forget_old(Http *http)
{
    size_t count = 0, bytes = 0;
    for (Stream *stream = http->streams, *next; stream; stream = next) {
        next = stream->next;
        if (!stream->ended || stream->request)
            continue;
        bytes += stream->bytes;
        if (++count > MCP_STREAMS_KEPT || bytes > MCP_STREAM_BYTES_KEPT)
            stream_free(stream);
    }
}

void stream_set_exchange(Stream *stream, Exchange *exchange)
{
    stream->exchange = exchange;
}

/* ---- writing ---- */

static void put_header(struct evhttp_request *request, const char *name, const char *value)
{
    evhttp_add_header(evhttp_request_get_output_headers(request), name, value);
}

static void start_events(Stream *stream)
{
    stream->started = true;
    put_header(stream->request, "Content-Type", "text/event-stream");
    put_header(stream->request, "Cache-Control", "no-cache, no-transform");
    put_header(stream->request, "X-Accel-Buffering", "no");
    evhttp_send_reply_start(stream->request, HTTP_OK, "OK");
}

static void put_chunk(const Stream *stream, Str bytes)
{
    struct evbuffer *chunk = evbuffer_new();
    if (!chunk)
        arena_fatal("out of memory: no room for an event");
    evbuffer_add(chunk, bytes.ptr, bytes.len);
    evhttp_send_reply_chunk(stream->request, chunk);
    evbuffer_free(chunk);
}

static void put_event(Stream *stream, Str data)
{
    Arena scratch = stream->arena;
    Buf event = buf_open(stream->resumable ? &stream->arena : &scratch, 0);
    if (stream->resumable)
        buf_printf(&event, "id: %llu-%zu\n", (unsigned long long)stream->id,
                   stream->events.len + 1);
    if (data.len)
        buf_put(&event, STR("event: message\n"));
    else
        buf_put(&event, STR("retry: 500\n"));
    buf_put(&event, STR("data: "));
    buf_put(&event, data);
    buf_put(&event, STR("\n\n"));
    if (stream->request)
        put_chunk(stream, buf_str(&event));
    if (stream->resumable) {
        *VEC_PUSH(&stream->arena, &stream->events) = buf_str(&event);
        stream->bytes += event.len;
    }
}

static void send_event(void *state, Str message)
{
    Stream *stream = state;
    if (stream->request && !stream->started)
        start_events(stream);
    put_event(stream, message);
}

/* HTTP status of an answer. Errors found before a method was reached are errors of the transport,
   too. */
static int status_of(const Stream *stream, RpcCode code)
{
    bool reached = stream->exchange && stream->exchange->method;
    if (stream->owner || code == RPC_OK)
        return HTTP_OK;
    if (code == RPC_METHOD_NOT_FOUND)
        return HTTP_NOTFOUND;
    return code == RPC_MISSING_CAPABILITY || !reached ? HTTP_BADREQUEST : HTTP_OK;
}

static void send_json(Stream *stream, Str answer, RpcCode code)
{
    int status = status_of(stream, code);
    struct evhttp_request *request = detach(stream);
    struct evbuffer *body = evbuffer_new();
    if (!body)
        arena_fatal("out of memory: no room for an answer");
    evbuffer_add(body, answer.ptr, answer.len);
    put_header(request, "Content-Type", "application/json");
    evhttp_send_reply(request, status, NULL, body);
    evbuffer_free(body);
}

static void end_events(Stream *stream)
{
    struct evhttp_request *request = detach(stream);
    if (request)
        evhttp_send_reply_end(request);
}

static void end_answer(void *state, Str answer, RpcCode code)
{
    Stream *stream = state;
    if (stream->request && !stream->started && answer.len) {
        send_json(stream, answer, code);
    } else {
        if (stream->request && !stream->started)
            start_events(stream);
        if (answer.len)
            put_event(stream, answer);
        end_events(stream);
    }
    stream->exchange = NULL;
    stream->ended = true;
    if (stream->resumable)
        forget_old(stream->http);
    else
        stream_free(stream);
}

Outlet stream_outlet(Stream *stream)
{
    return (Outlet){.state = stream, .send = send_event, .end = end_answer};
}

void stream_start_resumable(Stream *stream)
{
    stream->resumable = true;
    start_events(stream);
    put_event(stream, (Str){0}); /* gives the client an id to resume from */
}

void stream_start_listener(Stream *stream)
{
    if (stream->owner->listener) {
        end_events(stream->owner->listener);
        stream_free(stream->owner->listener);
    }
    stream->owner->listener = stream;
    start_events(stream);
}

/* ---- resuming ---- */

static Stream *find_stream(const Http *http, const HttpClient *owner, uint64_t id)
{
    Stream *stream = http->streams;
    while (stream && (stream->id != id || stream->owner != owner || !stream->resumable))
        stream = stream->next;
    return stream;
}

bool stream_resume(Http *http, const HttpClient *owner, Str event_id,
                   struct evhttp_request *request)
{
    uint64_t id = 0, number = 0;
    size_t dash = str_find_byte(event_id, '-');
    if (dash == STR_NONE || !str_parse_u64(str_slice(event_id, 0, dash), &id) ||
        !str_parse_u64(str_from_offset(event_id, dash + 1), &number))
        return false;
    Stream *stream = find_stream(http, owner, id);
    if (!stream)
        return false;
    end_events(stream);
    attach(stream, request);
    start_events(stream);
    for (size_t i = (size_t)number; i < stream->events.len; i++)
        put_chunk(stream, stream->events.ptr[i]);
    if (stream->ended)
        end_events(stream);
    return true;
}

void stream_free_owned(Http *http, const HttpClient *owner)
{
    for (Stream *stream = http->streams, *next; stream; stream = next) {
        next = stream->next;
        if (stream->owner != owner)
            continue;
        end_events(stream);
        stream_free(stream);
    }
}

void stream_keep_alive(Http *http)
{
    for (Stream *stream = http->streams; stream; stream = stream->next)
        if (stream->started && stream->request)
            put_chunk(stream, STR(": \n\n"));
}
