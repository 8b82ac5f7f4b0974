#include "app/commands.h"
#include "app/help.h"
#include "text/nearest.h"

/* Maximum number of commands. */
#define NAMES_MAX 64

static const ToolParam params[] = {
    {.name = "command",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "COMMAND",
     .help = "the command to explain"},
    {.name = "man", .type = TOOL_FLAG, .help = "print the manual page (roff)"},
    {.name = "markdown", .type = TOOL_FLAG, .help = "print the reference of all tools as Markdown"},
    {.name = "mcp", .type = TOOL_FLAG, .help = "print the reference of the MCP tools as Markdown"},
};

static bool fail_unknown(Str name, Err *err)
{
    Str names[NAMES_MAX];
    Str near = nearest_find(name, names, command_names(names, COUNT(names)));
    err_set(err, ERR_USAGE, "help: unknown command '%.*s'", STR_ARG(name));
    if (near.len)
        return err_hint(err, "did you mean fovea help %.*s?", STR_ARG(near));
    return err_hint(err, "fovea --help lists all");
}

static bool run(ToolCall *call, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    Str name = tool_text(call, "command");
    const Tool *tool = command_find(name);
    if (name.len && !tool)
        return fail_unknown(name, err);
    if (tool_flag(call, "man"))
        help_put_man(&out);
    else if (tool_flag(call, "markdown"))
        help_put_markdown(&out);
    else if (tool_flag(call, "mcp"))
        help_put_mcp_markdown(&out);
    else if (tool)
        help_put_tool(&out, tool, NULL);
    else
        help_put_commands(&out);
    return tool_put_buf(call, &out, err);
}

const Tool command_help = {
    .name = "help",
    .summary = "Explains a command",
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
