#include "agent/loop.h"
#include "agent/slash.h"
#include "app/agent_output.h"
#include "app/commands.h"
#include "config/config.h"
#include "text/date.h"
#include "tools/model.h"

#include <unistd.h>

static const ToolParam params[] = {
    {.name = "task",
     .type = TOOL_TEXT,
     .positional = true,
     .words = true,
     .value = "TASK",
     .help =
         "in plain words; @path, @path:10-20 and @Name are put into the context; - reads it from "
         "standard input"},
    AGENT_PARAMS,
    {.name = "resume",
     .type = TOOL_NUMBER,
     .bare = "0",
     .value = "ID",
     .help = "go on with a session of this repository; without an ID, with the last one"},
    {.name = "list", .type = TOOL_FLAG, .help = "list the sessions of this repository"},
    {.name = "export",
     .type = TOOL_FLAG,
     .help = "print the conversation of the last session, or of --resume, as Markdown; with "
             "--json, as JSON"},
    {.name = "models",
     .type = TOOL_FLAG,
     .help = "list providers, and the models of the configured one"},
    {.name = "yes",
     .type = TOOL_FLAG,
     .help = "agree to plans and edits, as far as the safety gate lets nobody be asked"},
    {.name = "max_risk",
     .type = TOOL_NUMBER,
     .max = 100,
     .value = "N",
     .help = "with --yes: the highest risk of a touched symbol; else the setting agent.max_risk"},
    {.name = "check",
     .type = TOOL_TEXT,
     .value = "COMMAND",
     .help = "run this after edits are written; what fails goes back to the model, up to 3 times"},
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
static bool is_done(const Agent *agent, AgentOutcome outcome, Err *err)
{
    Str undo = agent_rollback_command(agent);

    if (outcome == AGENT_UNFIT) {
        err_set(err, ERR_FAILED, "the model's edits cannot be applied; nothing was written");
        return err_hint(err, "try again, another model, or name the files with @path");
    }
    if (outcome == AGENT_UNMEANT) {
        err_set(err, ERR_FAILED,
                "the model says that its edits are not meant; nothing was written");
        return err_hint(err, "try again, or say in the task what is to be changed");
    }
    if (outcome == AGENT_DOUBTFUL) {
        err_set(err, ERR_NOT_FOUND,
                "the text around the model's edits may take them back; nothing was written");
        return err_hint(err, "without --yes, a terminal shows the edits and asks; y writes them");
    }
    if (outcome == AGENT_CUT) {
        err_set(err, ERR_CUT, "the model's answer is not whole; nothing of it was written");
        return err_hint(err, "try again, with a smaller task, or a larger model.max_tokens");
    }
    if (outcome == AGENT_FAILING) {
        err_set(err, ERR_FAILED, "the edits are written, but the check still fails");
        return err_hint(err, "`%.*s` undoes all of the task; `fovea edit log` lists its edits",
                        STR_ARG(undo));
    }
    if (outcome == AGENT_PARTIAL) {
        err_set(err, ERR_FAILED,
                "the edits are written, but a part of the task is not done: a step of the plan "
                "changed nothing");
        return err_hint(err, "give that step as a task of its own; `%.*s` undoes all of the task",
                        STR_ARG(undo));
    }
    if (outcome == AGENT_UNREAD) {
        err_set(err, ERR_FAILED,
                "the task is not done: no edit that changes a file was read in "
                "the answer");
        return err_hint(err, "try again, another model, or a task that says what to change");
    }
    if (outcome != AGENT_GATED)
        return true;
    err_set(err, ERR_NOT_FOUND, "nothing was written: the safety gate refused, or nobody agreed");
    return err_hint(err, "--yes agrees beforehand; --dry-run shows the edits; settings agent.* say "
                         "what the gate asks and refuses");
}

static bool list_sessions(ToolCall *call, Agent *agent, Err *err)
{
    AgentSessionVec sessions = {0};
    Buf out = buf_open(call->arena, 0);
    bool listed = agent_sessions(agent, &sessions, err);
    for (size_t i = 0; i < sessions.len; i++) {
        const AgentSession *one = &sessions.ptr[i];
        Str day = date_day(call->arena, one->used);
        buf_printf(&out, "%4llu  %.*s  %3u turn%s  ", (unsigned long long)one->id, STR_ARG(day),
                   one->turns, one->turns == 1 ? "" : "s");
        buf_put_text(&out, one->title);
        buf_put_byte(&out, '\n');
    }
    if (!sessions.len)
        buf_put(&out, STR("no sessions of this repository\n"));
    agent_close(agent);
    return listed && tool_put_buf(call, &out, err);
}

/* Only the conversation is printed. */
static bool ignore_event(void *state, const AgentEvent *event, Err *err)
{
    (void)state;
    (void)event;
    (void)err;
    return true;
}

static bool export_session(ToolCall *call, const AgentOptions *options, Err *err)
{
    AgentSink sink = {.put = ignore_event};
    SlashAnswer answer = {0};
    Str line = tool_flag(call, "json") ? STR("/export json") : STR("/export md");
    Agent *agent;
    if (!agent_open(call->arena, call->context, options, &sink, &agent, err))
        return false;
    bool done = agent_resume(agent, options->session, err) && slash_run(agent, line, &answer, err);
    agent_close(agent);
    return done && tool_put(call, answer.text, err);
}

static bool list_models(ToolCall *call, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    ChatModel model = {0};
    ChatOfferVec offers = {0};
    const Config *config = call->context->config;
    Str wanted = tool_text(call, "model");
    for (size_t i = 0; i < chat_provider_count(); i++)
        buf_printf(&out, "%-12s %s\n", chat_provider_at(i)->name, chat_provider_at(i)->about);
    if (!model_is_named(config, wanted)) {
        buf_put(&out, STR("\n"));
        buf_put(&out, model_first_steps(call->arena));
        return tool_put_buf(call, &out, err);
    }
    if (!model_open(call->arena, config, wanted, &model, err) ||
        !chat_list(call->arena, &model, &offers, err))
        return false;
    Str place = chat_model_place(&model);
    buf_printf(&out, "\nat %.*s:\n", STR_ARG(place));
    for (size_t i = 0; i < offers.len; i++) {
        buf_printf(&out, "%s/", model.provider->name);
        buf_put_text(&out, offers.ptr[i].name);
        if (offers.ptr[i].window)
            buf_printf(&out, "  %llu tokens", (unsigned long long)offers.ptr[i].window);
        buf_put_byte(&out, '\n');
    }
    return tool_put_buf(call, &out, err);
}

/* An empty name or command, as from an unset variable of a script, differs from a missing one:
   edits would go elsewhere, or be unchecked. */
static bool check_given(const ToolCall *call, Err *err)
{
    static const char *const names[] = {"branch", "check"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (tool_value(call, names[i])->given && !str_trim(tool_text(call, names[i])).len)
            return err_set(err, ERR_USAGE, "--%s is empty", names[i]);
    return true;
}

static bool run(ToolCall *call, Err *err)
{
    AgentOutput output = agent_output_open(call);
    AgentOptions options = agent_output_options(call);
    options.edits = true;
    options.yes = tool_flag(call, "yes");
    options.resume = tool_value(call, "resume")->given;
    options.session = tool_number(call, "resume");
    options.has_max_risk = tool_value(call, "max_risk")->given;
    options.max_risk = (uint8_t)tool_number(call, "max_risk");
    options.check = tool_text(call, "check");
    options.branch = tool_text(call, "branch");
    options.dry_run = tool_flag(call, "dry_run");
    AgentSink sink = agent_output_sink(&output);
    Agent *agent;
    AgentOutcome outcome;
    Str task;
    if (!check_given(call, err) || !agent_output_task(call, "task", &task, err))
        return false;
    if (tool_flag(call, "models"))
        return list_models(call, err);
    if (tool_flag(call, "list"))
        return agent_open(call->arena, call->context, &options, &sink, &agent, err) &&
               list_sessions(call, agent, err);
    if (tool_flag(call, "export"))
        return export_session(call, &options, err);
    if (!task.len && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        return loop_run(call->arena, call->context, &options, err);
    if (!task.len) {
        err_set(err, ERR_USAGE, "agent: no task, and no terminal to ask for one");
        return err_hint(err, "fovea agent 'what is to be done'; `-` reads it from standard input");
    }
    if (!agent_open(call->arena, call->context, &options, &sink, &agent, err))
        return false;
    if (agent_output_only_gathers(call))
        return agent_output_gather(call, &output, agent, task, err);
    bool done = (!options.resume || agent_resume(agent, options.session, err)) &&
                agent_do(agent, task, &outcome, err) &&
                (tool_is_cancelled(call) || is_done(agent, outcome, err));
    agent_close(agent);
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
        "consent, 4 files changed meanwhile, 5 no model, 6 a cap is reached, 7 the model's answer "
        "was cut or broken off, and nothing was written, 130 interrupted.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
