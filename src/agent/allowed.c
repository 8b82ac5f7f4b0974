/* A command runs only if the line that asks for it is, byte for byte, one that the user gave. */
#include "agent/allowed.h"

#include "agent/agent_state.h"
#include "agent/work.h"
#include "config/config.h"
#include "model/key.h"

#define CHECK "check"
#define RUN "run "

static void add(Arena *arena, CommandVec *commands, Str command)
{
    for (size_t i = 0; i < commands->len; i++)
        if (str_equal(commands->ptr[i], command))
            return;
    if (command.len)
        *VEC_PUSH(arena, commands) = command;
}

CommandVec allowed_commands(const Agent *agent, Arena *arena)
{
    CommandVec commands = {0};
    const NameList *settings = &agent->context->config->agent.check;
    add(arena, &commands, agent->options.check);
    for (size_t i = 0; i < settings->count; i++)
        add(arena, &commands, settings->names[i]);
    for (size_t i = agent->approved.len; i > 0; i--)
        add(arena, &commands, agent->approved.ptr[i - 1]);
    return commands;
}

/* A command with a secret in it runs, but its text is not sent. */
static bool has_secret(Arena scratch, Str command)
{
    RedactionVec ignored = {0};
    return !str_equal(redact(&scratch, STR("command"), command, &ignored), command);
}

Str allowed_prompt(const Agent *agent, Arena *arena)
{
    CommandVec commands = allowed_commands(agent, arena);
    Buf out = buf_open(arena, 0);
    if (!commands.len)
        return (Str){0};
    buf_put(&out, STR("The user allows these commands. They run on the files as they are written, "
                      "without edits that still wait, and you see what they print:\n"));
    for (size_t i = 0; i < commands.len; i++)
        if (!has_secret(*arena, commands.ptr[i]))
            buf_printf(&out, "need: run %.*s\n", STR_ARG(commands.ptr[i]));
        else if (!i)
            buf_put(&out, STR("need: check\n"));
    buf_put_byte(&out, '\n');
    return buf_str(&out);
}

bool allowed_is_run(Str line)
{
    return str_equal(line, STR(CHECK)) || str_starts(line, STR(RUN));
}

/* Empty if the line names no allowed command. */
static Str command_of(Agent *agent, Str line)
{
    CommandVec commands = allowed_commands(agent, agent->arena);
    if (str_equal(line, STR(CHECK)))
        return commands.len ? commands.ptr[0] : (Str){0};
    Str wanted = str_trim(str_from_offset(line, strlen(RUN)));
    for (size_t i = 0; i < commands.len; i++)
        if (str_equal(commands.ptr[i], wanted))
            return commands.ptr[i];
    return (Str){0};
}

bool allowed_may_run(Agent *agent, Str command)
{
    Arena *arena = agent->arena;
    bool can_ask = agent->sink.ask && !agent->options.unattended && !agent->options.yes;
    if (!can_ask || run_check_is_confined(*arena, stage_place(&agent->stage, arena).root))
        return true;
    AgentQuestion question = {
        .about = AGENT_CHECK,
        .text = str_format(arena,
                           "`%.*s` cannot be confined here: it would have the network, and could "
                           "write anywhere",
                           STR_ARG(command))};
    return agent->sink.ask(agent->sink.state, &question) == AGENT_YES;
}

bool allowed_run(Agent *agent, Str line, Str *said, Err *err)
{
    Arena *arena = agent->arena;
    Str root = stage_place(&agent->stage, arena).root, command = command_of(agent, line);
    RunCheck run;
    if (!command.len) {
        *said = str_format(arena, "%.*s: not allowed. The user allows a command with /allow",
                           STR_ARG(line));
        return true;
    }
    if (!allowed_may_run(agent, command)) {
        *said = str_format(arena, "%.*s: the user did not agree", STR_ARG(line));
        return true;
    }
    if (!run_check(arena, root, command, agent->context->cancel, &run, err))
        return false;
    run.output = key_hide(arena, run.output, agent->model.key);
    if (!work_report_run(agent, command, &run, err))
        return false;
    size_t waiting = stage_set(&agent->stage, arena).files.len;
    WindowPart part = {
        .place = WINDOW_CONTEXT,
        .priority = WINDOW_HIGH,
        .name = str_format(arena, "run of %.*s, turn %u", STR_ARG(command), agent->window.turn),
        .why = STR("asked for"),
        .levels = {
            str_format(arena, "%.*s: %s%s\n%.*s", STR_ARG(command),
                       run.passed ? "passed" : "failed",
                       waiting ? "; staged edits are not in it" : "", STR_ARG(run.output)),
            str_format(arena, "%.*s: %s\n", STR_ARG(command), run.passed ? "passed" : "failed")}};
    gather_add(agent, &part, (Str){0});
    *said = str_format(arena, "%.*s: %s", STR_ARG(line), run.passed ? "passed" : "failed");
    return true;
}
