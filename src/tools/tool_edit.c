/* `edit`: applies a model's edits to files, all or nothing, lists what was applied, and takes it
   back. The only tool that changes a repository's files. */
#include "base/path.h"
#include "base/shell.h"
#include "edit/patch.h"
#include "query/query.h"
#include "query/source.h"
#include "tools/tool.h"
#include "view/edit_view.h"

/* A file with edits: as large as a patch may be (edit/patch.c). */
#define PATCH_FILE_BYTES_MAX (64 * MB)

typedef enum EditAction {
    ACTION_APPLY,
    ACTION_LOG,
    ACTION_ROLLBACK,
    ACTION_REDO
} EditAction;
static const char *const actions[] = {"apply", "log", "rollback", "redo", NULL};

static const ToolParam params[] = {
    {.name = "action",
     .type = TOOL_CHOICE,
     .positional = true,
     .required = true,
     .value = "ACTION",
     .choices = actions,
     .help = "apply edits; list what was applied; take an edit back and spare what was changed "
             "since; undo that"},
    {.name = "file",
     .type = TOOL_TEXT,
     .positional = true,
     .cli_only = true,
     .value = "FILE|ID",
     .help = "of apply: file with the edits, - for standard input (default); of rollback and redo: "
             "as --id"},
    {.name = "text",
     .type = TOOL_TEXT,
     .value = "EDITS",
     .help = "of apply: the edits themselves: search/replace blocks, an apply_patch envelope, a "
             "unified diff, whole files, or PATH::NAME with its new source"},
    {.name = "id",
     .type = TOOL_TEXT,
     .value = "ID",
     .help = "of rollback and redo: number of the edit; default: the latest one"},
    {.name = "shorten",
     .type = TOOL_FLAG,
     .help = "with apply: a whole file or symbol may drop most lines of the text it replaces"},
    {.name = "dry_run", .type = TOOL_FLAG, .help = "of apply: show the diff, write nothing"},
};

static const char *const examples[] = {"edit apply answer.md --dry-run",
                                       "edit apply answer.md",
                                       "edit log",
                                       "edit rollback",
                                       "edit redo 12",
                                       NULL};

static bool find_place(ToolCall *call, EditPlace *place, Err *err)
{
    Str root = call->context->root;
    place->root = fs_real_path(call->arena, root.len ? root : fs_working_directory(call->arena));
    place->state = edit_state_directory(call->arena, place->root);
    if (place->root.len)
        return true;
    err_set(err, ERR_NOT_FOUND, "the root directory cannot be found");
    return err_hint(err, "name one: --root DIR");
}

/* ---- reading edits ---- */

static bool read_file(ToolCall *call, Str name, Str *text, Err *err)
{
    bool found = false;
    Str path = path_join(call->arena, call->context->root, name);
    if (!fs_read_own(call->arena, path, PATCH_FILE_BYTES_MAX, text, &found, err) || found)
        return found;
    err_set(err, ERR_NOT_FOUND, "there is no file '%.*s'", (int)MIN(name.len, PATH_SHOWN_BYTES),
            name.ptr);
    return err_hint(err, "name a file with edits, or - for standard input");
}

static bool read_edits(ToolCall *call, Str *text, Err *err)
{
    Str file = tool_text(call, "file");
    const ToolValue *given = tool_value(call, "text");
    *text = given->text;
    if (given->given && file.len)
        return err_set(err, ERR_USAGE, "edit: give the edits once, as a file or as --text");
    if (given->given)
        return true;
    if (call->context->reword) { /* an agent: its standard input carries messages */
        err_set(err, ERR_USAGE, "edit: no text given");
        return err_hint(err, "text has the edits to be applied");
    }
    return !file.len || str_equal(file, STR("-")) ? source_input(&call->request, text, err)
                                                  : read_file(call, file, text, err);
}

typedef struct Tree {
    const EditPlace *place;
} Tree;

static bool read_tree(void *state, Arena *arena, Str path, Str *bytes, bool *found, Err *err)
{
    const Tree *tree = state;
    return edit_read_file(arena, tree->place, path, bytes, found, err);
}

/* ---- answers ---- */

static Str join_notes(Arena *arena, Str a, Str b)
{
    return a.len && b.len ? str_format(arena, "%.*s; %.*s", STR_ARG(a), STR_ARG(b)) : a.len ? a : b;
}

static bool answer(ToolCall *call, const EditView *view, Err *err)
{
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    if (call->format == VIEW_TEXT)
        return edit_view_put_text(&out, *call->scratch, view, err) && tool_put_buf(call, &out, err);
    Json *value = query_frame(call->arena, NULL, STR("edit"));
    edit_view_add_value(call->arena, value, view);
    view_put_value(&out, *call->scratch, call->format, value);
    return tool_put_buf(call, &out, err);
}

static Str next_call(const ToolCall *call, Str id, bool undone)
{
    Str quoted = id.len ? shell_quote(call->arena, id) : (Str){0};
    Str text = str_format(call->arena, "fovea edit %s%s%.*s %s", undone ? "redo" : "rollback",
                          id.len ? " " : "", STR_ARG(quoted),
                          undone ? "applies it again" : "takes it back");
    return tool_hint(call, text);
}

/* The other edits of the same task that were turned over with it. */
static Str others_note(const ToolCall *call, const EditCommit *done)
{
    Buf out = buf_open(call->arena, 0);
    for (size_t i = 0; i < done->others.len; i++)
        buf_printf(&out, "%s %.*s",
                   i ? "," : "with it, of the same task:", STR_ARG(done->others.ptr[i]));
    return buf_str(&out);
}

/* Leaves out files that the edits would not change. */
static void drop_unchanged(EditFileVec *files)
{
    size_t kept = 0;
    for (size_t i = 0; i < files->len; i++) {
        const EditFile *file = &files->ptr[i];
        if (file->status != EDIT_CHANGED || !str_equal(file->before, file->after))
            files->ptr[kept++] = *file;
    }
    files->len = kept;
}

static bool apply(ToolCall *call, const EditPlace *place, Str said, Err *err)
{
    Str text;
    EditSet set;
    EditCommit done;
    Tree state = {place};
    const EditTree tree = {.read = read_tree,
                           .state = &state,
                           .is_stream = !tool_value(call, "text")->given,
                           .may_drop = tool_flag(call, "shorten")};
    if (!read_edits(call, &text, err) || !edit_read_patch(call->arena, text, &tree, &set, err))
        return false;
    drop_unchanged(&set.files);
    EditView view = {.action = actions[ACTION_APPLY], .note = said};
    view.dry_run = tool_flag(call, "dry_run");
    view.files = &set.files;
    view.refused = &set.refused;
    view.applied = !set.refused.len && !set.files.len && !view.dry_run;
    if (set.refused.len)
        call->exit_code = ERR_NOT_FOUND;
    if (set.refused.len || !set.files.len || view.dry_run)
        return answer(call, &view, err);
    Err failed = {0};
    view.applied = edit_commit(call->arena, place, &set, edit_format_name(edit_format_detect(text)),
                               &done, &failed);
    if (!view.applied && !done.conflicts.len) {
        *err = failed;
        return false;
    }
    view.note = join_notes(call->arena, said, done.note);
    view.id = done.id;
    view.next = next_call(call, done.id, false);
    view.files = &done.files;
    view.refused = &done.conflicts;
    call->exit_code = failed.code;
    return answer(call, &view, err);
}

static bool turn(ToolCall *call, const EditPlace *place, EditAction action, Str said, Err *err)
{
    EditCommit done;
    EditRefusalVec conflicts = {0};
    Err failed = {0};
    Str id = tool_text(call, "id").len ? tool_text(call, "id") : tool_text(call, "file");
    EditView view = {.action = actions[action], .files = &done.files, .refused = &conflicts};
    view.applied = action == ACTION_REDO
                       ? edit_redo(call->arena, place, id, &done, &conflicts, &failed)
                       : edit_rollback(call->arena, place, id, &done, &conflicts, &failed);
    if (!view.applied && !conflicts.len) {
        *err = failed;
        return false;
    }
    view.id = done.id;
    view.next = next_call(call, done.others.len ? (Str){0} : done.id, action == ACTION_ROLLBACK);
    view.note =
        join_notes(call->arena, join_notes(call->arena, said, others_note(call, &done)), done.note);
    call->exit_code = failed.code;
    return answer(call, &view, err);
}

static bool show_log(ToolCall *call, const EditPlace *place, Str said, Err *err)
{
    EditCommitVec commits;
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    if (!edit_log(call->arena, place, &commits, err))
        return false;
    if (call->format == VIEW_TEXT) {
        if (said.len)
            buf_printf(&out, "[%.*s]\n", STR_ARG(said));
        edit_view_put_log(&out, *call->scratch, &commits);
        return tool_put_buf(call, &out, err);
    }
    Json *value = query_frame(call->arena, NULL, STR("edits"));
    json_set_text(call->arena, value, STR("note"), said);
    json_set(value, STR("commits"), edit_view_log_value(call->arena, &commits));
    view_put_value(&out, *call->scratch, call->format, value);
    return tool_put_buf(call, &out, err);
}

static bool run(ToolCall *call, Err *err)
{
    EditPlace place;
    Str said;
    EditAction action = (EditAction)tool_number(call, "action");
    if (!find_place(call, &place, err) || !edit_recover(call->arena, &place, &said, err))
        return false;
    return action == ACTION_APPLY ? apply(call, &place, said, err)
           : action == ACTION_LOG ? show_log(call, &place, said, err)
                                  : turn(call, &place, action, said, err);
}

const Tool edit_tool = {
    .name = "edit",
    .summary = "Applies a model's edits to files, all or nothing, and takes them back",
    .about =
        "apply reads edits in any format that models write: search/replace blocks, apply_patch "
        "envelopes, unified diffs, whole files, PATH::NAME with its new source. Each part must fit "
        "one place, else nothing is written, and the answer shows the nearest lines. Files that "
        "changed meanwhile are merged, or nothing is written. Line ends, mode and links stay.\n\n"
        "The last 50 edits are kept below ~/.local/state/fovea (XDG_STATE_HOME) and can be taken "
        "back; what was changed since is spared. An edit that was interrupted is finished or "
        "undone by the next one. Exit codes: 0 applied, 3 refused, 4 changed meanwhile.",
    .agents = "All parts are applied or none. Copy the lines to be replaced exactly; a refusal "
              "shows the nearest lines.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .edits = true,
    .tokens = {"", "2,500 a page"},
    .next = "analyze_diff, get_tests",
    .run = run,
};
