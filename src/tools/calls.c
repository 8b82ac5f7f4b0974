#include "tools/calls.h"

const ToolParam calls_params[CALLS_PARAM_COUNT] = {
    {.name = "symbol",
     .type = TOOL_TEXT,
     .positional = true,
     .lines = true,
     .required = true,
     .value = "SYMBOL",
     .help = QUERY_SYMBOL_HELP},
    GRAPH_PARAM_DEPTH("1"),
    GRAPH_PARAM_LIMIT("how many symbols"),
    GRAPH_PARAM_EXTERNAL,
    GRAPH_PARAM_TYPES,
};

bool calls_run(ToolCall *call, NeighbourDirection direction, Err *err)
{
    static const GraphFormat formats[] = {
        [VIEW_TEXT] = GRAPH_TEXT, [VIEW_JSON] = GRAPH_JSON, [VIEW_TOON] = GRAPH_TOON};
    IndexSession session SCOPED(session_close) = {0};
    uint32_t symbol;
    unsigned parts = QUERY_PARTS | CATALOG_LINKS | SESSION_CALLS;
    if (!session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, parts, err) ||
        !query_symbol(call, &session, tool_text(call, "symbol"), &symbol, err))
        return false;
    Str name = catalog_qualified_name(session.catalog, call->arena, symbol);
    GraphQuestion question = {
        .focus = &symbol,
        .focus_count = 1,
        .options = {.direction = direction,
                    .depth = (uint32_t)tool_number(call, "depth"),
                    .limit = tool_number(call, "limit") + 1,
                    .external = tool_flag(call, "external"),
                    .types = tool_flag(call, "types")},
        .title = str_format(call->arena, "%s of %.*s",
                            direction == NEIGHBOURS_IN ? "Callers" : "Callees", STR_ARG(name)),
        .format = formats[call->format],
    };
    return graph_answer(call, &session, &question, err);
}
