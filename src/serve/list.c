#include "serve/list.h"

#include "base/limits.h"
#include "serve/tool_schema.h"

/* Entries of one page of a list. */
#define MCP_PAGE_ITEMS 100

/* Parses a cursor: a letter and the number of entries before its page. False if it is invalid. */
static bool read_cursor(const Json *params, uint64_t total, uint64_t *from)
{
    const Json *cursor = json_get(params, STR("cursor"));
    *from = 0;
    if (!cursor)
        return true;
    return cursor->type == JSON_STRING && str_starts(cursor->text, STR("n")) &&
           str_parse_u64(str_from_offset(cursor->text, 1), from) && *from && *from < total;
}

bool list_put_page(Exchange *exchange, Json *result, Str key, const Json *all, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *page = json_array(arena);
    uint64_t from = 0, at = 0;
    if (!read_cursor(exchange->message.params, all->count, &from))
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "cursor: not from this server");
    for (const Json *item = all->first; item; item = item->next, at++)
        if (at >= from && at < from + MCP_PAGE_ITEMS)
            json_add(page, rpc_copy(arena, item));
    json_set(result, key, page);
    if (from + MCP_PAGE_ITEMS < all->count)
        json_set(result, STR("nextCursor"),
                 json_str(arena,
                          str_format(arena, "n%llu", (unsigned long long)(from + MCP_PAGE_ITEMS))));
    return true;
}

bool list_tools(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    const Server *server = exchange->server;
    Json *all = json_array(arena);
    for (size_t i = 0; i < server->tool_count; i++)
        json_add(all, tool_schema_of(arena, server->tools[i], server->brief));
    return list_put_page(exchange, result, STR("tools"), all, fault);
}
