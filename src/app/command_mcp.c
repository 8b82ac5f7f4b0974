#include "app/commands.h"
#include "serve/serve.h"

static const ToolParam params[] = {
    {.name = "profile",
     .type = TOOL_TEXT,
     .fallback = "core",
     .value = "PROFILE",
     .help = "which tools: core (few and short), full, or list:map,read,…"},
};

static const char *const examples[] = {"mcp", "mcp --profile full", NULL};

static bool run(ToolCall *call, Err *err)
{
    ServeOptions options = {.profile = tool_text(call, "profile")};
    return serve_run(call->context, &options, err);
}

const Tool command_mcp = {
    .name = "mcp",
    .summary = "Serves the tools to agents by the Model Context Protocol",
    .about = "Speaks on standard input and output, one message a line, and ends with its input. "
             "Clients of every version from 2024-11-05 to 2026-07-28 are served. Each call runs in "
             "a process of its own, so a slow one delays no other and a cancelled one stops at "
             "once.\n\n"
             "Files below --root can be read; without it, below the roots that the client names, "
             "else below the working directory.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
