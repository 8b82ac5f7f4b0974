#include "tools/calls.h"

const ToolParam calls_params[CALLS_PARAM_COUNT] = {
    {.name = "symbol",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "SYMBOL",
     .help = "hash, name, qualified name, PATH::Name or PATH:LINE"},
    {.name = "depth",
     .type = TOOL_NUMBER,
     .fallback = "1",
     .min = 1,
     .max = NEIGHBOURS_DEPTH_MAX,
     .value = "N",
     .help = "how many steps"},
    {.name = "limit",
     .type = TOOL_NUMBER,
     .rare = true,
     .fallback = "500",
     .min = 1,
     .max = 2000,
     .value = "N",
     .help = "how many symbols"},
    {.name = "external",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "also what is outside the repository"},
    {.name = "types",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "also where a type is only mentioned"},
};

bool calls_run(ToolCall *call, NeighbourDirection direction, Err *err)
{
    static const GraphFormat formats[] = {
        [VIEW_TEXT] = GRAPH_TEXT, [VIEW_JSON] = GRAPH_JSON, [VIEW_TOON] = GRAPH_TOON};
    IndexSession session SCOPED(session_close) = {0};
    uint32_t symbol;
    unsigned parts = CATALOG_SYMBOLS | CATALOG_STANDINGS | CATALOG_LINKS;
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
