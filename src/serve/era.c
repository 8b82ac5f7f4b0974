/* Reads and writes the parts of MCP in which the two eras differ. Legacy clients identify
   themselves once, in `initialize`, and the Client stores it. Modern ones do so in the _meta of
   each request. Both become fields of the Exchange, so that methods need not distinguish them. */
#include "serve/era.h"

#include "serve/client.h"

#define META(name) STR("io.modelcontextprotocol/" name)

static const char instructions[] =
    "fovea answers about code in small pieces. Work in steps: find where "
    "something is, map a file before reading it, then read only the lines or "
    "the symbol (PATH:12-40, PATH::Name) that matter. Paths are relative to "
    "the root. Answers over 10 KB come in pages: repeat the call with page=2. "
    "read and read_file mark what they cut: check for truncation markers before you "
    "conclude that something is missing.";

/* ---- the client ---- */

static bool fail_version(Exchange *exchange, Str requested, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    rpc_fail(arena, fault, RPC_UNSUPPORTED_VERSION, "unsupported protocol version '%.*s'",
             STR_ARG(requested));
    fault->data = json_object(arena);
    json_set(fault->data, STR("supported"), server_versions(arena));
    json_set(fault->data, STR("requested"), json_str(arena, requested));
    return false;
}

static bool check_modern(Exchange *exchange, const Json *meta, RpcFault *fault)
{
    Str version = json_text(meta, META("protocolVersion"));
    exchange->era = ERA_MODERN;
    if (!version.len)
        return rpc_fail(&exchange->arena, fault, RPC_INVALID_PARAMS,
                        "params._meta has no io.modelcontextprotocol/protocolVersion");
    exchange->version = server_version(version, ERA_MODERN);
    if (!exchange->version.len)
        return fail_version(exchange, version, fault);
    exchange->capabilities = rpc_object(meta, META("clientCapabilities"));
    if (!exchange->capabilities)
        return rpc_fail(&exchange->arena, fault, RPC_INVALID_PARAMS,
                        "params._meta has no io.modelcontextprotocol/clientCapabilities");
    exchange->level = client_log_level(json_text(meta, META("logLevel")));
    return true;
}

static bool check_legacy(Exchange *exchange, RpcFault *fault)
{
    const Client *client = exchange->client;
    Str method = exchange->message.method;
    exchange->era = ERA_LEGACY;
    exchange->version = client->version;
    exchange->capabilities = client->capabilities;
    exchange->level = client->level;
    if (client->version.len || str_equal(method, STR("initialize")) ||
        str_equal(method, STR("ping")))
        return true;
    return rpc_fail(&exchange->arena, fault, RPC_INVALID_REQUEST,
                    "send initialize first, or params._meta with "
                    "io.modelcontextprotocol/protocolVersion");
}

bool era_check(Exchange *exchange, RpcFault *fault)
{
    const RpcMessage *message = &exchange->message;
    const Json *meta = rpc_object(message->params, STR("_meta"));
    const Json *token = json_get(meta, STR("progressToken"));
    bool modern =
        json_get(meta, META("protocolVersion")) || !exchange->client ||
        (!exchange->client->version.len && str_equal(message->method, STR("server/discover")));
    if (token && (token->type == JSON_STRING || token->type == JSON_NUMBER))
        exchange->progress_token = token;
    if (!(modern ? check_modern(exchange, meta, fault) : check_legacy(exchange, fault)))
        return false;
    exchange->method = method_find(exchange->server, message->method);
    if (exchange->method && (exchange->method->eras & exchange->era))
        return true;
    return rpc_fail(&exchange->arena, fault, RPC_METHOD_NOT_FOUND, "unknown method '%.*s'",
                    STR_ARG(message->method));
}

/* ---- the server ---- */

static Json *server_info(Arena *arena)
{
    Json *info = json_object(arena);
    json_set(info, STR("name"), json_str(arena, STR("fovea")));
    json_set(info, STR("version"), json_str(arena, STR(FOVEA_VERSION)));
    return info;
}

static Json *flags(Arena *arena, const char *const *names)
{
    Json *object = json_object(arena);
    for (; names && *names; names++)
        json_set(object, str_from(*names), json_bool(arena, true));
    return object;
}

/* Capabilities of the server. Lists of the product never change; lists of methods that replace its
   own may. */
static Json *capabilities(const Exchange *exchange, Arena *arena)
{
    static const char *const changing[] = {"listChanged", NULL};
    static const char *const resources[] = {"subscribe", "listChanged", NULL};
    bool changes = exchange->server->options.find_method;
    Json *all = json_object(arena);
    json_set(all, STR("tools"), flags(arena, changes ? changing : NULL));
    json_set(all, STR("prompts"), flags(arena, changes ? changing : NULL));
    json_set(all, STR("resources"), flags(arena, changes ? resources : NULL));
    json_set(all, STR("completions"), json_object(arena));
    if (exchange->era == ERA_LEGACY)
        json_set(all, STR("logging"), json_object(arena));
    return all;
}

bool era_initialize(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Client *client = exchange->client;
    const Json *params = exchange->message.params;
    Str wanted = json_text(params, STR("protocolVersion"));
    if (client->version.len)
        return rpc_fail(arena, fault, RPC_INVALID_REQUEST, "already initialized");
    if (!wanted.len)
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "params has no protocolVersion");
    Str version = server_version(wanted, ERA_LEGACY);
    if (!version.len) /* unknown version: the newest of the era */
        version = STR("2025-11-25");
    client_initialize(client, version, rpc_object(params, STR("capabilities")));
    json_set(result, STR("protocolVersion"), json_str(arena, version));
    json_set(result, STR("capabilities"), capabilities(exchange, arena));
    json_set(result, STR("serverInfo"), server_info(arena));
    json_set(result, STR("instructions"), json_str(arena, str_from(instructions)));
    return true;
}

bool era_discover(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    (void)fault;
    json_set(result, STR("supportedVersions"), server_versions(arena));
    json_set(result, STR("capabilities"), capabilities(exchange, arena));
    json_set(result, STR("instructions"), json_str(arena, str_from(instructions)));
    return true;
}

bool era_ping(Exchange *exchange, Json *result, RpcFault *fault)
{
    (void)exchange;
    (void)result;
    (void)fault;
    return true;
}

void exchange_finish_result(Exchange *exchange, Json *result)
{
    Arena *arena = &exchange->arena;
    const Method *method = exchange->method;
    if (exchange->era != ERA_MODERN)
        return;
    if (!json_get(result, STR("resultType")))
        json_set(result, STR("resultType"), json_str(arena, STR("complete")));
    if (method->cached) {
        json_set(result, STR("ttlMs"), json_u64(arena, method->ttl_ms));
        json_set(result, STR("cacheScope"),
                 json_str(arena, method->shared ? STR("public") : STR("private")));
    }
    Json *meta = json_object(arena);
    json_set(meta, META("serverInfo"), server_info(arena));
    if (exchange->listening)
        json_set(meta, META("subscriptionId"), rpc_copy(arena, exchange->message.id));
    json_set(result, STR("_meta"), meta);
}
