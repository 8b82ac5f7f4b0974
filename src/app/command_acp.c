#include "acp/acp.h"
#include "app/commands.h"
#include "tools/model.h"

static const ToolParam params[] = {
    {.name = "model",
     .type = TOOL_TEXT,
     .many = true,
     .value = "PROVIDER/NAME",
     .help = "a model that can be chosen in the editor, the first by default; else that of the "
             "settings"},
};

static const char *const examples[] = {
    "acp", "acp --model anthropic/claude-sonnet-4-5 --model ollama/qwen3-coder", NULL};

static bool run(ToolCall *call, Err *err)
{
    Str models[ACP_MODELS_MAX] = {0}, lines = tool_text(call, "model");
    AcpOptions options = {.models = models};
    while (options.model_count < ACP_MODELS_MAX &&
           str_take_until(&lines, '\n', &models[options.model_count]))
        options.model_count++;
    if (!options.model_count)
        models[0] = model_named(call->context->config, (Str){0});
    if (models[0].len && !options.model_count)
        options.model_count = 1;
    return acp_serve(call->context, &options, err);
}

const Tool command_acp = {
    .name = "acp",
    .summary = "Serves the agent to editors over the Agent Client Protocol",
    .about =
        "Uses standard input and output, one message a line, and ends when its input ends. An "
        "editor starts it and opens a session for each conversation, with a directory of its "
        "own. Prompts are done as `fovea agent` does tasks: the editor shows what was "
        "gathered, the plan, the edits as diffs, and asks before anything is written. In the "
        "mode `ask` nothing is edited. Unsaved text of the editor is what edits start from.\n\n"
        "docs/acp.md says how Zed and other editors are set up.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
