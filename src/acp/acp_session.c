/* The agent lives as long as the process, so a session's prompts are one conversation. A failed or
   cancelled prompt leaves nothing staged. */
#include "acp/acp_session.h"

#include "acp/acp_editor.h"
#include "acp/acp_prompt.h"
#include "acp/acp_turn.h"
#include "acp/acp_value.h"
#include "agent/agent_state.h"
#include "agent/slash.h"
#include "agent/turn.h"
#include "config/config.h"
#include "git/repo.h"
#include "tools/model.h"

#include <unistd.h>

/* A title is one line of a list. */
#define TITLE_CHARS 80

typedef struct Session {
    Arena arena;
    const AcpStart *start;
    AcpLink link;
    AcpEditor files;
    StageEditor editor;
    ToolContext context;
    Config config;
    Str root;
    Agent *agent; /* NULL: not opened yet */
    AcpTurn turn; /* of the current prompt */
    uint32_t prompts;
    bool is_titled;
} Session;

/* ---- opening ---- */

/* Enters the session's directory, with its settings. Without a repository the directory is not set
   as the root, so a wide one is not indexed (session/root_guard.h). */
static bool enter(Session *session, Err *err)
{
    ToolContext *context = &session->context;
    const AcpSession *asked = session->start->session;
    GitRepo repo = {0};
    *context = *session->start->context;
    session->root = asked->cwd;
    if (chdir(str_terminate(&session->arena, asked->cwd)) != 0)
        return err_set(err, ERR_NOT_FOUND, "the session's directory cannot be entered");
    if (!git_repo_find(&session->arena, asked->cwd, &repo, err))
        return false;
    context->root = repo.directory.len ? session->root : (Str){0};
    context->roots = &session->root;
    context->root_count = 1;
    context->cancel = &asked->shared->cancel;
    context->progress = (ProgressSink){acp_turn_progress, &session->turn};
    if (!context->config->is_loaded)
        return true;
    context->config = &session->config;
    return config_load(&session->arena, config_user_file(&session->arena), session->root,
                       &session->config, err);
}

static bool open_agent(Session *session, Err *err)
{
    const AcpClient *client = &session->start->session->client;
    AgentSink sink = {.put = acp_turn_put, .ask = acp_turn_ask, .state = &session->turn};
    if (session->agent)
        return true;
    if (!enter(session, err))
        return false;
    session->files = (AcpEditor){.link = &session->link, .root = session->root};
    session->editor = acp_editor(&session->files, client);
    AgentOptions options = {.editor = client->reads ? &session->editor : NULL};
    if (!agent_open(&session->arena, &session->context, &options, &sink, &session->agent, err))
        return false;
    session->agent->reserved = session->start->session->stored;
    return true;
}

/* ---- attachments ---- */

/* The editor's text counts as seen if it contains the attachment. */
static bool see_text(Session *session, const AcpText *attached, Arena *arena, Err *err)
{
    Stage *stage = &session->agent->stage;
    Str bytes;
    bool found;
    Err why = {0};
    if (!attached->path.len)
        return true;
    if (!stage_read(stage, arena, attached->path, &bytes, &found, &why)) {
        if (why.code != ERR_NOT_FOUND)
            *err = why;
        return why.code == ERR_NOT_FOUND;
    }
    if (found && str_find(bytes, attached->text) != STR_NONE)
        stage_see_text(stage, attached->path, bytes);
    return true;
}

static bool say_note(Session *session, Str note, Err *err)
{
    return acp_turn_say(&session->turn,
                        str_format(session->turn.arena, "> %.*s\n\n", STR_ARG(note)), err);
}

static bool attach_text(Session *session, const AcpText *attached, Arena *arena, Err *err)
{
    WindowPart part = {.place = WINDOW_CONTEXT,
                       .priority = WINDOW_CRITICAL,
                       .pinned = true,
                       .name = attached->name,
                       .why = STR("attached"),
                       .levels = {str_format(arena, "%.*s\n%.*s\n", STR_ARG(attached->name),
                                             STR_ARG(attached->text))}};
    if (window_tokens(attached->text) > turn_window_limit(session->agent))
        return say_note(session,
                        str_format(arena, "%.*s was not read: it is larger than the model's window",
                                   STR_ARG(attached->name)),
                        err);
    if (!see_text(session, attached, arena, err))
        return false;
    gather_add(session->agent, &part, attached->path);
    return true;
}

static bool attach(Session *session, const AcpPrompt *prompt, Err *err)
{
    Agent *agent = session->agent;
    for (size_t i = 0; i < prompt->notes.len; i++)
        if (!say_note(session, prompt->notes.ptr[i], err))
            return false;
    if ((prompt->handles.len || prompt->texts.len) && !gather_overview(agent, err))
        return false;
    for (size_t i = 0; i < prompt->handles.len; i++) {
        Str said;
        if (!gather_named(agent, prompt->handles.ptr[i], true, &said, err))
            return false;
        if (!str_equal(said, prompt->handles.ptr[i]) && !say_note(session, said, err))
            return false;
    }
    for (size_t i = 0; i < prompt->texts.len; i++)
        if (!attach_text(session, &prompt->texts.ptr[i], session->turn.arena, err))
            return false;
    return true;
}

static void release_part(Session *session, Str name)
{
    Window *window = &session->agent->window;
    for (size_t i = 0; i < window->parts.len; i++) {
        WindowPart *part = &window->parts.ptr[i];
        if (part->place != WINDOW_CONTEXT || !str_equal(part->name, name))
            continue;
        part->pinned = false;
        part->priority = WINDOW_MEDIUM;
    }
}

/* Attachments are required only for their prompt; later they may be left out. */
static void release(Session *session, const AcpPrompt *prompt)
{
    for (size_t i = 0; i < prompt->handles.len; i++)
        release_part(session, prompt->handles.ptr[i]);
    for (size_t i = 0; i < prompt->texts.len; i++)
        release_part(session, prompt->texts.ptr[i].name);
}

/* ---- prompts ---- */

static bool say_outcome(Session *session, AgentOutcome outcome, Err *err)
{
    static const char *const texts[] = {
        [AGENT_ANSWERED] = NULL,
        [AGENT_COMMITTED] = NULL,
        [AGENT_STAGED] = NULL,
        [AGENT_FAILING] = NULL,
        [AGENT_PARTIAL] = NULL,
        [AGENT_UNREAD] = NULL,
        [AGENT_CUT] = "\n\nNothing was written: the answer is not whole.\n",
        [AGENT_GATED] = "\n\nNothing was written: the safety gate refused.\n",
        [AGENT_UNMEANT] = "\n\nNothing was written: the model says that its edits are not meant.\n",
        [AGENT_DOUBTFUL] = "\n\nNothing was written: the answer may take its own edits back.\n",
        [AGENT_UNFIT] = "\n\nNothing was written: the edits cannot be applied.\n",
    };
    const char *text = texts[outcome];
    Str undo = agent_rollback_command(session->agent);
    if (outcome == AGENT_FAILING && undo.len)
        return acp_turn_say(&session->turn,
                            str_format(session->turn.arena,
                                       "\n\nThe check fails. `%.*s` undoes all edits.\n",
                                       STR_ARG(undo)),
                            err);
    return !text || acp_turn_say(&session->turn, str_from(text), err);
}

static bool run_task(Session *session, Str text, bool asks, Err *err)
{
    AgentOutcome outcome = AGENT_ANSWERED;
    if (asks)
        return agent_ask(session->agent, text, err);
    return agent_do(session->agent, text, &outcome, err) && say_outcome(session, outcome, err);
}

/* A block of code whose fence is longer than any in the text. */
static Str fence(Arena *arena, const SlashAnswer *answer)
{
    size_t longest = 2, run = 0;
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < answer->text.len; i++) {
        run = answer->text.ptr[i] == '`' ? run + 1 : 0;
        longest = MAX(longest, run);
    }
    buf_put_repeat(&out, STR("`"), longest + 1);
    buf_put(&out, answer->form == SLASH_DIFF ? STR("diff\n") : STR("\n"));
    buf_put(&out, answer->text);
    if (!str_ends(answer->text, STR("\n")))
        buf_put_byte(&out, '\n');
    buf_put_repeat(&out, STR("`"), longest + 1);
    buf_put_byte(&out, '\n');
    return buf_str(&out);
}

static bool is_at_terminal(Str line)
{
    Str name = str_slice(line, 1, MIN(str_find_byte(line, ' '), line.len));
    for (size_t i = 0; i < slash_count(); i++)
        if (str_equal(name, str_from(slash_at(i)->name)))
            return slash_at(i)->at_terminal;
    return false;
}

/* Wrong use of a command is reported in the conversation. */
static bool run_command(Session *session, Str line, Err *err)
{
    SlashAnswer answer = {0};
    Arena *arena = session->turn.arena;
    if (is_at_terminal(line))
        return acp_turn_say(&session->turn, STR("The editor has its own way to do that.\n"), err);
    if (slash_run(session->agent, line, &answer, err))
        return !answer.text.len || acp_turn_say(&session->turn, fence(arena, &answer), err);
    if (err->code != ERR_USAGE)
        return false;
    Str text = str_format(arena, "%s: %s\n", err->message, err->hint);
    *err = (Err){0};
    return acp_turn_say(&session->turn, text, err);
}

/* `/usr/lib is …` is not a command. */
static bool is_command(Str text)
{
    size_t end = 0;
    while (end < text.len && !byte_is_space(text.ptr[end]))
        end++;
    Str name = str_from_offset(str_slice(text, 0, end), 1);
    return slash_is_command(text) && str_find_byte(name, '/') == STR_NONE;
}

static bool run_text(Session *session, const AcpPrompt *prompt, AcpMode mode, Err *err)
{
    bool ok;
    if (is_command(prompt->text))
        ok = attach(session, prompt, err) && run_command(session, prompt->text, err);
    else
        ok = acp_turn_begin(&session->turn, err) && attach(session, prompt, err) &&
             run_task(session, prompt->text, mode == ACP_ASK, err);
    stage_drop(&session->agent->stage, (Str){0});
    release(session, prompt);
    return ok;
}

/* The first prompt names the session. */
static bool send_title(Session *session, Str prompt, Err *err)
{
    Arena *arena = session->turn.arena;
    Str line = {0};
    if (session->is_titled)
        return true;
    session->is_titled = true;
    str_take_line(&prompt, &line);
    Json *update = json_object(arena);
    json_set(update, STR("sessionUpdate"), json_str(arena, STR("session_info_update")));
    json_set(update, STR("title"), json_str(arena, str_cut_chars(arena, line, TITLE_CHARS)));
    return acp_link_update(&session->link, *arena, update, err);
}

/* Applies the choices made since the last prompt. */
static AcpMode take_choice(Session *session)
{
    const AcpShared *shared = session->start->session->shared;
    const AcpOptions *options = session->start->options;
    Agent *agent = session->agent;
    Str model = options->model_count ? options->models[shared->model] : (Str){0};
    if (!str_equal(model, agent->options.model)) {
        agent->options.model = model;
        agent->model = (ChatModel){0};
        agent->model_window = 0;
    }
    return shared->mode;
}

static Str stop_reason(const Session *session)
{
    static const struct {
        ChatStop stop;
        Str reason;
    } reasons[] = {{CHAT_MAX_TOKENS, STR_INIT("max_tokens")},
                   {CHAT_WINDOW, STR_INIT("max_tokens")},
                   {CHAT_REFUSED, STR_INIT("refusal")}};
    for (size_t i = 0; i < COUNT(reasons); i++)
        if (str_equal(session->turn.stop, chat_stop_name(reasons[i].stop)))
            return reasons[i].reason;
    return STR("end_turn");
}

static bool fail(Arena *arena, const Err *err, RpcFault *fault)
{
    Str hint = err->code == ERR_NO_MODEL ? model_first_steps(arena) : str_from(err->hint);
    rpc_fail(arena, fault, RPC_INTERNAL_ERROR, "%s", err->message);
    if (hint.len)
        fault->data = json_str(arena, str_copy(arena, hint));
    return false;
}

/* Runs a prompt until it ends in one of three ways: done, cancelled, failed. */
static bool run_prompt(Session *session, Arena *arena, const Json *params, Str *stop,
                       RpcFault *fault)
{
    Err err = {0}, ignored = {0};
    AcpPrompt prompt;
    const volatile bool *cancel = &session->start->session->shared->cancel;
    if (!open_agent(session, &err))
        return fail(arena, &err, fault);
    if (!acp_prompt_read(arena, session->root, json_get(params, STR("prompt")), &prompt, fault))
        return false;
    AcpMode mode = take_choice(session);
    session->turn = (AcpTurn){.link = &session->link,
                              .arena = arena,
                              .root = session->root,
                              .agent = session->agent,
                              .number = ++session->prompts};
    bool ok = send_title(session, prompt.text, &err) && run_text(session, &prompt, mode, &err);
    if (!ok)
        agent_drop(session->agent);
    ok = acp_turn_end(&session->turn, &ignored) && ok;
    *stop = *cancel ? STR("cancelled") : stop_reason(session);
    return ok || *cancel || fail(arena, &err, fault);
}

/* ---- stored sessions ---- */

static bool replay(Session *session, Err *err)
{
    const Window *window = &session->agent->window;
    for (size_t i = 0; i < window->parts.len; i++) {
        const WindowPart *part = &window->parts.ptr[i];
        bool is_task = part->place == WINDOW_TASK && !turn_is_follow_up(part);
        Str kind = is_task ? STR("user_message_chunk") : STR("agent_message_chunk");
        if (!is_task && part->place != WINDOW_REPLY)
            continue;
        Arena scratch = *session->turn.arena;
        Str text = str_join(&scratch, part->levels[0], STR("\n"));
        Json *update = acp_chunk_value(&scratch, kind, text);
        if (!acp_link_update(&session->link, scratch, update, err))
            return false;
    }
    return true;
}

/* Reports only its conversation. */
static bool load(Session *session, Arena *arena, bool replays, Json *result, RpcFault *fault)
{
    const AcpStart *start = session->start;
    const AcpShared *shared = start->session->shared;
    AcpChoice choice = {.mode = shared->mode, .model = shared->model};
    Err err = {0};
    if (!open_agent(session, &err))
        return fail(arena, &err, fault);
    session->turn = (AcpTurn){.link = &session->link, .arena = arena, .is_silent = true};
    bool loaded = agent_resume(session->agent, start->session->stored, &err);
    if (!loaded && err.code == ERR_NOT_FOUND)
        return rpc_fail(arena, fault, RPC_RESOURCE_NOT_FOUND, "%s", err.message);
    if (!loaded || (replays && !replay(session, &err)))
        return fail(arena, &err, fault);
    session->is_titled = true;
    json_set(result, STR("modes"), acp_modes_value(arena, choice));
    json_set(result, STR("configOptions"), acp_options_value(arena, start->options, choice));
    return true;
}

static bool do_request(Session *session, Arena *arena, const Json *message, Json *result,
                       RpcFault *fault)
{
    Str method = json_text(message, STR("method")), stop;
    if (!str_equal(method, STR("session/prompt")))
        return load(session, arena, str_equal(method, STR("session/load")), result, fault);
    if (!run_prompt(session, arena, json_get(message, STR("params")), &stop, fault))
        return false;
    json_set(result, STR("stopReason"), json_str(arena, stop));
    return true;
}

static Str answer(Session *session, Arena *arena, Str text)
{
    Json *message, *result = json_object(arena);
    RpcFault fault = {0};
    Err err = {0};
    if (!json_parse(arena, text, &message, &err)) {
        fail(arena, &err, &fault);
        return rpc_write_fault(arena, NULL, &fault);
    }
    const Json *id = json_get(message, STR("id"));
    if (!do_request(session, arena, message, result, &fault))
        return rpc_write_fault(arena, id, &fault);
    return rpc_write_result(arena, id, result);
}

void acp_session_serve(int fd, void *state)
{
    Session session = {.start = state};
    Arena arena;
    Str message;
    arena_open(&session.arena, 0);
    arena_open(&arena, 0);
    acp_link_open(&session.link, fd, session.start->session);
    while (acp_link_next(&session.link, &message)) {
        message = str_copy(&arena, message);
        if (!acp_link_end(&session.link, answer(&session, &arena, message)))
            break;
        arena_reset(&arena);
    }
}
