/* HTTP transport of MCP. A request with a session, or an `initialize`, is of the legacy era; any
   other is modern. */
#include "serve/mcp_http.h"

#include "base/fs.h"
#include "base/limits.h"
#include "base/proc.h"
#include "serve/daemons.h"
#include "serve/http_gate.h"

#include <event2/bufferevent.h>
#include <event2/http_struct.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/random.h>
#include <sys/socket.h>

/* A stream that has been idle for this long gets a comment, so that no proxy closes it. */
#define MCP_KEEP_ALIVE_MS 15000

#define ENDPOINT "/mcp"
#define TOKEN_VARIABLE "FOVEA_MCP_TOKEN"

/* ---- clients with a session ---- */

static Str make_id(Arena *arena)
{
    unsigned char bytes[HTTP_ID_BYTES / 2];
    Buf id = buf_open(arena, 0);
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        arena_fatal("no random numbers for a session");
    buf_put_hex(&id, (Str){(const char *)bytes, sizeof bytes});
    return buf_str(&id);
}

static void client_send(void *state, Str message)
{
    const HttpClient *client = state;
    if (client->listener) {
        Outlet outlet = stream_outlet(client->listener);
        outlet.send(outlet.state, message);
    }
}

static void http_client_close(HttpClient *client)
{
    Http *http = client->http;
    HttpClient **link = &http->clients;
    while (*link != client)
        link = &(*link)->next;
    *link = client->next;
    http->client_count--;
    Client *inner = client->client;
    client_stop(inner);
    stream_free_owned(http, client);
    client_close(inner); /* `client` is in its memory */
}

static void close_idle_longest(Http *http)
{
    HttpClient *idle = http->clients;
    for (HttpClient *client = http->clients; client; client = client->next)
        if (client->used_ms < idle->used_ms)
            idle = client;
    http_client_close(idle);
}

static HttpClient *http_client_open(Http *http)
{
    if (http->client_count >= MCP_CLIENTS_MAX)
        close_idle_longest(http);
    Client *inner = client_open(http->server);
    HttpClient *client = NEW(&inner->arena, HttpClient, 1);
    *client = (HttpClient){.next = http->clients,
                           .http = http,
                           .client = inner,
                           .id = make_id(&inner->arena),
                           .used_ms = proc_clock_ms()};
    inner->outlet = (Outlet){.state = client, .send = client_send};
    http->clients = client;
    http->client_count++;
    return client;
}

static HttpClient *http_client_find(const Http *http, Str id)
{
    HttpClient *client = http->clients;
    while (client && !str_equal(client->id, id))
        client = client->next;
    if (client)
        client->used_ms = proc_clock_ms();
    return client;
}

/* ---- messages ---- */

static bool is_initialize(const Exchange *exchange)
{
    const Json *meta = rpc_object(exchange->message.params, STR("_meta"));
    return str_equal(exchange->message.method, STR("initialize")) &&
           !json_get(meta, STR("io.modelcontextprotocol/protocolVersion"));
}

/* Whether the answer is a resumable stream: a long call of a client that can reconnect. */
static bool is_resumable(const Exchange *exchange)
{
    return exchange->client && str_equal(exchange->client->version, STR("2025-11-25")) &&
           str_equal(exchange->message.method, STR("tools/call"));
}

static void take_request(Http *http, HttpClient *client, Exchange *exchange,
                         struct evhttp_request *request)
{
    if (!client && is_initialize(exchange)) {
        client = http_client_open(http);
        char *id = str_terminate(&exchange->arena, client->id);
        evhttp_add_header(evhttp_request_get_output_headers(request), "Mcp-Session-Id", id);
    }
    exchange->client = client ? client->client : NULL;
    Stream *stream = stream_open(http, client, request);
    exchange->outlet = stream_outlet(stream);
    stream_set_exchange(stream, exchange);
    if (is_resumable(exchange))
        stream_start_resumable(stream);
    exchange_take(exchange);
}

static void take_message(Http *http, HttpClient *client, Exchange *exchange,
                         struct evhttp_request *request)
{
    RpcFault fault = {0};
    bool modern = !client && !is_initialize(exchange);
    if (exchange->message.kind != RPC_REQUEST) {
        exchange->client = client ? client->client : NULL;
        exchange_take(exchange);
        evhttp_send_reply(request, 202, "Accepted", NULL);
    } else if (modern && !http_check_headers(exchange, request, &fault)) {
        http_refuse_fault(request, HTTP_BADREQUEST, exchange->message.id, &fault);
        exchange_close(exchange);
    } else {
        take_request(http, client, exchange, request);
    }
}

static void on_post(Http *http, HttpClient *client, struct evhttp_request *request)
{
    RpcFault fault = {0};
    struct evbuffer *body = evhttp_request_get_input_buffer(request);
    size_t len = evbuffer_get_length(body);
    Str text = {(const char *)evbuffer_pullup(body, -1), len};
    Str type = http_header(request, "Content-Type");
    if (!str_starts(type, STR("application/json"))) {
        http_refuse(request, 415, "send Content-Type: application/json");
        return;
    }
    Exchange *exchange = exchange_open(http->server, NULL, (Outlet){0}, text, &fault);
    if (!fault.code) {
        take_message(http, client, exchange, request);
        return;
    }
    http_refuse_fault(request, HTTP_BADREQUEST, exchange->message.id, &fault);
    exchange_close(exchange);
}

/* ---- requests ---- */

static void on_get(Http *http, HttpClient *client, struct evhttp_request *request)
{
    Str last = http_header(request, "Last-Event-ID");
    if (str_find(http_header(request, "Accept"), STR("text/event-stream")) == STR_NONE)
        http_refuse(request, 406, "send Accept: text/event-stream");
    else if (!last.len)
        stream_start_listener(stream_open(http, client, request));
    else if (!stream_resume(http, client, last, request))
        http_refuse(request, HTTP_NOTFOUND, "this stream is no longer kept");
}

static void on_delete(HttpClient *client, struct evhttp_request *request)
{
    http_client_close(client);
    evhttp_send_reply(request, HTTP_NOCONTENT, NULL, NULL);
}

/* Finds the client of the request's session. Its version, if stated, must be one of its era. */
static bool find_client(const Http *http, struct evhttp_request *request, HttpClient **client)
{
    Str id = http_header(request, "Mcp-Session-Id");
    Str version = http_header(request, "MCP-Protocol-Version");
    bool legacy = !version.len || server_version(version, ERA_LEGACY).len;
    *client = NULL;
    if (server_version(version, ERA_MODERN).len || !id.len)
        return true;
    if (!legacy) {
        http_refuse(request, HTTP_BADREQUEST, "unsupported MCP-Protocol-Version");
        return false;
    }
    *client = http_client_find(http, id);
    if (!*client)
        http_refuse(request, HTTP_NOTFOUND, "no such session: initialize again");
    return *client;
}

/* Disables Nagle's algorithm: it would hold back an answer of several packets until the first is
   acknowledged, about 40 ms. */
static void send_at_once(struct evhttp_request *request)
{
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    evutil_socket_t fd = bufferevent_getfd(evhttp_connection_get_bufferevent(connection));
    int on = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static void on_request(struct evhttp_request *request, void *state)
{
    Http *http = state;
    http_gate_take(http->gate, request);
    send_at_once(request);
    HttpClient *client = NULL;
    const char *path = evhttp_uri_get_path(evhttp_request_get_evhttp_uri(request));
    if (!http_check_caller(http, request))
        return;
    if (!path || strcmp(path, ENDPOINT) != 0) {
        http_refuse(request, HTTP_NOTFOUND, "the endpoint is " ENDPOINT);
        return;
    }
    if (!find_client(http, request, &client))
        return;
    enum evhttp_cmd_type command = evhttp_request_get_command(request);
    if (command == EVHTTP_REQ_POST) {
        on_post(http, client, request);
    } else if (client && command == EVHTTP_REQ_GET) {
        on_get(http, client, request);
    } else if (client && command == EVHTTP_REQ_DELETE) {
        on_delete(client, request);
    } else {
        evhttp_add_header(evhttp_request_get_output_headers(request), "Allow", "POST");
        http_refuse(request, HTTP_BADMETHOD, "only POST, without a session");
    }
}

static void on_tick(evutil_socket_t fd, short what, void *state)
{
    (void)fd;
    (void)what;
    stream_keep_alive(state);
}

/* ---- addresses ---- */

/* Splits ADDR:PORT, [ADDR]:PORT, or :PORT (the loopback address). */
static bool split_address(Arena *arena, Str address, const char **host, uint16_t *port, Err *err)
{
    uint64_t number = 0;
    size_t colon = str_find_last_byte(address, ':');
    Str name = str_slice(address, 0, colon == STR_NONE ? 0 : colon);
    if (colon == STR_NONE || !str_parse_u64(str_from_offset(address, colon + 1), &number) ||
        number > UINT16_MAX) {
        err_set(err, ERR_USAGE, "http: '%.*s' is not ADDR:PORT", STR_ARG(address));
        return err_hint(err, "127.0.0.1:8765 serves this machine");
    }
    if (str_starts(name, STR("[")) && str_ends(name, STR("]")))
        name = str_slice(name, 1, name.len - 1);
    if (!name.len || str_equal(name, STR("localhost")))
        name = STR("127.0.0.1");
    *host = str_terminate(arena, name);
    *port = (uint16_t)number;
    return true;
}

/* Reads the bound address: only it tells whether the server can be reached from elsewhere, whatever
   name was given. */
static void look_where(struct evhttp_bound_socket *bound, bool *local, uint16_t *port)
{
    struct sockaddr_storage address = {0};
    socklen_t len = sizeof address;
    const struct sockaddr_in6 *six = (const void *)&address;
    const struct sockaddr_in *four = (const void *)&address;
    *local = false;
    *port = 0;
    if (getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&address, &len) != 0)
        return;
    bool is_six = address.ss_family == AF_INET6, mapped = IN6_IS_ADDR_V4MAPPED(&six->sin6_addr);
    const uint8_t *bytes = is_six ? six->sin6_addr.s6_addr + 12 : (const void *)&four->sin_addr;
    *port = ntohs(is_six ? six->sin6_port : four->sin_port);
    *local = is_six && !mapped ? IN6_IS_ADDR_LOOPBACK(&six->sin6_addr) : bytes[0] == 127;
}

static bool check_token(Http *http, const char *host, Err *err)
{
    http->token = fs_environment(TOKEN_VARIABLE);
    if (http->local || http->token.len)
        return true;
    err_set(err, ERR_USAGE, "http: %s can be reached from other machines, and there is no token",
            host);
    return err_hint(err, "set " TOKEN_VARIABLE " to a secret that clients send as bearer token");
}

static bool listen_on(Http *http, Err *err)
{
    const char *host = NULL;
    uint16_t port = 0;
    Server *server = http->server;
    if (!split_address(&server->arena, server->options.address, &host, &port, err))
        return false;
    struct evhttp_bound_socket *bound = evhttp_bind_socket_with_handle(http->evhttp, host, port);
    if (!bound) {
        err_set(err, ERR_FAILED, "cannot listen on %s port %u", host, port);
        return err_hint(err, "another program may have the port; port 0 takes a free one");
    }
    look_where(bound, &http->local, &port);
    if (!check_token(http, host, err))
        return false;
    http_gate_listen(http->gate, evhttp_bound_socket_get_listener(bound));
    bool six = strchr(host, ':');
    fprintf(stderr, "fovea: http://%s%s%s:%u" ENDPOINT "\n", six ? "[" : "", host, six ? "]" : "",
            port);
    return true;
}

static bool http_open(Http *http, Server *server, Err *err)
{
    *http = (Http){.server = server, .evhttp = evhttp_new(server->base)};
    http->tick = event_new(server->base, -1, EV_PERSIST, on_tick, http);
    if (!http->evhttp || !http->tick)
        return err_set(err, ERR_FAILED, "cannot make an HTTP server");
    evhttp_set_max_headers_size(http->evhttp, MCP_HEADER_BYTES_MAX);
    evhttp_set_max_body_size(http->evhttp, MCP_MESSAGE_BYTES_MAX);
    evhttp_set_timeout(http->evhttp, MCP_CONNECTION_SECONDS);
    evhttp_set_allowed_methods(http->evhttp, EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_DELETE |
                                                 EVHTTP_REQ_PUT | EVHTTP_REQ_HEAD |
                                                 EVHTTP_REQ_OPTIONS);
    evhttp_set_gencb(http->evhttp, on_request, http);
    http_gate_open(http);
    const struct timeval interval = {.tv_sec = MCP_KEEP_ALIVE_MS / 1000};
    event_add(http->tick, &interval);
    return listen_on(http, err);
}

static void http_close(Http *http)
{
    while (http->clients)
        http_client_close(http->clients);
    server_stop(http->server);
    if (http->tick)
        event_free(http->tick);
    if (http->evhttp)
        evhttp_free(http->evhttp);
    http_gate_close(&http->gate);
}

bool mcp_http_serve(Server *server, Err *err)
{
    Http http;
    server->roots_given = true; /* remote clients must not choose the readable directories */
    bool served = http_open(&http, server, err);
    if (served) {
        daemons_prepare(server, &server->context, server->context.roots,
                        server->context.root_count);
        event_base_dispatch(server->base);
    }
    http_close(&http);
    return served;
}
