#include "agent/agent.h"
#include "app/agent_output.h"
#include "app/commands.h"

static const ToolParam params[] = {
    {.name = "question",
     .type = TOOL_TEXT,
     .positional = true,
     .words = true,
     .required = true,
     .value = "QUESTION",
     .help = "in plain words; @path, @path:10-20 and @Name are put into the context"},
    {.name = "model",
     .type = TOOL_TEXT,
     .value = "PROVIDER/NAME",
     .help = "the model to ask; else that of the settings"},
    {.name = "budget",
     .type = TOOL_NUMBER,
     .tokens = true,
     .fallback = "8000",
     .min = 500,
     .max = 1000000,
     .value = "TOKENS",
     .help = "how much to gather for the question"},
    {.name = "context_only",
     .type = TOOL_FLAG,
     .help = "print what the model would get, and ask nothing"},
    {.name = "redact",
     .type = TOOL_FLAG,
     .help = "print what was replaced because it looks secret"},
    {.name = "json", .type = TOOL_FLAG, .help = "events as lines of JSON"},
};

static const char *const examples[] = {"ask how are expired keys deleted",
                                       "ask 'what does @src/expire.c:120-180 guard against'",
                                       "ask --context-only where is the timeout set", NULL};

static bool put_redactions(ToolCall *call, const RedactionVec *redactions, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    for (size_t i = 0; i < redactions->len; i++) {
        const Redaction *one = &redactions->ptr[i];
        buf_put_text(&out, one->name);
        if (one->line)
            buf_printf(&out, ", line %u", one->line);
        buf_printf(&out, ": %.*s\n", STR_ARG(one->what));
    }
    if (!redactions->len)
        buf_put(&out, STR("nothing was replaced\n"));
    return tool_put_buf(call, &out, err);
}

static bool run(ToolCall *call, Err *err)
{
    AgentOutput output = {
        .sink = call->sink, .json = tool_flag(call, "json"), .arena = call->scratch};
    AgentOptions options = {.model = tool_text(call, "model"),
                            .budget = tool_number(call, "budget")};
    AgentSink sink = agent_output_sink(&output);
    Agent *agent;
    Str question = str_trim(tool_text(call, "question"));
    bool redact = tool_flag(call, "redact"), only = tool_flag(call, "context_only");
    if (!agent_open(call->arena, call->context, &options, &sink, &agent, err))
        return false;
    if (!redact && !only)
        return agent_ask(agent, question, err);
    output.quiet = !output.json;
    if (!agent_gather(agent, question, err))
        return false;
    return redact ? put_redactions(call, agent_redactions(agent), err)
                  : output.json || tool_put(call, agent_context(agent, call->arena), err);
}

const Tool command_ask = {
    .name = "ask",
    .summary = "Answers a question about the code, by a model that gets just the code that matters",
    .about = "The program gathers the context of the question from the index and asks the model "
             "that is configured once. The model has no tools; if it needs more, it may ask for "
             "what it was shown, up to four times. Every path:line and symbol in the answer is "
             "looked up, and marked where it does not exist. Nothing is edited.\n\n"
             "Without a model, --context-only prints the context, to be pasted anywhere.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
