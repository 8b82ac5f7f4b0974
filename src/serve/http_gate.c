/* Admission control of HTTP connections: limits on their number and on unfinished requests, and
   checks of headers before the body is read. libevent reports neither, so each connection's buffer
   is created and watched here: the head is copied as it arrives, bytes are counted.

   libevent frees the buffers. A buffer is used only while its descriptor is still the same socket,
   which the inode shows. */
#include "serve/http_gate.h"

#include "base/limits.h"
#include "base/proc.h"
#include "base/vec.h"

#include <errno.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Interval between checks of unfinished requests. */
#define LOOK_MS 1000
/* Pause in accepting when no descriptors are left. */
#define REST_MS 1000
/* Time for a refused client to read the reason. */
#define REFUSED_MS 2000
/* Memory of larger unfinished requests is returned to the system. */
#define LARGE_BYTES (256 * KB)
#define UNKNOWN (-2)

typedef struct Gated {
    struct Gated *next;
    HttpGate *gate;
    struct bufferevent *bev;
    int fd; /* UNKNOWN until the library has set it */
    ino_t inode;
    struct evbuffer *head; /* head received so far; NULL: it has been checked */
    size_t bytes;          /* bytes of the unfinished request */
    int64_t since_ms;      /* time of its first byte, or of the connection */
    bool begun;            /* its first byte has arrived */
    bool served;           /* an earlier request was complete */
    bool answering;
    bool refused;
} Gated;

struct HttpGate {
    Http *http;
    Gated *gated; /* latest first */
    size_t count, most;
    size_t bytes; /* sum of bytes of unfinished requests */
    bool large;   /* a large unfinished request has ended */
    struct event *settle, *look, *rest;
    struct evconnlistener *listener;
};

/* ---- connections ---- */

static bool is_open(const Gated *gated)
{
    struct stat info;
    return gated->fd == UNKNOWN ||
           (fstat(gated->fd, &info) == 0 && S_ISSOCK(info.st_mode) && info.st_ino == gated->inode);
}

static void forget_bytes(Gated *gated)
{
    gated->gate->large |= gated->bytes > LARGE_BYTES;
    gated->gate->bytes -= gated->bytes;
    gated->bytes = 0;
}

/* Frees the records of closed connections. */
static void sweep(HttpGate *gate)
{
    for (Gated **link = &gate->gated; *link;) {
        Gated *gated = *link;
        if (is_open(gated)) {
            link = &gated->next;
            continue;
        }
        *link = gated->next;
        forget_bytes(gated);
        if (gated->head)
            evbuffer_free(gated->head);
        free(gated);
        gate->count--;
    }
}

/* Shuts the connection down; libevent then notices the end and frees it. */
static void shut(Gated *gated)
{
    forget_bytes(gated);
    gated->refused = true;
    (void)shutdown(gated->fd, SHUT_RDWR);
}

/* The connection to close first: one without a complete request yet, then the one idle for longest.
   NULL: all are being answered. */
static Gated *find_idle(const HttpGate *gate)
{
    Gated *found = NULL;
    for (Gated *gated = gate->gated; gated; gated = gated->next) {
        bool can = gated->fd >= 0 && !gated->answering && !gated->refused;
        bool sooner = !found || (found->served && !gated->served) ||
                      (found->served == gated->served && gated->since_ms <= found->since_ms);
        if (can && sooner)
            found = gated;
    }
    return found;
}

/* The oldest unfinished request, or NULL. */
static Gated *find_unfinished(const HttpGate *gate)
{
    Gated *found = NULL;
    for (Gated *gated = gate->gated; gated; gated = gated->next)
        if (gated->bytes && gated->fd >= 0 && (!found || gated->since_ms <= found->since_ms))
            found = gated;
    return found;
}

/* ---- input ---- */

static void refuse(Gated *gated, const HttpRefusal *refusal)
{
    char text[512];
    int len = snprintf(text, sizeof text,
                       "HTTP/1.1 %d %s\r\n%sContent-Type: text/plain\r\nContent-Length: %zu\r\n"
                       "Connection: close\r\n\r\n%s\n",
                       refusal->status,
                       refusal->status == 401   ? "Unauthorized"
                       : refusal->status == 403 ? "Forbidden"
                       : refusal->status == 413 ? "Content Too Large"
                                                : "Bad Request",
                       refusal->status == 401 ? "WWW-Authenticate: Bearer\r\n" : "",
                       strlen(refusal->text) + 1, refusal->text);
    forget_bytes(gated);
    gated->refused = true;
    gated->since_ms = proc_clock_ms();
    (void)send(gated->fd, text, (size_t)len, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)shutdown(gated->fd, SHUT_WR);
}

/* End of the head, after its empty line; SIZE_MAX: not complete. */
static size_t head_end(struct evbuffer *head)
{
    struct evbuffer_ptr lines = evbuffer_search(head, "\r\n\r\n", 4, NULL);
    struct evbuffer_ptr bare = evbuffer_search(head, "\n\n", 2, NULL);
    size_t end = lines.pos < 0 ? SIZE_MAX : (size_t)lines.pos + 4;
    return bare.pos < 0 ? end : MIN(end, (size_t)bare.pos + 2);
}

static void look_at_head(Gated *gated)
{
    size_t end = head_end(gated->head), len = evbuffer_get_length(gated->head);
    if (end == SIZE_MAX && len <= MCP_HEADER_BYTES_MAX)
        return;
    if (end != SIZE_MAX) {
        Str head = {(const char *)evbuffer_pullup(gated->head, (ssize_t)end), end};
        HttpRefusal refusal = http_check_head(gated->gate->http, head);
        if (refusal.status)
            refuse(gated, &refusal);
    }
    evbuffer_free(gated->head);
    gated->head = NULL;
}

/* Copies the last `added` bytes of the input to the head. */
static void copy_head(Gated *gated, struct evbuffer *input, size_t added)
{
    struct evbuffer_ptr from;
    char bytes[4096];
    size_t at = evbuffer_get_length(input) - added;
    while (added) {
        size_t len = MIN(added, sizeof bytes);
        if (evbuffer_ptr_set(input, &from, at, EVBUFFER_PTR_SET) != 0 ||
            evbuffer_copyout_from(input, &from, bytes, len) != (ssize_t)len)
            return;
        evbuffer_add(gated->head, bytes, len);
        at += len;
        added -= len;
    }
}

static void start_looking(HttpGate *gate)
{
    const struct timeval interval = {.tv_sec = LOOK_MS / 1000};
    if (!event_pending(gate->look, EV_TIMEOUT, NULL))
        event_add(gate->look, &interval);
}

static void keep_within(HttpGate *gate)
{
    Gated *unfinished;
    if (gate->bytes > MCP_UNFINISHED_BYTES_MAX)
        sweep(gate);
    while (gate->bytes > MCP_UNFINISHED_BYTES_MAX && (unfinished = find_unfinished(gate)))
        shut(unfinished);
}

static void on_input(struct evbuffer *input, const struct evbuffer_cb_info *info, void *state)
{
    Gated *gated = state;
    HttpGate *gate = gated->gate;
    size_t added = info->n_added;
    if (!added)
        return;
    if (gated->refused) {
        evbuffer_drain(input, evbuffer_get_length(input));
        return;
    }
    if (!gated->begun)
        gated->since_ms = proc_clock_ms();
    gated->begun = true;
    gated->bytes += added;
    gate->bytes += added;
    if (gated->head) {
        copy_head(gated, input, added);
        look_at_head(gated);
    }
    keep_within(gate);
    if (gated->refused)
        evbuffer_drain(input, evbuffer_get_length(input));
    start_looking(gate);
}

static void expect_request(Gated *gated)
{
    gated->answering = gated->begun = false;
    gated->since_ms = proc_clock_ms();
    if (!gated->head)
        gated->head = evbuffer_new();
    size_t waiting = evbuffer_get_length(bufferevent_get_input(gated->bev));
    if (gated->head && waiting)
        copy_head(gated, bufferevent_get_input(gated->bev), waiting);
}

/* ---- opening and closing ---- */

static void on_settle(evutil_socket_t none, short what, void *state)
{
    HttpGate *gate = state;
    struct stat info;
    (void)none;
    (void)what;
    for (Gated *gated = gate->gated; gated && gated->fd == UNKNOWN; gated = gated->next) {
        gated->fd = bufferevent_getfd(gated->bev);
        gated->inode = gated->fd >= 0 && fstat(gated->fd, &info) == 0 ? info.st_ino : 0;
    }
    sweep(gate);
    for (size_t open = gate->count; open > gate->most; open--) {
        Gated *idle = find_idle(gate);
        shut(idle ? idle : gate->gated);
    }
    start_looking(gate);
}

/* Makes the buffer of a new connection. libevent sets its descriptor after this returns. */
static struct bufferevent *on_connection(struct event_base *base, void *state)
{
    HttpGate *gate = state;
    struct bufferevent *bev = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    Gated *gated = calloc(1, sizeof *gated);
    struct evbuffer *head = evbuffer_new();
    if (!bev || !gated || !head)
        arena_fatal("out of memory: no room for a connection");
    *gated = (Gated){.next = gate->gated,
                     .gate = gate,
                     .bev = bev,
                     .fd = UNKNOWN,
                     .head = head,
                     .since_ms = proc_clock_ms()};
    if (!evbuffer_add_cb(bufferevent_get_input(bev), on_input, gated))
        arena_fatal("out of memory: no room for a connection");
    gate->gated = gated;
    gate->count++;
    event_active(gate->settle, EV_TIMEOUT, 0);
    return bev;
}

static void give_memory_back(HttpGate *gate)
{
    if (!gate->large || gate->bytes)
        return;
    gate->large = false;
#ifdef __GLIBC__ /* other allocators keep little */
    malloc_trim(0);
#endif
}

static void on_look(evutil_socket_t none, short what, void *state)
{
    HttpGate *gate = state;
    int64_t now = proc_clock_ms();
    bool unfinished = false;
    (void)none;
    (void)what;
    sweep(gate);
    for (Gated *gated = gate->gated; gated; gated = gated->next) {
        bool counts = !gated->answering && (gated->begun || !gated->served || gated->refused);
        int64_t most = gated->refused ? REFUSED_MS : MCP_REQUEST_MS;
        unfinished |= counts;
        if (counts && gated->fd >= 0 && now - gated->since_ms > most)
            shut(gated);
    }
    give_memory_back(gate);
    if (unfinished)
        start_looking(gate);
}

static Gated *find_of(const HttpGate *gate, struct evhttp_request *request)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    struct bufferevent *bev = connection ? evhttp_connection_get_bufferevent(connection) : NULL;
    Gated *gated = bev ? gate->gated : NULL;
    while (gated && gated->bev != bev)
        gated = gated->next;
    return gated;
}

static void on_answered(struct evhttp_request *request, void *state)
{
    HttpGate *gate = state;
    Gated *gated = find_of(gate, request);
    if (gated)
        expect_request(gated);
    start_looking(gate);
}

void http_gate_take(HttpGate *gate, struct evhttp_request *request)
{
    Gated *gated = find_of(gate, request);
    if (!gated)
        return;
    forget_bytes(gated);
    gated->answering = gated->served = true;
    evhttp_request_set_on_complete_cb(request, on_answered, gate);
}

/* ---- descriptors ---- */

/* A static, because the callback's argument belongs to libevent. */
static HttpGate *listening;

static void on_no_descriptor(struct evconnlistener *listener, void *library)
{
    HttpGate *gate = listening;
    const struct timeval interval = {.tv_sec = REST_MS / 1000};
    Gated *idle;
    (void)library;
    sweep(gate);
    if ((idle = find_idle(gate)))
        shut(idle);
    evconnlistener_disable(listener);
    event_add(gate->rest, &interval);
}

static void on_rested(evutil_socket_t none, short what, void *state)
{
    const HttpGate *gate = state;
    (void)none;
    (void)what;
    evconnlistener_enable(gate->listener);
}

static size_t most_connections(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return MCP_CONNECTIONS_MAX;
    size_t most = (size_t)MIN(limit.rlim_cur, (rlim_t)MCP_CONNECTIONS_MAX + MCP_DESCRIPTORS_KEPT);
    return MAX(most - MIN(most, (size_t)MCP_DESCRIPTORS_KEPT), (size_t)MCP_CONNECTIONS_MIN);
}

void http_gate_open(Http *http)
{
    HttpGate *gate = calloc(1, sizeof *gate);
    if (!gate)
        arena_fatal("out of memory: no room for the server");
    *gate = (HttpGate){.http = http, .most = most_connections()};
    gate->settle = event_new(http->server->base, -1, 0, on_settle, gate);
    gate->look = event_new(http->server->base, -1, 0, on_look, gate);
    gate->rest = event_new(http->server->base, -1, 0, on_rested, gate);
    if (!gate->settle || !gate->look || !gate->rest)
        arena_fatal("out of memory: no room for the server");
    evhttp_set_bevcb(http->evhttp, on_connection, gate);
    http->gate = gate;
}

void http_gate_listen(HttpGate *gate, struct evconnlistener *listener)
{
    gate->listener = listener;
    listening = gate;
    evconnlistener_set_error_cb(listener, on_no_descriptor);
}

void http_gate_close(HttpGate **gate)
{
    if (!*gate)
        return;
    for (Gated *gated = (*gate)->gated, *next; gated; gated = next) {
        next = gated->next;
        if (gated->head)
            evbuffer_free(gated->head);
        free(gated);
    }
    event_free((*gate)->settle);
    event_free((*gate)->look);
    event_free((*gate)->rest);
    free(*gate);
    *gate = NULL;
}
