#include "app/commands.h"
#include "serve/serve.h"

static const ToolParam params[] = {
    {.name = "profile",
     .type = TOOL_TEXT,
     .fallback = "core",
     .value = "PROFILE",
     .help = "which tools: core (few and short), agent (also tests, diff and review), full, or "
             "list:map,read,…"},
    {.name = "http",
     .type = TOOL_TEXT,
     .value = "ADDR:PORT",
     .help = "serve over HTTP at /mcp, instead of on standard input and output"},
    {.name = "allow_edits",
     .type = TOOL_FLAG,
     .help = "offer edit, too, which changes files; without it agents can only read"},
    {.name = "structured",
     .type = TOOL_FLAG,
     .help = "answers also as structuredContent, which some clients show to the model instead"},
};

static const char *const examples[] = {"mcp", "mcp --profile full", "mcp --http 127.0.0.1:8765",
                                       NULL};

static bool run(ToolCall *call, Err *err)
{
    ServeOptions options = {
        .profile = tool_text(call, "profile"),
        .address = tool_text(call, "http"),
        .edits = tool_flag(call, "allow_edits"),
        .structured = tool_flag(call, "structured"),
    };
    return serve_run(call->context, &options, err);
}

const Tool command_mcp = {
    .name = "mcp",
    .summary = "Serves the tools to agents over the Model Context Protocol",
    .about = "Uses standard input and output, one message a line, and ends when its "
             "input ends. Clients of every version from 2024-11-05 to 2026-07-28 are "
             "served. Each call runs in a process of its own, so a slow one delays no "
             "other and a cancelled one stops at once.\n\n"
             "Files below --root can be read; without it, below the roots that the "
             "client names, else below the working directory. With --allow-edits the "
             "tool edit changes them: it takes the edits as text, and can take them back.\n\n"
             "Over HTTP, an address that other machines can reach needs a secret in "
             "FOVEA_MCP_TOKEN, which clients send as a bearer token; pages of other "
             "sites are refused.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
