/* The user edits the diff of a single hunk. It is read like a model's patch, against the file
   before, so it is applied at one place or not at all. The remaining edits are checked as a
   whole. */
#include "agent/hunks.h"
#include "agent/work.h"
#include "base/buf.h"
#include "view/unified.h"

#define GUIDE \
    "# To drop an added line (+), delete it.\n" \
    "# To keep a removed line (-), replace its - by a space.\n" \
    "# Without an added or a removed line, the hunk is not taken.\n" \
    "# Lines that begin with # are ignored.\n" \
    "# An empty text leaves the hunk as it is, and you are asked again.\n"

typedef struct Choosing {
    Agent *agent;
    EditFile *file;
    LineHunkVec hunks;
    HunkChoice *choices;
} Choosing;

/* ---- editing ---- */

static bool read_before(void *state, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    const EditFile *file = state;
    (void)arena;
    if (!str_equal(path, file->path))
        return err_set(err, ERR_NOT_FOUND, "only %.*s is edited here", STR_ARG(file->path));
    *found = file->status != EDIT_CREATED;
    *bytes = file->before;
    return true;
}

/* Removes the lines of the guide. */
static Str without_guide(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    while (text.len) {
        size_t end = MIN(str_find_byte(text, '\n'), text.len - 1) + 1;
        if (text.ptr[0] != '#')
            buf_put(&out, str_slice(text, 0, end));
        text = str_from_offset(text, end);
    }
    return buf_str(&out);
}

/* Whether a diff adds or removes a line. */
static bool has_change(Str diff)
{
    Str line;
    while (str_take_line(&diff, &line))
        if (line.len && byte_in(line.ptr[0], "+-") && !str_starts(line, STR("+++ ")) &&
            !str_starts(line, STR("--- ")))
            return true;
    return false;
}

/* Reads the edited diff: `after` is the whole file with it. If it cannot be applied, *why has a
   message for the user. */
static bool read_edited(Agent *agent, EditFile *file, Str edited, Str *after, Str *why, Err *err)
{
    EditTree tree = {.read = read_before, .state = file, .recounts = true};
    EditSet set = {0};
    if (!edit_read_patch(agent->arena, edited, &tree, &set, err))
        return false;
    if (set.refused.len)
        *why = stage_refusals(agent->arena, &set.refused);
    else if (set.files.len != 1 || !str_equal(set.files.ptr[0].path, file->path) ||
             set.files.ptr[0].status == EDIT_DELETED)
        *why = str_format(agent->arena, "only %.*s is edited here", STR_ARG(file->path));
    else
        *after = set.files.ptr[0].after;
    return true;
}

/* The diff of one hunk, in a form that can be edited and applied. */
static bool diff_of(Agent *agent, const EditFile *one, Str *text, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, ARENA_RESERVE);
    UnifiedFile both = {.old_path = one->status == EDIT_CREATED ? (Str){0} : one->path,
                        .new_path = one->path,
                        .before = one->before,
                        .after = one->after};
    Buf out = buf_open(agent->arena, 0);
    buf_put(&out, STR(GUIDE));
    bool ok = unified_put(&out, scratch, &both, false, err);
    *text = buf_str(&out);
    return ok;
}

typedef enum Edited {
    EDITED,
    EDITED_NOT,  /* the hunk is empty now */
    EDITED_AGAIN /* ask the user again */
} Edited;

static bool tell(Agent *agent, Edited *result, Str why, Err *err)
{
    *result = EDITED_AGAIN;
    return agent_report(agent, AGENT_NOTICE,
                        str_format(agent->arena, "not edited: %.*s", STR_ARG(why)), NULL, err);
}

/* Lets the user edit `one`, which has a single hunk; *after is the file with it. */
static bool edit_hunk(Agent *agent, EditFile *one, Str *after, Edited *result, Err *err)
{
    Str text, why = {0};
    Err failed = {0};
    *result = EDITED_AGAIN;
    if (!diff_of(agent, one, &text, err))
        return false;
    if (!agent->sink.edit(agent->sink.state, agent->arena, text, &text, &failed)) {
        const char *hint = failed.hint[0] ? failed.hint : "the hunk is as it was";
        return tell(agent, result, str_format(agent->arena, "%s (%s)", failed.message, hint), err);
    }
    text = without_guide(agent->arena, text);
    if (!str_trim(text).len)
        return true;
    *result = EDITED_NOT;
    if (!has_change(text))
        return true;
    *result = EDITED;
    if (!read_edited(agent, one, text, after, &why, err))
        return false;
    return !why.len || tell(agent, result, why, err);
}

/* Shows the hunk as the user edited it. */
static bool show_edited(Agent *agent, const EditFile *one, Str after, Err *err)
{
    EditFile edited = *one;
    edited.after = after;
    return work_report_edit(agent, &edited,
                            str_format(agent->arena, "as you edited it: %.*s", STR_ARG(one->path)),
                            err);
}

/* ---- asking ---- */

static bool ask(Agent *agent, const EditFile *one, AgentChoice *choice, Err *err)
{
    bool has_text = one->status != EDIT_DELETED && !str_equal(one->before, one->after);
    AgentQuestion question = {.about = AGENT_EDIT, .can_change = agent->sink.edit && has_text};
    if (!stage_file_diff(agent->arena, one, &question.text, err))
        return false;
    *choice = agent->sink.ask(agent->sink.state, &question);
    return true;
}

/* Asks for one hunk until it is decided. */
static bool choose(Choosing *choosing, size_t index, Err *err)
{
    Agent *agent = choosing->agent;
    HunkChoice *choice = &choosing->choices[index];
    const LineHunk *hunk = &choosing->hunks.ptr[index];
    EditFile one = *choosing->file;
    const HunkChoice taken = hunks_take(&one, hunk);
    one.after = hunks_join(agent->arena, &one, &taken, 1);
    for (;;) {
        AgentChoice answer;
        Edited result = EDITED_AGAIN;
        Str after;
        if (!ask(agent, &one, &answer, err))
            return false;
        *choice = answer == AGENT_YES ? taken : (HunkChoice){0};
        if (answer != AGENT_CHANGE)
            return true;
        if (!edit_hunk(agent, &one, &after, &result, err))
            return false;
        if (result == EDITED_NOT)
            return true;
        if (result == EDITED_AGAIN)
            continue;
        if (hunks_change(choosing->file, &choosing->hunks, choosing->choices, index, after, choice))
            return show_edited(agent, &one, after, err);
        if (!tell(agent, &result, STR("it changes lines of another hunk"), err))
            return false;
    }
}

/* Asks for a file that is taken or left whole. */
static bool choose_whole(Agent *agent, EditFile *file, bool *taken, Err *err)
{
    for (;;) {
        AgentChoice answer;
        Edited result = EDITED_AGAIN;
        Str after;
        if (!ask(agent, file, &answer, err))
            return false;
        *taken = answer == AGENT_YES;
        if (answer != AGENT_CHANGE)
            return true;
        if (!edit_hunk(agent, file, &after, &result, err))
            return false;
        if (result == EDITED_NOT)
            return true;
        if (result == EDITED_AGAIN)
            continue;
        *taken = true;
        file->after = after;
        return show_edited(agent, file, after, err);
    }
}

static bool choose_each(Choosing *choosing, bool *any, Err *err)
{
    EditFile *file = choosing->file;
    size_t count = choosing->hunks.len;
    choosing->choices = NEW(choosing->agent->arena, HunkChoice, count);
    for (size_t i = 0; i < count; i++) {
        if (!choose(choosing, i, err))
            return false;
        *any |= choosing->choices[i].taken;
    }
    file->after = hunks_join(choosing->agent->arena, file, choosing->choices, count);
    return true;
}

/* Asks for each hunk of a file; it is dropped from the stage if none is taken. */
static bool choose_in_file(Agent *agent, EditFile *file, Err *err)
{
    Choosing choosing = {.agent = agent, .file = file};
    bool any = false;
    if (!hunks_of(agent->arena, file, &choosing.hunks, err))
        return false;
    if (!(choosing.hunks.len ? choose_each(&choosing, &any, err)
                             : choose_whole(agent, file, &any, err)))
        return false;
    if (!any)
        stage_drop(&agent->stage, str_copy(agent->arena, file->path));
    return true;
}

bool work_choose(Agent *agent, Err *err)
{
    for (size_t i = 0, count = agent->stage.files.len; i < count;) {
        if (!choose_in_file(agent, &agent->stage.files.ptr[i], err))
            return false;
        /* A dropped file's place is taken by the next one. */
        i += agent->stage.files.len == count;
        count = agent->stage.files.len;
    }
    return true;
}
