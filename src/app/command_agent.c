#include "agent/loop.h"
#include "app/agent_output.h"
#include "app/commands.h"

#include <unistd.h>

static const ToolParam params[] = {
    {.name = "task",
     .type = TOOL_TEXT,
     .positional = true,
     .words = true,
     .value = "TASK",
     .help = "in plain words; @path, @path:10-20 and @Name are put into the context"},
    AGENT_PARAMS,
    {.name = "yes",
     .type = TOOL_FLAG,
     .help = "agree to plans and edits, as far as the safety gate lets nobody be asked"},
    {.name = "branch",
     .type = TOOL_TEXT,
     .value = "NAME",
     .help = "make this branch, and commit the edits there with git"},
    {.name = "dry_run", .type = TOOL_FLAG, .help = "stage and check edits, and write nothing"},
};

static const char *const examples[] = {"agent", "agent 'reset the timer when a client reconnects'",
                                       "agent --dry-run 'rename the option --foo to --bar'",
                                       "agent --context-only 'add a timeout to the resolver'",
                                       NULL};

/* Whether the outcome is a success. */
static bool is_done(AgentOutcome outcome, Err *err)
{
    if (outcome == AGENT_UNFIT) {
        err_set(err, ERR_FAILED, "the model's edits do not fit the files; nothing was written");
        return err_hint(err, "try again, another model, or name the files with @path");
    }
    if (outcome != AGENT_GATED)
        return true;
    err_set(err, ERR_NOT_FOUND, "nothing was written: the safety gate refused, or nobody agreed");
    return err_hint(err, "--yes agrees beforehand; --dry-run shows the edits; settings agent.* say "
                         "what the gate asks and refuses");
}

static bool run(ToolCall *call, Err *err)
{
    AgentOutput output = agent_output_open(call);
    AgentOptions options = agent_output_options(call);
    options.yes = tool_flag(call, "yes");
    options.branch = tool_text(call, "branch");
    options.dry_run = tool_flag(call, "dry_run");
    AgentSink sink = agent_output_sink(&output);
    Agent *agent;
    AgentOutcome outcome;
    Str task = str_trim(tool_text(call, "task"));
    if (!task.len && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return loop_run(call->arena, call->context, &options, err);
    if (!task.len) {
        err_set(err, ERR_USAGE, "agent: no task, and no terminal to ask for one");
        return err_hint(err, "fovea agent 'what is to be done'");
    }
    if (!agent_open(call->arena, call->context, &options, &sink, &agent, err))
        return false;
    if (agent_output_only_gathers(call))
        return agent_output_gather(call, &output, agent, task, err);
    bool done = agent_do(agent, task, &outcome, err) && is_done(outcome, err);
    return agent_output_end(call, &output, done, err);
}

const Tool command_agent = {
    .name = "agent",
    .summary =
        "Does a task: gathers what it needs, has a model edit, checks, and writes all or nothing",
    .about =
        "The program gathers the context of the task from the index and asks the configured "
        "model once or twice. The model has no tools and runs nothing. Its edits are staged; "
        "checked for syntax, lost symbols, callers that no longer fit, and the rules of review; "
        "repaired by it where they fail; and written in one transaction after the safety gate "
        "has passed them. `fovea edit rollback` takes them back.\n\n"
        "Exit code: 0 done, 1 failed, 2 wrong usage, 3 refused by the gate or by nobody's "
        "consent, 4 files changed meanwhile, 5 no model, 6 a cap is reached, 130 interrupted.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
