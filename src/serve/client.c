#include "serve/client.h"

#include "base/fs.h"
#include "base/limits.h"
#include "serve/daemons.h"
#include "text/uri.h"

#define ROOTS_ID STR("roots")

static const char *const levels[] = {"debug", "info",     "notice", "warning",
                                     "error", "critical", "alert",  "emergency"};

LogLevel client_log_level(Str name)
{
    LogLevel level = LOG_DEBUG;
    while (level < LOG_SILENT && !str_equal(name, str_from(levels[level])))
        level++;
    return level;
}

void client_log(Exchange *exchange, LogLevel level, Str text)
{
    Arena *arena = &exchange->arena;
    if (level < exchange->level)
        return;
    Json *params = json_object(arena);
    json_set(params, STR("level"), json_str(arena, str_from(levels[level])));
    json_set(params, STR("logger"), json_str(arena, STR("fovea")));
    json_set(params, STR("data"), json_str(arena, text));
    exchange_notify(exchange, STR("notifications/message"), params);
}

bool client_set_level(Exchange *exchange, Json *result, RpcFault *fault)
{
    Str name = json_text(exchange->message.params, STR("level"));
    LogLevel level = client_log_level(name);
    (void)result;
    if (level == LOG_SILENT)
        return rpc_fail(&exchange->arena, fault, RPC_INVALID_PARAMS, "unknown log level '%.*s'",
                        STR_ARG(name));
    exchange->client->level = level;
    return true;
}

/* A copy in the arena, which outlives the message. */
static const Json *keep(Arena *arena, const Json *value)
{
    Buf text = buf_open(arena, 0);
    Json *copy = NULL;
    Err err;
    if (!value)
        return NULL;
    json_write(&text, value, 0);
    return json_parse(arena, buf_str(&text), &copy, &err) ? copy : NULL;
}

void client_initialize(Client *client, Str version, const Json *client_capabilities)
{
    client->version = version;
    client->capabilities = keep(&client->arena, client_capabilities);
    client->level = LOG_INFO;
}

/* ---- roots ---- */

/* Requests the client's roots, unless the operator set them. */
static void ask_for_roots(Client *client)
{
    Arena *arena = &client->roots_arena;
    if (client->server->roots_given || !client->outlet.send ||
        !json_get(client->capabilities, STR("roots")))
        return;
    client->asked_for_roots = true;
    client->outlet.send(client->outlet.state, rpc_write_request(arena, json_str(arena, ROOTS_ID),
                                                                STR("roots/list"), NULL));
}

/* The directory of a file:// URI; empty for other URIs. */
static Str root_of_uri(Arena *arena, Str uri)
{
    if (!str_starts(uri, STR("file:///")))
        return (Str){0};
    Str path = fs_real_path(arena, uri_decode(arena, str_from_offset(uri, strlen("file://"))));
    return path.len && fs_is_directory(arena, path) ? path : (Str){0};
}

static void take_roots(Client *client, const Json *list)
{
    Arena *arena = &client->roots_arena;
    arena_reset(arena);
    Str *roots = NEW(arena, Str, MCP_ROOTS_MAX);
    size_t count = 0;
    for (const Json *item = list ? list->first : NULL; item && count < MCP_ROOTS_MAX;
         item = item->next) {
        roots[count] = root_of_uri(arena, json_text(item, STR("uri")));
        count += roots[count].len > 0;
    }
    client->roots = count ? roots : NULL;
    client->root_count = count;
    client->asked_for_roots = false;
    ToolContext context = client->server->context;
    if (!client->server->roots_given && count) {
        context.roots = roots;
        context.root_count = count;
    }
    daemons_prepare(client->server, &context, roots, count);
}

void client_take_notification(Client *client, const RpcMessage *message)
{
    if (str_equal(message->method, STR("notifications/initialized")) ||
        str_equal(message->method, STR("notifications/roots/list_changed")))
        ask_for_roots(client);
}

void client_take_response(Client *client, const RpcMessage *message)
{
    if (message->id->type == JSON_STRING && str_equal(message->id->text, ROOTS_ID))
        take_roots(client, json_get(message->result, STR("roots")));
}
