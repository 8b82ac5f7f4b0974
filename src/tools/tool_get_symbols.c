#include "relations/symbol_answer.h"
#include "tools/params.h"

static const ToolParam params[] = {
    {.name = "symbols",
     .type = TOOL_TEXT,
     .many = true,
     .required = true,
     .value = "SYMBOL",
     .help = "at most 20; each a " QUERY_SYMBOL_HELP},
};

static bool run(ToolCall *call, Err *err)
{
    SymbolsQuestion question = {
        .names = tool_text(call, "symbols"), .several = true, .context = -1};
    return symbols_answer(&call->request, &question, err);
}

const Tool get_symbols_tool = {
    .name = "get_symbols",
    .summary = "Shows several symbols at once, each as get_symbol does",
    .about = "At most 350 tokens each. A symbol that is missing or ambiguous is "
             "reported in its place; the others are shown.",
    .params = params,
    .param_count = COUNT(params),
    .agents_only = true,
    .uses_index = true,
    .tokens = {"840 for five", "350 a symbol"},
    .next = "get_symbol_source, callers",
    .run = run,
};
