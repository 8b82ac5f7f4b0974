#include "tools/call_edges.h"
#include "tools/tool.h"

static const char *const examples[] = {"callers dictAdd", "callers src/dict.c::dictAdd --depth 2",
                                       "callers dictAdd --direction out", "callers src/dict.h",
                                       NULL};

static bool run(ToolCall *call, Err *err)
{
    return call_edges_run(call, tool_number(call, "direction") ? NEIGHBOURS_OUT : NEIGHBOURS_IN,
                          err);
}

const Tool callers_tool = {
    .name = "callers",
    .summary = "Shows who calls a symbol, or what it calls",
    .about = "Callers, users and derived types, from the index, each with its "
             "confidence: exact, likely, or ambiguous (one of several candidates, or "
             "known by name alone). What cannot be resolved is left out, not guessed. Of "
             "a file or a module: the files that import it, or with direction out what "
             "it imports.",
    .examples = examples,
    .params = callers_params,
    .param_count = COUNT(callers_params),
    .agents = "Use it before a change. Each has its confidence; unresolved uses are left out.",
    .profile = TOOL_IN_CORE,
    .uses_index = true,
    .tokens = {"60", "2,500 a page"},
    .next = "get_impact, get_tests",
    .run = run,
};
