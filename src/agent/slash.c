#include "agent/slash.h"

#include "agent/agent_session.h"
#include "agent/agent_state.h"
#include "agent/allowed.h"
#include "agent/check.h"
#include "agent/mcp_client.h"
#include "agent/own_text.h"
#include "agent/plan.h"
#include "agent/slash_model.h"
#include "agent/slash_refactor.h"
#include "agent/slash_session.h"
#include "agent/summary.h"
#include "agent/turn.h"
#include "agent/viewed.h"
#include "config/config.h"
#include "text/nearest.h"
#include "tools/model.h"

static bool run_help(Agent *agent, Str argument, SlashAnswer *answer, Err *err);

/* ---- the window ---- */

static Str place_name(const WindowPart *part)
{
    static const char *const names[WINDOW_PLACE_COUNT] = {
        [WINDOW_PREFIX] = "prefix", [WINDOW_CONTEXT] = "context", [WINDOW_TASK] = "task",
        [WINDOW_REPLY] = "reply",   [WINDOW_WRITTEN] = "",        [WINDOW_REASONING] = "thought",
    };
    return str_from(names[part->place]);
}

static void put_part(Buf *out, const WindowPart *part, size_t number)
{
    static const char *const priorities[WINDOW_PRIORITY_COUNT] = {
        [WINDOW_CRITICAL] = "critical",
        [WINDOW_HIGH] = "high",
        [WINDOW_MEDIUM] = "medium",
        [WINDOW_LOW] = "low",
    };
    static const char *const levels[WINDOW_LEVELS + 1] = {"", ", signature", ", name",
                                                          ", left out"};
    static const char *const spoken[WINDOW_LEVELS + 1] = {"", ", summary", ", a few words",
                                                          ", left out"};
    bool is_spoken = part->place == WINDOW_TASK || part->place == WINDOW_REPLY;
    Str place = place_name(part), text = window_text(part);
    uint64_t image = part->image.len && text.len ? CHAT_IMAGE_TOKENS : 0;
    if (part->place == WINDOW_WRITTEN)
        return;
    buf_printf(out, "%3zu  %6llu  %-8s %-7.*s ", number,
               (unsigned long long)(window_tokens(text) + image), priorities[part->priority],
               STR_ARG(place));
    buf_put_text(out, part->name);
    if (part->why.len)
        buf_printf(out, " (%.*s)", STR_ARG(part->why));
    buf_put(out, str_from((is_spoken ? spoken : levels)[part->level]));
    if (part->place == WINDOW_REPLY && part->level == 1)
        buf_put(out, summary_is_by_program(part) ? STR(" by the program") : STR(" by the model"));
    buf_put(out, part->pinned ? STR(", pinned") : (Str){0});
    buf_put(out, part->dropped ? STR(", dropped") : (Str){0});
    buf_put_byte(out, '\n');
}

static void put_instructions(Buf *out, const InstructionFile *file)
{
    buf_printf(out, "%.*s: %llu of %llu bytes read", STR_ARG(file->path),
               (unsigned long long)file->taken, (unsigned long long)file->bytes);
    if (file->cut)
        buf_printf(out, ", %u sections cut", file->cut);
    if (file->same_as.len)
        buf_printf(out, ", the same as %.*s", STR_ARG(file->same_as));
    buf_put_byte(out, '\n');
}

/* The text of a part, byte for byte as a model gets it. */
static Str show_part(Agent *agent, const WindowPart *part)
{
    Str text = window_text(part);
    if (!text.len)
        return STR("left out: no model gets it\n");
    return str_format(agent->arena, "%.*s%s", STR_ARG(text), str_ends(text, STR("\n")) ? "" : "\n");
}

/* `pin 3`, `drop 3`, `show 3`, or nothing: lists the parts. */
static bool run_context(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    Window *window = &agent->window;
    Str word = str_slice(argument, 0, MIN(str_find_byte(argument, ' '), argument.len));
    uint64_t number = 0;
    bool pin = str_equal(word, STR("pin")), drop = str_equal(word, STR("drop"));
    bool show = str_equal(word, STR("show"));
    if (pin || drop || show) {
        Str rest = str_trim(str_from_offset(argument, word.len));
        if (!str_parse_u64(rest, &number) || !number || number > window->parts.len) {
            err_set(err, ERR_USAGE, "/context: there is no part '%.*s'", STR_ARG(rest));
            return err_hint(err, "/context lists the parts with their numbers");
        }
        WindowPart *part = &window->parts.ptr[number - 1];
        if (show) {
            answer->text = show_part(agent, part);
            return true;
        }
        part->pinned = pin;
        part->dropped = drop;
    } else if (word.len) {
        err_set(err, ERR_USAGE, "/context: '%.*s' is not pin, drop or show", STR_ARG(word));
        return err_hint(err, "/context, /context pin N, /context drop N, /context show N");
    }
    Buf out = buf_open(agent->arena, 0);
    uint64_t tokens, limit = turn_window_limit(agent);
    bool fits = turn_fit(agent, true, &tokens);
    buf_put(&out, STR("  N  tokens  priority place   what\n"));
    for (size_t i = 0; i < window->parts.len; i++)
        put_part(&out, &window->parts.ptr[i], i + 1);
    buf_printf(&out, "about %llu of %llu tokens%s\n", (unsigned long long)tokens,
               (unsigned long long)limit,
               !fits            ? ": the pinned parts are too large"
               : tokens > limit ? " by an estimate; within them by the provider's count"
                                : "");
    for (size_t i = 0; i < agent->instructions.files.len; i++)
        put_instructions(&out, &agent->instructions.files.ptr[i]);
    for (size_t i = 0; i < agent->redactions.len; i++)
        buf_printf(&out, "replaced in %.*s: %.*s\n", STR_ARG(agent->redactions.ptr[i].name),
                   STR_ARG(agent->redactions.ptr[i].what));
    answer->form = SLASH_LIST;
    answer->text = buf_str(&out);
    return true;
}

static bool run_clear(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    (void)argument;
    window_clear(&agent->window);
    stage_drop(&agent->stage, (Str){0});
    agent->plan = (Plan){0};
    if (!agent_session_save(agent, err))
        return false;
    answer->text =
        STR("forgotten: the conversation, the plan and the staged edits; pinned parts stay\n");
    return true;
}

/* ---- tasks and edits ---- */

static bool run_edit(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    AgentOutcome outcome;
    (void)answer;
    if (argument.len)
        return agent_do(agent, argument, &outcome, err);
    err_set(err, ERR_USAGE, "/edit: what should be changed?");
    return err_hint(err, "/edit reset the timer when a client reconnects");
}

static bool run_ask(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    (void)answer;
    if (argument.len)
        return agent_ask(agent, argument, err);
    err_set(err, ERR_USAGE, "/ask: what is the question?");
    return err_hint(err, "/ask who resets the timer");
}

static bool run_plan(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    AgentOutcome outcome;
    if (argument.len)
        return agent_do(agent,
                        str_format(agent->arena, "%.*s\n\nGive only the plan.", STR_ARG(argument)),
                        &outcome, err);
    Str plan = plan_text(agent->arena, &agent->plan);
    answer->text = plan.len ? plan : STR("there is no plan\n");
    return true;
}

static bool run_preview(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    EditSet set = stage_set(&agent->stage, agent->arena);
    CheckReport report = {0};
    Str diff;
    (void)argument;
    answer->text = STR("nothing is staged\n");
    if (!set.files.len)
        return true;
    if (!stage_diff(&agent->stage, agent->arena, &diff, err) ||
        !check_edits(agent->arena, agent->context, &set, &report, err))
        return false;
    Str outline = check_outline_diff(agent->arena, &report);
    *answer =
        (SlashAnswer){.form = SLASH_DIFF,
                      .text = str_format(agent->arena, "%.*s%s%.*s", STR_ARG(diff),
                                         outline.len ? "\nBy symbol:\n" : "", STR_ARG(outline))};
    return true;
}

static bool run_review(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    Str model = agent->options.model.len ? agent->options.model : STR("default");
    AgentCall call = {"review", {{argument.len ? "model" : NULL, model}}};
    return agent_call_text(agent->arena, agent->context, &call, &answer->text, err);
}

/* The task of the staged edits, or else of those written last. */
static Str title_of(const Agent *agent)
{
    const Stage *stage = &agent->stage;
    Str line = stage->descriptions.len  ? stage->descriptions.ptr[0]
               : agent->written_for.len ? agent->written_for
                                        : STR("edits");
    Str first = {0};
    str_take_line(&line, &first);
    return first;
}

static bool run_commit(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    AgentOutcome outcome;
    (void)answer;
    bool git = str_equal(argument, STR("git")) || str_starts(argument, STR("git "));
    Str title = git ? str_trim(str_from_offset(argument, 3)) : argument;
    title = title.len ? title : title_of(agent);
    return git ? agent_commit_git(agent, title, &outcome, err)
               : agent_commit(agent, title, &outcome, err);
}

static void put_conflicts(Buf *out, const EditRefusalVec *conflicts)
{
    for (size_t i = 0; i < conflicts->len; i++)
        buf_printf(out, "%.*s: %.*s\n", STR_ARG(conflicts->ptr[i].path),
                   STR_ARG(conflicts->ptr[i].message));
}

typedef bool UndoFunction(Arena *arena, const EditPlace *place, Str id, EditCommit *done,
                          EditRefusalVec *conflicts, Err *err);

static bool undo(Agent *agent, UndoFunction *function, Str id, const char *what,
                 SlashAnswer *answer, Err *err)
{
    EditPlace place = stage_place(&agent->stage, agent->arena);
    EditCommit done = {0};
    EditRefusalVec conflicts = {0};
    Buf out = buf_open(agent->arena, 0);
    bool ok = function(agent->arena, &place, id, &done, &conflicts, err);
    put_conflicts(&out, &conflicts);
    for (size_t i = done.others.len; ok && i > 0; i--)
        buf_printf(&out, "%.*s, ", STR_ARG(done.others.ptr[i - 1]));
    if (ok)
        buf_printf(&out, "%.*s: %zu file%s %s\n", STR_ARG(done.id), done.files.len,
                   done.files.len == 1 ? "" : "s", what);
    answer->text = buf_str(&out);
    return ok;
}

static bool run_rollback(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    return undo(agent, edit_rollback, argument, "as before", answer, err);
}

static bool run_undo_rollback(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    return undo(agent, edit_redo, argument, "changed again", answer, err);
}

/* ---- the session ---- */

static bool run_status(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    const ChatUsage *usage = &agent->totals.usage;
    Buf out = buf_open(agent->arena, 0);
    Str index;
    AgentCall call = {.tool = "status"};
    (void)argument;
    if (!agent_call_text(agent->arena, agent->context, &call, &index, err))
        return false;
    if (agent->model.provider)
        buf_printf(&out, "model: %s/%.*s\n", agent->model.provider->name,
                   STR_ARG(agent->model.name));
    buf_printf(&out, "%u requests; tokens sent ", agent->totals.requests);
    buf_put_thousands(&out, usage->input + usage->cache_write);
    buf_put(&out, STR(", cached "));
    buf_put_thousands(&out, usage->cache_read);
    buf_put(&out, STR(", received "));
    buf_put_thousands(&out, usage->output);
    EditSet set = stage_set(&agent->stage, agent->arena);
    buf_printf(&out, "\n%zu files staged, %zu steps planned, turn %u\n", set.files.len,
               agent->plan.tasks.len, agent->window.turn + 1);
    buf_put(&out, viewed_text(agent));
    buf_put(&out, index);
    answer->text = buf_str(&out);
    return true;
}

/* `/resume` lists the sessions; `/resume 3` resumes one. */
static bool run_resume(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    AgentSessionVec sessions = {0};
    uint64_t id = 0;
    if (argument.len && !str_parse_u64(argument, &id)) {
        err_set(err, ERR_USAGE, "/resume: '%.*s' is not the number of a session",
                STR_ARG(argument));
        return err_hint(err, "/resume alone lists them");
    }
    if (id) {
        answer->text = STR("resumed\n");
        return agent_resume(agent, id, err);
    }
    Buf out = buf_open(agent->arena, 0);
    if (!agent_sessions(agent, &sessions, err))
        return false;
    for (size_t i = 0; i < sessions.len; i++) {
        buf_printf(&out, "%4llu  %3u turn%s  ", (unsigned long long)sessions.ptr[i].id,
                   sessions.ptr[i].turns, sessions.ptr[i].turns == 1 ? "" : "s");
        buf_put_text(&out, sessions.ptr[i].title);
        buf_put_byte(&out, '\n');
    }
    buf_put(&out, STR("/resume ID resumes one\n"));
    answer->text = buf_str(&out);
    return true;
}

/* With a command: runs it; `again`: the last one, also from before --resume. Without: shows the
 * tests that reach the change, and their command. */
static bool run_test(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    bool passed;
    AgentCall call = {"tests", {{"diff", STR("HEAD")}}};
    if (str_equal(argument, STR("again"))) {
        if (!agent->approved.len) {
            err_set(err, ERR_USAGE, "/test again: no command was run in this session");
            return err_hint(err, "/test COMMAND");
        }
        argument = agent->approved.ptr[agent->approved.len - 1];
    }
    agent->stage.commits = 0;
    return argument.len ? agent_test(agent, argument, &passed, err)
                        : agent_call_text(agent->arena, agent->context, &call, &answer->text, err);
}

/* With a command: allows it for this session. Without: lists the allowed ones. */
static bool run_allow(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    Buf out = buf_open(agent->arena, 0);
    if (argument.len) {
        agent_session_approve(agent, argument);
        if (!agent_session_save(agent, err))
            return false;
    }
    CommandVec commands = allowed_commands(agent, agent->arena);
    for (size_t i = 0; i < commands.len; i++) {
        buf_put_text(&out, commands.ptr[i]);
        buf_put_byte(&out, '\n');
    }
    answer->text =
        commands.len ? buf_str(&out) : STR("no command is allowed; /allow COMMAND allows one\n");
    return true;
}

static bool run_mcp(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    return argument.len ? mcp_client_start(agent, argument, &answer->text, err)
                        : mcp_client_list(agent, &answer->text, err);
}

/* The data for a bug report. */
static bool run_debug(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    Buf out = buf_open(agent->arena, 0);
    EditPlace place = stage_place(&agent->stage, agent->arena);
    uint64_t tokens, limit = turn_window_limit(agent);
    bool fits = turn_fit(agent, false, &tokens);
    (void)argument;
    (void)err;
    buf_printf(&out, "version %s\nroot %.*s\nstate %.*s\nsession %llu, turn %u, %zu parts\n",
               FOVEA_VERSION, STR_ARG(place.root), STR_ARG(place.state),
               (unsigned long long)agent->session, agent->window.turn, agent->window.parts.len);
    buf_printf(&out, "window %llu of %llu tokens%s\n", (unsigned long long)tokens,
               (unsigned long long)limit, fits ? "" : ", too large");
    if (agent->model.provider) {
        Str host = chat_model_place(&agent->model);
        buf_printf(&out, "model %s/%.*s at %.*s, %u retries, silence %d ms\n",
                   agent->model.provider->name, STR_ARG(agent->model.name), STR_ARG(host),
                   agent->model.retries, agent->model.silence_ms);
    }
    buf_printf(&out, "%zu files staged, %zu seen, %zu replaced as secret\n", agent->stage.files.len,
               agent->stage.seen.len, agent->redactions.len);
    answer->text = buf_str(&out);
    return true;
}

static bool run_quit(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    (void)agent;
    (void)argument;
    (void)err;
    answer->quit = true;
    return true;
}

static const SlashCommand commands[] = {
    {.name = "search",
     .argument = "QUESTION",
     .help = "places that answer a question",
     .tool = "search",
     .params = {"query"}},
    {.name = "explore",
     .argument = "QUESTION",
     .help = "the code that answers a question",
     .tool = "explore",
     .params = {"question"}},
    {.name = "map",
     .argument = "FILE",
     .help = "what a file declares",
     .tool = "map",
     .params = {"path"}},
    {.name = "diff",
     .argument = "[BASE] [HEAD]",
     .help = "what changed, by symbol",
     .tool = "diff",
     .params = {"base", "head"}},
    {.name = "review",
     .argument = "[model]",
     .help = "a verdict on the working tree by rules; with model, by four reviewers, too",
     .run = run_review},
    {.name = "ask",
     .argument = "QUESTION",
     .help = "answers a question, edits nothing",
     .run = run_ask},
    {.name = "plan", .argument = "[TASK]", .help = "asks for a plan, or shows it", .run = run_plan},
    {.name = "edit",
     .argument = "TASK",
     .help = "does a task; so does a line without a slash",
     .run = run_edit},
    {.name = "preview",
     .argument = "",
     .help = "shows the staged edits, as a diff and by symbol",
     .run = run_preview,
     .at_terminal = true},
    {.name = "commit",
     .argument = "[git] [TITLE]",
     .help = "writes the staged edits, all or nothing; with git, also commits the files",
     .run = run_commit},
    {.name = "rollback",
     .argument = "[ID]",
     .help = "takes a task back, or one edit, but keeps your later changes",
     .run = run_rollback},
    {.name = "undo-rollback",
     .argument = "[ID]",
     .help = "undoes a rollback",
     .run = run_undo_rollback},
    {.name = "status",
     .argument = "",
     .help = "model, usage, staged edits, state of the index",
     .run = run_status},
    {.name = "context",
     .argument = "[pin N | drop N | show N]",
     .help = "what the model sees, with tokens and reasons",
     .run = run_context},
    {.name = "budget",
     .argument = "[TOKENS]",
     .help = "how much is gathered for a task",
     .run = slash_budget},
    {.name = "model",
     .argument = "[PROVIDER/NAME]",
     .help = "shows or changes the model",
     .run = slash_model,
     .at_terminal = true},
    {.name = "image",
     .argument = "PATH",
     .help = "shows an image to the model with the next task: PNG, JPEG, GIF or WebP",
     .run = slash_image,
     .at_terminal = true},
    {.name = "cost",
     .argument = "",
     .help = "what the session has cost, and the model's prices with their date",
     .run = slash_cost},
    {.name = "effort",
     .argument = "[LEVEL]",
     .help = "shows or sets how long the model thinks, in its provider's words: low, high",
     .run = slash_effort},
    {.name = "thoughts",
     .argument = "",
     .help = "what the model thought about the last task",
     .run = slash_thoughts,
     .at_terminal = true},
    {.name = "resume",
     .argument = "[ID]",
     .help = "lists earlier sessions, or resumes one",
     .run = run_resume,
     .at_terminal = true},
    {.name = "mcp",
     .argument = "[NAME]",
     .help = "starts an MCP server of your mcp.json for this session; alone: the servers",
     .run = run_mcp},
    {.name = "fork",
     .argument = "",
     .help = "goes on as a new session; this one stays as it is",
     .run = slash_fork,
     .at_terminal = true},
    {.name = "rewind",
     .argument = "[N]",
     .help = "takes the conversation and what it wrote back to before task N; alone: the tasks",
     .run = slash_rewind},
    {.name = "export",
     .argument = "[md | json]",
     .help = "the conversation as Markdown or JSON",
     .run = slash_export},
    {.name = "rename",
     .argument = "OLD NEW [OPTIONS]",
     .help = "renames a symbol and its references, without a model; options of fovea rename",
     .run = slash_rename,
     .at_terminal = true},
    {.name = "move",
     .argument = "SYMBOL FILE [OPTIONS]",
     .help = "moves a symbol to another file with its imports, without a model",
     .run = slash_move,
     .at_terminal = true},
    {.name = "signature",
     .argument = "SYMBOL OPTIONS",
     .help = "adds, removes or reorders parameters with all callers; options of fovea signature",
     .run = slash_signature,
     .at_terminal = true},
    {.name = "test",
     .argument = "[COMMAND | again]",
     .help =
         "runs a command of yours, and has the model repair what fails; alone: which tests to run",
     .run = run_test,
     .at_terminal = true},
    {.name = "allow",
     .argument = "[COMMAND]",
     .help = "lets the model ask for runs of a command of yours; alone: the commands",
     .run = run_allow},
    {.name = "debug", .argument = "", .help = "the state, for bug reports", .run = run_debug},
    {.name = "clear",
     .argument = "",
     .help = "forgets the conversation and the staged edits",
     .run = run_clear},
    {.name = "help", .argument = "", .help = "this list", .run = run_help},
    {.name = "quit",
     .argument = "",
     .help = "ends the session; it can be resumed",
     .run = run_quit,
     .at_terminal = true},
};

size_t slash_count(void)
{
    return COUNT(commands);
}

const SlashCommand *slash_at(size_t index)
{
    return &commands[index];
}

static bool run_help(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    Buf out = buf_open(agent->arena, 0);
    (void)argument;
    (void)err;
    for (size_t i = 0; i < COUNT(commands); i++) {
        Str usage = str_format(agent->arena, "/%s %s", commands[i].name, commands[i].argument);
        buf_printf(&out, "%-26.*s %s\n", STR_ARG(usage), commands[i].help);
    }
    OwnTextVec own = own_text_list(agent->arena, OWN_COMMAND);
    for (size_t i = 0; i < own.len; i++) {
        Str usage = str_format(agent->arena, "/%.*s", STR_ARG(own.ptr[i].name));
        Str about = own.ptr[i].about.len ? own.ptr[i].about : STR("a command of yours");
        buf_printf(&out, "%-26.*s %.*s\n", STR_ARG(usage), STR_ARG(about));
    }
    buf_put(&out,
            STR("@path, @path:10-20 and @Name in a task put that into the context. A line that "
                "begins with ! is not run: the program has no shell.\n"));
    answer->form = SLASH_LIST;
    answer->text = buf_str(&out);
    return true;
}

bool slash_is_command(Str line)
{
    return line.len > 1 && line.ptr[0] == '/' && byte_is_alpha(line.ptr[1]);
}

static bool run_tool(Agent *agent, const SlashCommand *command, Str argument, SlashAnswer *answer,
                     Err *err)
{
    AgentCall call = {.tool = command->tool};
    size_t count = 0;
    if (!tool_find(str_from(command->tool)))
        return err_set(err, ERR_FAILED, "/%s: this program has no tool for it", command->name);
    while (argument.len && count < COUNT(command->params) && command->params[count]) {
        bool last = count + 1 == COUNT(command->params) || !command->params[count + 1];
        size_t end = last ? argument.len : MIN(str_find_byte(argument, ' '), argument.len);
        call.arguments[count] =
            (AgentArgument){command->params[count], str_slice(argument, 0, end)};
        argument = str_trim(str_from_offset(argument, end));
        count++;
    }
    return agent_call_text(agent->arena, agent->context, &call, &answer->text, err);
}

/* Commands that look at the files on disk say so while edits wait. */
static bool note_staged(Agent *agent, const SlashCommand *command, SlashAnswer *answer)
{
    static const char *const names[] = {"diff", "review", "test", "map"};
    bool looks = false;
    for (size_t i = 0; i < COUNT(names); i++)
        looks |= strcmp(command->name, names[i]) == 0;
    if (looks && stage_set(&agent->stage, agent->arena).files.len)
        answer->text = str_format(agent->arena,
                                  "%.*s[the files as they are on disk; staged edits are not in it, "
                                  "/preview shows them]\n",
                                  STR_ARG(answer->text));
    return true;
}

bool slash_run(Agent *agent, Str line, SlashAnswer *answer, Err *err)
{
    Str names[COUNT(commands)];
    line = str_trim(str_from_offset(str_trim(line), 1));
    size_t end = MIN(str_find_byte(line, ' '), line.len);
    Str name = str_slice(line, 0, end), argument = str_trim(str_from_offset(line, end));
    *answer = (SlashAnswer){0};
    for (size_t i = 0; i < COUNT(commands); i++) {
        const SlashCommand *command = &commands[i];
        names[i] = str_from(command->name);
        if (str_equal(name, names[i]))
            return (command->run ? command->run(agent, argument, answer, err)
                                 : run_tool(agent, command, argument, answer, err)) &&
                   note_staged(agent, command, answer);
    }
    OwnText own;
    if (own_text_find(agent->arena, OWN_COMMAND, name, &own))
        return run_edit(agent, own_text_fill(agent->arena, own.body, argument), answer, err);
    Str near = nearest_find(name, names, COUNT(commands));
    err_set(err, ERR_USAGE, "unknown command /%.*s", STR_ARG(name));
    return near.len ? err_hint(err, "did you mean /%.*s? /help lists all", STR_ARG(near))
                    : err_hint(err, "/help lists all");
}
