#include "serve/notify.h"

static const struct {
    Str filter; /* filter key in the subscription of a modern client */
    Str method;
} kinds[] = {
    [NOTIFY_TOOLS] = {STR_INIT("toolsListChanged"), STR_INIT("notifications/tools/list_changed")},
    [NOTIFY_PROMPTS] = {STR_INIT("promptsListChanged"),
                        STR_INIT("notifications/prompts/list_changed")},
    [NOTIFY_RESOURCES] = {STR_INIT("resourcesListChanged"),
                          STR_INIT("notifications/resources/list_changed")},
};

static bool is_wanted(const Exchange *exchange, NotifyKind kind)
{
    const Json *filter = rpc_object(exchange->message.params, STR("notifications"));
    const Json *wanted = json_get(filter, kinds[kind].filter);
    return wanted && wanted->type == JSON_TRUE;
}

/* Adds the subscription's id, which each of its messages has. */
static void put_subscription(Exchange *exchange, Json *params)
{
    Arena *arena = &exchange->arena;
    Json *meta = json_object(arena);
    json_set(meta, STR("io.modelcontextprotocol/subscriptionId"),
             rpc_copy(arena, exchange->message.id));
    json_set(params, STR("_meta"), meta);
}

bool notify_listen(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *params = json_object(arena), *accepted = json_object(arena);
    (void)result;
    if (!rpc_object(exchange->message.params, STR("notifications")))
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "params has no notifications");
    for (size_t i = 0; i < COUNT(kinds) && exchange->server->options.find_method; i++)
        if (is_wanted(exchange, (NotifyKind)i))
            json_set(accepted, kinds[i].filter, json_bool(arena, true));
    json_set(params, STR("notifications"), accepted);
    put_subscription(exchange, params);
    exchange->listening = true;
    exchange_notify(exchange, STR("notifications/subscriptions/acknowledged"), params);
    return true;
}

void notify_changed(Server *server, NotifyKind kind)
{
    for (Exchange *exchange = server->exchanges; exchange; exchange = exchange->next) {
        if (!exchange->listening || !is_wanted(exchange, kind))
            continue;
        /* A stream may be open for days, so the memory of each message is freed after it. */
        Arena kept = exchange->arena;
        Json *params = json_object(&exchange->arena);
        put_subscription(exchange, params);
        exchange_notify(exchange, kinds[kind].method, params);
        exchange->arena = kept;
    }
    for (Client *client = server->clients; client; client = client->next) {
        Arena scratch = client->arena;
        if (client->version.len && client->outlet.send)
            client->outlet.send(client->outlet.state,
                                rpc_write_notification(&scratch, kinds[kind].method, NULL));
    }
}
