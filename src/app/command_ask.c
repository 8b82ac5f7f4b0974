#include "app/agent_output.h"
#include "app/commands.h"

static const ToolParam params[] = {
    {.name = "question",
     .type = TOOL_TEXT,
     .positional = true,
     .words = true,
     .required = true,
     .value = "QUESTION",
     .help =
         "in plain words; @path, @path:10-20 and @Name are put into the context; - reads it from "
         "standard input"},
    AGENT_PARAMS,
};

static const char *const examples[] = {"ask how are expired keys deleted",
                                       "ask 'what does @src/expire.c:120-180 guard against'",
                                       "ask --context-only where is the timeout set", NULL};

static bool run(ToolCall *call, Err *err)
{
    AgentOutput output = agent_output_open(call);
    AgentOptions options = agent_output_options(call);
    AgentSink sink = agent_output_sink(&output);
    Agent *agent;
    Str question;
    if (!agent_output_task(call, "question", &question, err))
        return false;
    if (!agent_open(call->arena, call->context, &options, &sink, &agent, err))
        return false;
    if (agent_output_only_gathers(call))
        return agent_output_gather(call, &output, agent, question, err);
    bool ok = agent_ask(agent, question, err);
    if (ok && !tool_is_cancelled(call) && agent_cut_reason(agent).len) {
        ok = err_set(err, ERR_CUT, "the answer is not whole");
        err_hint(err, "ask again; a longer answer needs a larger model.max_tokens");
    }
    agent_close(agent);
    return agent_output_end(call, &output, ok, err);
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
