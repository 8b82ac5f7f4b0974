/* Each line is a command or a task. During a task, Ctrl-C stops the model but keeps its partial
   answer; typed text waits for the next line. */
#include "agent/loop.h"

#include "agent/agent_session.h"
#include "agent/agent_state.h"
#include "agent/input_complete.h"
#include "agent/slash.h"
#include "agent/turn.h"
#include "base/proc.h"
#include "config/config.h"
#include "terminal/terminal.h"
#include "tools/model.h"

/* A user who waits longer may look elsewhere. */
#define BELL_AFTER_MS 10000

typedef struct Loop {
    Arena *arena;
    Terminal *terminal;
    Agent *agent;
    Str next;        /* a line typed in place of an answer; or empty */
    size_t thought;  /* words of thoughts since the last other event */
    int64_t started; /* the time of the last task, in milliseconds */
} Loop;

static void show_status(Loop *loop)
{
    const Agent *agent = loop->agent;
    const ChatUsage *usage = &agent->totals.usage;
    uint64_t tokens = 0, limit = turn_window_limit(loop->agent);
    (void)!turn_fit(loop->agent, false, &tokens);
    Status status = {
        .window = tokens,
        .window_max = limit,
        .spent = usage->input + usage->output + usage->cache_read + usage->cache_write,
        .cache_read = usage->cache_read,
        .cache_misses = usage->input + usage->cache_write,
    };
    if (agent->model.provider)
        status.model = agent->model.name;
    status.cost = agent_session_cost(loop->agent);
    size_t staged = stage_set(&agent->stage, loop->arena).files.len;
    if (staged)
        status.note = str_format(loop->arena, "%zu staged", staged);
    terminal_set_status(loop->terminal, &status);
}

/* ---- events ---- */

static void put_aside(Loop *loop, const AgentEvent *event)
{
    Str text = str_trim_end(event->text);
    if (text.len)
        terminal_write_list(loop->terminal, str_format(loop->arena, "%.*s\n", STR_ARG(text)));
}

static size_t count_words(Str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += !byte_is_space(text.ptr[i]) && (!i || byte_is_space(text.ptr[i - 1]));
    return count;
}

/* Thoughts are folded: one line says how long they were. */
static void fold_thoughts(Loop *loop, const AgentEvent *event)
{
    if (event->kind == AGENT_THOUGHT) {
        loop->thought += count_words(event->text);
        terminal_set_activity(loop->terminal, STR("thinking"));
    } else if (loop->thought) {
        terminal_write_text(
            loop->terminal,
            str_format(loop->arena, "thought %zu words; /thoughts shows them\n", loop->thought));
        loop->thought = 0;
    }
}

static bool put(void *state, const AgentEvent *event, Err *err)
{
    Loop *loop = state;
    fold_thoughts(loop, event);
    switch (event->kind) {
    case AGENT_TEXT:
        terminal_set_activity(loop->terminal, (Str){0});
        terminal_write_markdown(loop->terminal, event->text);
        break;
    case AGENT_EDIT:
        put_aside(loop, event);
        terminal_write_diff(loop->terminal, json_text(event->data, STR("diff")));
        break;
    case AGENT_CONTEXT:
    case AGENT_NEED:
        put_aside(loop, event);
        terminal_set_activity(loop->terminal, STR("asking the model"));
        break;
    case AGENT_USAGE: show_status(loop); break;
    case AGENT_ERROR: terminal_write_error(loop->terminal, event->text); break;
    case AGENT_PLAN:
    case AGENT_STEP:
    case AGENT_CHECK:
    case AGENT_GATE:
    case AGENT_COMMIT:
    case AGENT_NOTICE:
    case AGENT_RETRACT: put_aside(loop, event); break;
    case AGENT_THOUGHT: break;
    case AGENT_EVENT_COUNT: put_aside(loop, event); break;
    }
    return terminal_poll(loop->terminal) || err_set(err, ERR_READER_GONE, "the terminal is gone");
}

/* Rings if the user may have turned to something else. */
static void ring(Loop *loop)
{
    if (loop->agent->context->config->terminal_bell &&
        proc_clock_ms() - loop->started >= BELL_AFTER_MS)
        terminal_ring(loop->terminal);
}

static AgentChoice ask(void *state, const AgentQuestion *question)
{
    static const TerminalQuestion plan = {STR_INIT("Go on with this plan?"), "yn"},
                                  check = {STR_INIT("Run it all the same?"), "yn"},
                                  hunk = {STR_INIT("Take this one?"), "yn"},
                                  changeable = {STR_INIT("Take this one? (e: edit it)"), "yne"},
                                  edits = {STR_INIT("Write these edits? (h: choose hunks)"), "ynh"};
    Loop *loop = state;
    char key;
    ring(loop);
    if (question->about == AGENT_EDIT) {
        terminal_write_diff(loop->terminal, question->text);
        key = terminal_ask(loop->terminal, loop->arena, question->can_change ? &changeable : &hunk,
                           NULL);
    } else {
        bool is_check = question->about == AGENT_CHECK || question->about == AGENT_NEED;
        if (is_check)
            terminal_write_text(loop->terminal,
                                str_format(loop->arena, "%.*s\n", STR_ARG(question->text)));
        key = terminal_ask(loop->terminal, loop->arena,
                           is_check                        ? &check
                           : question->about == AGENT_PLAN ? &plan
                                                           : &edits,
                           &loop->next);
    }
    return key == 'y' ? AGENT_YES : key == 'h' ? AGENT_SOME : key == 'e' ? AGENT_CHANGE : AGENT_NO;
}

static bool edit(void *state, Arena *arena, Str text, Str *edited, Err *err)
{
    Loop *loop = state;
    return terminal_edit(loop->terminal, arena, STR("hunk.diff"), text, edited, err);
}

/* ---- lines ---- */

static void show_error(Loop *loop, const Err *err)
{
    Str hint = str_from(err->hint);
    if (err->kind == ERR_CHANGED && loop->agent->stage.files.len)
        hint = STR("nothing was written; /preview shows the staged edits, /clear drops them");
    terminal_write_error(loop->terminal,
                         str_format(loop->arena, "%s%s%s%.*s\n", err_prefix(err), err->message,
                                    hint.len ? "\nHint: " : "", STR_ARG(hint)));
}

/* Shows an outcome that the events of the task did not report. */
static void show_outcome(Loop *loop, AgentOutcome outcome)
{
    Str undo = agent_rollback_command(loop->agent);
    if (outcome == AGENT_FAILING)
        terminal_write_text(loop->terminal,
                            str_format(loop->arena,
                                       "written, but the check fails; `%.*s` undoes "
                                       "all of it\n",
                                       STR_ARG(undo)));
    else if (outcome == AGENT_UNFIT || outcome == AGENT_UNMEANT || outcome == AGENT_DOUBTFUL ||
             outcome == AGENT_CUT)
        terminal_write_text(loop->terminal, STR("nothing was written\n"));
}

/* *quit is set if the user wants to leave. False if the terminal is gone. */
static bool run_line(Loop *loop, Str line, bool *quit)
{
    Err err = {0};
    AgentOutcome outcome = AGENT_ANSWERED;
    SlashAnswer answer = {0};
    bool ok = true, command = slash_is_command(line);
    loop->started = proc_clock_ms();
    terminal_begin(loop->terminal);
    terminal_set_activity(loop->terminal, command ? STR("working") : STR("gathering"));
    if (command)
        ok = slash_run(loop->agent, line, &answer, &err);
    else if (line.ptr[0] == '!')
        terminal_write_text(loop->terminal, STR("not run: the program has no shell\n"));
    else
        ok = agent_do(loop->agent, line, &outcome, &err);
    if (answer.form == SLASH_DIFF)
        terminal_write_diff(loop->terminal, answer.text);
    else if (answer.form == SLASH_LIST)
        terminal_write_list(loop->terminal, answer.text);
    else if (answer.text.len)
        terminal_write_text(loop->terminal, answer.text);
    if (ok)
        show_outcome(loop, outcome);
    if (!ok && err.code == ERR_INTERRUPTED)
        terminal_write_text(loop->terminal, STR("stopped\n"));
    else if (!ok)
        show_error(loop, &err);
    show_status(loop);
    terminal_end(loop->terminal);
    ring(loop);
    *quit = answer.quit;
    return err.code != ERR_READER_GONE;
}

static void greet(Loop *loop)
{
    const Config *config = loop->agent->context->config;
    Err ignored = {0};
    if (model_is_named(config, loop->agent->options.model) &&
        turn_need_model(loop->agent, &ignored)) {
        terminal_write_text(loop->terminal,
                            STR("Describe a task, or /help. Ctrl-D ends the session.\n"));
        return;
    }
    Str first = ignored.code ? str_format(loop->arena, "%s\n%s\n", ignored.message, ignored.hint)
                             : model_first_steps(loop->arena);
    terminal_write_text(loop->terminal,
                        str_format(loop->arena,
                                   "No model yet; /help lists the commands that need none.\n%.*s",
                                   STR_ARG(first)));
}

static void read_lines(Loop *loop)
{
    TerminalPrompt prompt = {.prompt = STR("> "), .complete = input_complete, .state = loop->agent};
    bool quit = false;
    unsigned interrupts = 0;
    while (!quit) {
        Str line = loop->next;
        TerminalRead read = line.len
                                ? TERMINAL_TEXT
                                : terminal_read_line(loop->terminal, loop->arena, &prompt, &line);
        loop->next = (Str){0};
        if (read == TERMINAL_ENDED)
            return;
        /* A second Ctrl-C on an empty line leaves, as many users expect. */
        interrupts = read == TERMINAL_INTERRUPTED ? interrupts + 1 : 0;
        if (interrupts == 1)
            terminal_write_text(loop->terminal, STR("Ctrl-C again, Ctrl-D or /quit ends\n"));
        if (interrupts > 1)
            return;
        if (read == TERMINAL_TEXT && str_trim(line).len && !run_line(loop, str_trim(line), &quit))
            return;
    }
}

bool loop_run(Arena *arena, const ToolContext *context, const AgentOptions *options, Err *err)
{
    Loop loop = {.arena = arena};
    TerminalOptions how = {.plain = context->config->terminal_plain,
                           .history = agent_state_path(arena, STR("history"))};
    AgentSink sink = {.put = put, .ask = ask, .edit = edit, .state = &loop};
    loop.terminal = terminal_open(arena, &how);
    ToolContext tools = *context;
    tools.cancel = terminal_interrupt(loop.terminal);
    tools.notice = NULL;
    tools.progress = (ProgressSink){0};
    bool ok = agent_open(arena, &tools, options, &sink, &loop.agent, err);
    if (ok && options->resume && !agent_resume(loop.agent, options->session, err))
        ok = false;
    if (ok) {
        greet(&loop);
        gather_overview_start(loop.agent);
        show_status(&loop);
        read_lines(&loop);
    }
    terminal_close(loop.terminal);
    if (loop.agent)
        agent_close(loop.agent);
    return ok;
}
