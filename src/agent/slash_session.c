#include "agent/slash_session.h"

#include "agent/agent_session.h"
#include "agent/agent_state.h"
#include "agent/turn.h"

/* Characters of a task in a list. */
#define TASK_CHARS 70

/* ---- tasks ---- */

static bool is_user_task(const WindowPart *part)
{
    return part->place == WINDOW_TASK && !turn_is_follow_up(part);
}

/* The text of a part, whatever level is shown. */
static Str whole_text(const WindowPart *part)
{
    return part->levels[0].len ? part->levels[0] : part->levels[1];
}

static Str first_line(Arena *arena, Str text)
{
    Str line = {0};
    str_take_line(&text, &line);
    return str_cut_chars(arena, str_trim(line), TASK_CHARS);
}

/* ---- fork ---- */

bool slash_fork(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    uint64_t former = agent->session;
    const WindowPart *task = NULL;
    (void)argument;
    for (size_t i = agent->window.parts.len; i > 0; i--)
        if (is_user_task(&agent->window.parts.ptr[i - 1]))
            task = &agent->window.parts.ptr[i - 1];
    if (!former || !task) {
        err_set(err, ERR_USAGE, "/fork: the session has not begun");
        return err_hint(err, "it begins with the first task");
    }
    agent->session = agent->reserved = 0;
    Str title = first_line(agent->arena, whole_text(task));
    if (!agent_session_start(agent, str_format(agent->arena, "fork: %.*s", STR_ARG(title)), err) ||
        !agent_session_save(agent, err)) {
        agent->session = former;
        return false;
    }
    answer->text = str_format(agent->arena,
                              "this is session %llu now; /resume %llu goes back to the other one\n",
                              (unsigned long long)agent->session, (unsigned long long)former);
    return true;
}

/* ---- export ---- */

static void put_heading(Buf *out, const char *mark, const char *what, Str text)
{
    buf_printf(out, "%s%s %s\n\n", out->len ? "\n" : "", mark, what);
    buf_put(out, text);
    if (!str_ends(text, STR("\n")))
        buf_put_byte(out, '\n');
}

static Str export_markdown(const Agent *agent)
{
    Buf out = buf_open(agent->arena, 0);
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        const WindowPart *part = &agent->window.parts.ptr[i];
        Str text = whole_text(part);
        if (is_user_task(part))
            put_heading(&out, "##", "Task", text);
        else if (part->place == WINDOW_TASK)
            put_heading(&out, "###", "From the program", text);
        else if (part->place == WINDOW_REPLY)
            put_heading(&out, "###", "Answer", text);
        else if (part->place == WINDOW_WRITTEN)
            buf_printf(&out, "%sEdit %.*s %.*s\n", out.len ? "\n" : "", STR_ARG(part->name),
                       STR_ARG(text));
        else if (part->place == WINDOW_CONTEXT)
            buf_printf(&out, "%sContext: %.*s\n", out.len ? "\n" : "", STR_ARG(part->name));
    }
    return buf_str(&out);
}

static Str export_json(const Agent *agent)
{
    static const char *const kinds[WINDOW_PLACE_COUNT] = {
        [WINDOW_PREFIX] = "prefix", [WINDOW_CONTEXT] = "context", [WINDOW_TASK] = "task",
        [WINDOW_REPLY] = "answer",  [WINDOW_WRITTEN] = "written", [WINDOW_REASONING] = "reasoning"};
    Arena *arena = agent->arena;
    Json *value = json_object(arena), *parts = json_array(arena);
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        const WindowPart *part = &agent->window.parts.ptr[i];
        bool is_program = part->place == WINDOW_TASK && !is_user_task(part);
        Json *item = json_object(arena);
        json_set(item, STR("kind"),
                 json_str(arena, str_from(is_program ? "program" : kinds[part->place])));
        json_set(item, STR("turn"), json_u64(arena, part->turn));
        json_set(item, STR("name"), json_str(arena, part->name));
        json_set_text(arena, item, STR("why"), part->why);
        json_set(item, STR("text"), json_str(arena, whole_text(part)));
        json_add(parts, item);
    }
    json_set(value, STR("session"), json_u64(arena, agent->session));
    json_set(value, STR("parts"), parts);
    json_write(&out, value, 0);
    buf_put_byte(&out, '\n');
    return buf_str(&out);
}

bool slash_export(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    bool json = str_equal(argument, STR("json"));
    if (argument.len && !json && !str_equal(argument, STR("md"))) {
        err_set(err, ERR_USAGE, "/export: '%.*s' is not md or json", STR_ARG(argument));
        return err_hint(err, "fovea agent --resume ID --export > FILE writes a file");
    }
    answer->text = json ? export_json(agent) : export_markdown(agent);
    if (!answer->text.len)
        answer->text = STR("the conversation is empty\n");
    return true;
}

/* ---- rewind ---- */

static Str list_tasks(const Agent *agent)
{
    Buf out = buf_open(agent->arena, 0);
    size_t number = 0;
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        const WindowPart *part = &agent->window.parts.ptr[i];
        if (is_user_task(part))
            buf_printf(&out, "%3zu  %.*s\n", ++number,
                       STR_ARG(first_line(agent->arena, whole_text(part))));
        else if (part->place == WINDOW_WRITTEN)
            buf_printf(&out, "     %.*s\n", STR_ARG(part->levels[0]));
    }
    buf_put(&out, number ? STR("/rewind N goes back to before task N\n")
                         : STR("there is no task to go back to\n"));
    return buf_str(&out);
}

static const WindowPart *find_task(const Agent *agent, uint64_t number)
{
    for (size_t i = 0; i < agent->window.parts.len; i++)
        if (is_user_task(&agent->window.parts.ptr[i]) && !--number)
            return &agent->window.parts.ptr[i];
    return NULL;
}

static bool is_rolled_back(const EditCommitVec *commits, Str id)
{
    for (size_t i = 0; i < commits->len; i++)
        if (str_equal(commits->ptr[i].id, id))
            return commits->ptr[i].rolled_back;
    return false;
}

/* Rolls back the edits written from a turn on, the last one first. A conflict in the middle leaves
   a true list, since the next attempt skips what is rolled back. */
static bool rewind_files(Agent *agent, uint32_t turn, size_t *count, Err *err)
{
    Window *window = &agent->window;
    EditPlace place = stage_place(&agent->stage, agent->arena);
    EditCommitVec commits;
    *count = 0;
    if (!edit_log(agent->arena, &place, &commits, err))
        return false;
    for (size_t i = window->parts.len; i > 0; i--) {
        const WindowPart *part = &window->parts.ptr[i - 1];
        EditCommit done;
        EditRefusalVec conflicts;
        if (part->place != WINDOW_WRITTEN || part->turn < turn || !part->name.len ||
            is_rolled_back(&commits, part->name))
            continue;
        if (!edit_rollback(agent->arena, &place, part->name, &done, &conflicts, err))
            return err_hint(err,
                            "%zu of the later edits are taken back, the conversation is as "
                            "before; resolve it in the file, then /rewind again",
                            *count);
        ++*count;
    }
    return true;
}

/* Forgets the parts from a turn on; pinned ones stay. */
static void rewind_window(Window *window, uint32_t turn)
{
    size_t kept = 0;
    for (size_t i = 0; i < window->parts.len; i++) {
        WindowPart part = window->parts.ptr[i];
        bool stays = part.place == WINDOW_PREFIX || part.turn < turn ||
                     (part.pinned && part.place == WINDOW_CONTEXT);
        part.turn = MIN(part.turn, turn);
        part.used = MIN(part.used, turn);
        if (stays)
            window->parts.ptr[kept++] = part;
    }
    window->parts.len = kept;
    window->turn = turn;
}

bool slash_rewind(Agent *agent, Str argument, SlashAnswer *answer, Err *err)
{
    uint64_t number = 0;
    size_t count;
    if (!argument.len) {
        answer->text = list_tasks(agent);
        return true;
    }
    const WindowPart *task =
        str_parse_u64(argument, &number) && number ? find_task(agent, number) : NULL;
    if (!task) {
        err_set(err, ERR_USAGE, "/rewind: there is no task '%.*s'", STR_ARG(argument));
        return err_hint(err, "/rewind alone lists the tasks with their numbers");
    }
    uint32_t turn = task->turn;
    if (!rewind_files(agent, turn, &count, err))
        return false;
    rewind_window(&agent->window, turn);
    stage_drop(&agent->stage, (Str){0});
    agent->plan = (Plan){0};
    agent->written.len = 0;
    if (!agent_session_save(agent, err))
        return false;
    answer->text = str_format(agent->arena,
                              "before task %llu: %zu edit%s taken back; fovea edit redo applies "
                              "them again\n",
                              (unsigned long long)number, count, count == 1 ? " is" : "s are");
    return true;
}
