#include "tools/call_edges.h"
#include "tools/tool.h"

static const char *const examples[] = {"callees dictAdd", "callees src/dict.c::dictAdd --depth 2",
                                       NULL};

static bool run(ToolCall *call, Err *err)
{
    return call_edges_run(call, NEIGHBOURS_OUT, err);
}

const Tool callees_tool = {
    .name = "callees",
    .summary = "Shows what a symbol calls",
    .about = "What a symbol calls, uses and is derived from, each with its "
             "confidence; --external adds what is outside the repository.",
    .examples = examples,
    .params = callees_params,
    .param_count = COUNT(callees_params),
    .uses_index = true,
    .tokens = {"30", "2,500 a page"},
    .next = "get_symbol, find_path",
    .run = run,
};
