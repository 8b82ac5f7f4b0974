#include "tools/symbol_answer.h"

static const ToolParam params[] = {
    {.name = "symbol",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "SYMBOL",
     .help = "hash, name, qualified name, PATH::Name or PATH:LINE"},
    {.name = "include_source", .type = TOOL_FLAG, .help = "also its source"},
    {.name = "context",
     .type = TOOL_NUMBER,
     .fallback = "3",
     .max = 100,
     .value = "N",
     .help = "lines of source before and after it"},
};

static const char *const examples[] = {"symbol dictAdd", "symbol src/dict.c::dictAdd",
                                       "symbol src/dict.c:305 --include-source", NULL};

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    uint32_t symbol;
    SymbolDetail detail;
    unsigned parts = CATALOG_SYMBOLS | CATALOG_STANDINGS | CATALOG_LINKS;
    int64_t context =
        tool_flag(call, "include_source") ? (int64_t)tool_number(call, "context") : -1;
    if (!session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, parts, err) ||
        !query_symbol(call, &session, tool_text(call, "symbol"), &symbol, err) ||
        !symbol_detail(call, &session, symbol, context, &detail, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT) {
        symbol_put_text(&out, call, session.catalog, &detail);
        return query_put_text(call, &session, &out, err);
    }
    Json *value = query_frame(call->arena, &session, STR("symbol"));
    json_set(value, STR("symbol"), symbol_value(call->arena, session.catalog, &detail));
    view_put_value(&out, *call->scratch, call->format, value);
    return tool_put_buf(call, &out, err);
}

const Tool symbol_tool = {
    .name = "symbol",
    .mcp_name = "get_symbol",
    .summary = "Shows one symbol: signature, comment, members, callers, calls, complexity, risk",
    .about = "About 350 tokens without source. `?` marks a likely edge, `??` an ambiguous one.",
    .examples = examples,
    .core = true,
    .params = params,
    .param_count = COUNT(params),
    .run = run,
};
