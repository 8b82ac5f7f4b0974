#include "relations/symbol_answer.h"
#include "tools/params.h"

static const ToolParam params[] = {
    PARAM_SYMBOL(QUERY_SYMBOL_HELP),
    {.name = "more",
     .type = TOOL_TEXT,
     .positional = true,
     .many = true,
     .cli_only = true,
     .value = "SYMBOL",
     .help = "more symbols, at most 20 in all"},
    {.name = "file",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "PATH",
     .help = "its file; without a symbol: show the one at a line of this file"},
    {.name = "line", .type = TOOL_NUMBER, .rare = true, .min = 1, .value = "N", .help = "the line"},
    {.name = "include_source", .type = TOOL_FLAG, .help = "also its source, with its comment"},
    {.name = "context",
     .type = TOOL_NUMBER,
     .rare = true,
     .fallback = "3",
     .max = 100,
     .capped = true,
     .value = "N",
     .help = "lines of source before and after it"},
};

static const char *const examples[] = {"symbol dictAdd", "symbol src/dict.c::dictAdd",
                                       "symbol src/dict.c:305 --include-source", NULL};

/* The requested symbols, one per line. */
static Str symbols_asked_for(ToolCall *call)
{
    Str symbol = tool_text(call, "symbol"), more = tool_text(call, "more");
    Str file = str_trim(tool_text(call, "file"));
    if (str_trim(symbol).len)
        symbol = query_in_file(call->arena, file, symbol);
    else if (file.len)
        symbol = str_format(call->arena, "%.*s:%llu", STR_ARG(file),
                            (unsigned long long)MAX(tool_number(call, "line"), UINT64_C(1)));
    if (more.len)
        symbol = str_format(call->arena, "%.*s\n%.*s", STR_ARG(symbol), STR_ARG(more));
    return symbol;
}

static bool run(ToolCall *call, Err *err)
{
    SymbolsQuestion question = {
        .names = symbols_asked_for(call),
        .context = tool_flag(call, "include_source") ? (int64_t)tool_number(call, "context") : -1};
    if (str_trim(question.names).len)
        return symbols_answer(&call->request, &question, err);
    err_set(err, ERR_USAGE, "symbol: no SYMBOL given");
    return err_hint(err, "fovea symbol NAME, or fovea symbol --file PATH --line N");
}

const Tool symbol_tool = {
    .name = "symbol",
    .mcp_name = "get_symbol",
    .summary = "Shows one symbol: signature, comment, members, callers, calls, complexity, risk",
    .about = "At most 350 tokens each without source. An edge that is not exact is "
             "marked likely or ambiguous. If several symbols have the name, the one "
             "clearly meant is shown and the others are listed.",
    .examples = examples,
    .profile = TOOL_IN_CORE,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"120", "350 without source"},
    .next = "get_symbol_source, callers, get_impact",
    .run = run,
};
