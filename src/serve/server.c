/* The server's core. Messages arrive as texts and become exchanges. Simple requests are answered at
   once; work is given to job.c. Exchanges are a list, oldest first. A request ends exactly once,
   through its outlet: by an answer, a fault or its cancellation. */
#include "serve/server.h"

#include "base/fs.h"
#include "serve/call.h"
#include "serve/client.h"
#include "serve/daemons.h"
#include "serve/era.h"
#include "serve/guard.h"
#include "serve/job.h"
#include "serve/profile.h"
#include "serve/tool_schema.h"
#include "text/base64.h"

#include <sys/random.h>
#include <unistd.h>

/* 256 random bits, the key of signatures. */
#define SECRET_BYTES 32

static const char *const versions[] = {"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26",
                                       "2024-11-05"};

Json *server_versions(Arena *arena)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < COUNT(versions); i++)
        json_add(list, json_str(arena, str_from(versions[i])));
    return list;
}

Str server_version(Str wanted, Era era)
{
    size_t first = era == ERA_LEGACY, last = era == ERA_MODERN ? 0 : COUNT(versions) - 1;
    for (size_t i = first; i <= last; i++)
        if (str_equal(wanted, str_from(versions[i])))
            return str_from(versions[i]);
    return (Str){0};
}

/* ---- clients ---- */

Client *client_open(Server *server)
{
    Arena arena;
    arena_open(&arena, MCP_EXCHANGE_RESERVE);
    Client *client = NEW(&arena, Client, 1);
    client->arena = arena;
    arena_open(&client->roots_arena, MCP_EXCHANGE_RESERVE);
    client->server = server;
    client->level = LOG_SILENT;
    client->next = server->clients;
    server->clients = client;
    return client;
}

/* The oldest exchange of the client, or NULL. */
static Exchange *find_of_client(const Server *server, const Client *client)
{
    Exchange *exchange = server->exchanges;
    while (exchange && exchange->client != client)
        exchange = exchange->next;
    return exchange;
}

void client_stop(Client *client)
{
    Exchange *exchange;
    while ((exchange = find_of_client(client->server, client)))
        exchange_cancel(exchange);
}

void client_close(Client *client)
{
    Server *server = client->server;
    client_stop(client);
    Client **link = &server->clients;
    while (*link != client)
        link = &(*link)->next;
    *link = client->next;
    arena_close(&client->roots_arena);
    Arena arena = client->arena;
    arena_close(&arena);
}

/* ---- exchanges ---- */

Exchange *exchange_open(Server *server, Client *client, Outlet outlet, Str text, RpcFault *fault)
{
    Arena arena;
    Err err = {0};
    Json *value = NULL;
    arena_open(&arena, MCP_EXCHANGE_RESERVE);
    Exchange *exchange = NEW(&arena, Exchange, 1);
    *exchange = (Exchange){.arena = arena,
                           .server = server,
                           .client = client,
                           .serial = ++server->serial,
                           .outlet = outlet,
                           .parent_fd = -1,
                           .level = LOG_SILENT};
    exchange->text = str_copy(&exchange->arena, text);
    if (!json_parse(&exchange->arena, exchange->text, &value, &err)) {
        rpc_fail(&exchange->arena, fault, RPC_PARSE_ERROR, "not JSON: %s", err.message);
        return exchange;
    }
    exchange->message = rpc_read(value);
    if (exchange->message.kind == RPC_INVALID)
        rpc_fail(&exchange->arena, fault, RPC_INVALID_REQUEST, "not a JSON-RPC 2.0 message");
    return exchange;
}

static void link_exchange(Exchange *exchange)
{
    Exchange **link = &exchange->server->exchanges;
    while (*link)
        link = &(*link)->next;
    *link = exchange;
    exchange->server->exchange_count++;
}

static void unlink_exchange(Exchange *exchange)
{
    Exchange **link = &exchange->server->exchanges;
    while (*link && *link != exchange)
        link = &(*link)->next;
    if (!*link)
        return;
    *link = exchange->next;
    exchange->server->exchange_count--;
}

void exchange_close(Exchange *exchange)
{
    Server *server = exchange->server;
    job_stop(exchange);
    unlink_exchange(exchange);
    Arena arena = exchange->arena;
    arena_close(&arena);
    if (!server->stopping)
        job_start_next(server);
    if (server->closing && !server->exchanges)
        event_base_loopbreak(server->base);
}

static void exchange_end(Exchange *exchange, Str answer, RpcCode code)
{
    exchange->outlet.end(exchange->outlet.state, answer, code);
    if (exchange->parent_fd < 0)
        exchange_close(exchange);
}

void exchange_answer(Exchange *exchange, Json *result)
{
    exchange_finish_result(exchange, result);
    exchange_end(exchange, rpc_write_result(&exchange->arena, exchange->message.id, result),
                 RPC_OK);
}

void exchange_fail(Exchange *exchange, const RpcFault *fault)
{
    exchange_end(exchange, rpc_write_fault(&exchange->arena, exchange->message.id, fault),
                 fault->code);
}

void exchange_cancel(Exchange *exchange)
{
    exchange_end(exchange, (Str){0}, RPC_OK);
}

void exchange_notify(Exchange *exchange, Str method, Json *params)
{
    exchange->outlet.send(exchange->outlet.state,
                          rpc_write_notification(&exchange->arena, method, params));
}

/* ---- taking messages ---- */

static Exchange *find_by_id(const Server *server, const Client *client, const Json *id)
{
    Exchange *exchange = server->exchanges;
    while (exchange && (exchange->client != client || !rpc_same_id(exchange->message.id, id)))
        exchange = exchange->next;
    return exchange;
}

static Exchange *find_by_serial(const Server *server, uint64_t serial)
{
    Exchange *exchange = server->exchanges;
    while (exchange && exchange->serial != serial)
        exchange = exchange->next;
    return exchange;
}

static void take_response(Exchange *response)
{
    Client *client = response->client;
    const Json *id = response->message.id;
    Exchange *asker = find_by_serial(response->server, job_serial(id));
    if (asker && asker->client == client)
        job_respond(asker, response->text);
    else if (client)
        client_take_response(client, &response->message);
    exchange_close(response);
}

static void take_notification(Exchange *exchange)
{
    const RpcMessage *message = &exchange->message;
    if (str_equal(message->method, STR("notifications/cancelled"))) {
        const Json *id = json_get(message->params, STR("requestId"));
        Exchange *cancelled = find_by_id(exchange->server, exchange->client, id);
        if (cancelled && exchange->client)
            exchange_cancel(cancelled);
    } else if (exchange->client) {
        client_take_notification(exchange->client, message);
    }
    exchange_close(exchange);
}

static bool check_busy(Exchange *exchange, RpcFault *fault)
{
    const Server *server = exchange->server;
    if (server->exchange_count >= MCP_EXCHANGES_MAX)
        return rpc_fail(&exchange->arena, fault, RPC_INTERNAL_ERROR,
                        "more than %d requests at once", MCP_EXCHANGES_MAX);
    if (find_by_id(server, exchange->client, exchange->message.id) && exchange->client)
        return rpc_fail(&exchange->arena, fault, RPC_INVALID_REQUEST,
                        "a request with this id is in progress");
    return true;
}

/* Starts the daemons before the first call, once the roots are known. */
static void prepare(Exchange *exchange)
{
    const Client *client = exchange->client;
    bool early = exchange->era == ERA_LEGACY && !client->version.len;
    if (early || (client && client->asked_for_roots))
        return;
    ToolContext context = call_context(exchange);
    daemons_prepare(exchange->server, &context, &context.root, 1);
}

static void take_request(Exchange *exchange)
{
    RpcFault fault = {0};
    Json *result = json_object(&exchange->arena);
    if (!check_busy(exchange, &fault) || !era_check(exchange, &fault)) {
        exchange_fail(exchange, &fault);
        return;
    }
    link_exchange(exchange);
    prepare(exchange);
    if (exchange->method->works)
        job_start(exchange);
    else if (!exchange->method->answer(exchange, result, &fault))
        exchange_fail(exchange, &fault);
    else if (!exchange->listening)
        exchange_answer(exchange, result);
}

void exchange_take(Exchange *exchange)
{
    switch (exchange->message.kind) {
    case RPC_REQUEST: take_request(exchange); break;
    case RPC_NOTIFICATION: take_notification(exchange); break;
    case RPC_RESPONSE: take_response(exchange); break;
    case RPC_INVALID: exchange_close(exchange); break;
    }
}

/* ---- the server ---- */

/* Sets the roots: the operator's, else the working directory. */
static bool set_roots(Server *server, Err *err)
{
    ToolContext *context = &server->context;
    server->roots_given = context->root_count > 0;
    if (server->roots_given)
        return true;
    Str *root = NEW(&server->arena, Str, 1);
    *root = fs_working_directory(&server->arena);
    context->root = *root;
    context->roots = root;
    context->root_count = 1;
    return root->len || err_set(err, ERR_NOT_FOUND, "the working directory is gone");
}

bool server_open(Server *server, const ToolContext *context, const ServeOptions *options, Err *err)
{
    unsigned char secret[SECRET_BYTES];
    *server = (Server){.options = *options, .context = *context};
    arena_open(&server->arena, 0);
    if (getrandom(secret, sizeof secret, 0) != (ssize_t)sizeof secret)
        return err_set(err, ERR_FAILED, "no random numbers");
    server->secret = base64_encode(&server->arena, (Str){(const char *)secret, sizeof secret});
    server->context.cancel = NULL;
    server->context.progress = (ProgressSink){0};
    server->context.reword = tool_schema_reword;
    server->context.owner = (uint64_t)getpid();
    server->context.notice = NULL;
    struct event_config *config = event_config_new();
    if (config) /* standard input may be a file, which epoll refuses */
        event_config_require_features(config, EV_FEATURE_FDS);
    server->base = config ? event_base_new_with_config(config) : NULL;
    event_config_free(config);
    if (!server->base)
        return err_set(err, ERR_FAILED, "cannot make an event loop");
    server->brief = profile_is_brief(options->profile);
    return set_roots(server, err) &&
           profile_select(&server->arena, options->profile, options->edits, &server->tools,
                          &server->tool_count, err);
}

void server_finish(Server *server)
{
    Exchange *exchange = server->exchanges;
    server->closing = true;
    while (exchange) {
        Exchange *next = exchange->next;
        if (exchange->listening)
            exchange_answer(exchange, json_object(&exchange->arena));
        exchange = next;
    }
    if (!server->exchanges)
        event_base_loopbreak(server->base);
}

void server_stop(Server *server)
{
    server->stopping = true;
    while (server->exchanges)
        exchange_cancel(server->exchanges);
}

void server_close(Server *server)
{
    server_stop(server);
    while (server->clients)
        client_close(server->clients);
    daemons_close(server);
    job_close(server);
    guard_close(server);
    if (server->base)
        event_base_free(server->base);
    arena_close(&server->arena);
}
