/* `move`: moves a symbol to another file with the imports that it needs, or refuses and says why.
 */
#include "refactor/move_answer.h"
#include "refactor/rename_begin.h"
#include "tools/try_out.h"

static const ToolParam params[] = {
    PARAM_SUBJECT("SYMBOL"),
    {.name = "file",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "FILE",
     .help = "where it goes, from the repository's root; a missing file is created"},
    PARAM_CHECK,
    PARAM_DRY_RUN,
};

static const char *const examples[] = {"move dictExpand src/dict_resize.c --dry-run",
                                       "move helpers.py::get_root_path paths.py", NULL};

static bool check_path(Str path, Err *err)
{
    Str rest = path, part;
    bool inside = path.len > 0 && path.ptr[path.len - 1] != '/';
    while (str_take_until(&rest, '/', &part))
        inside &= part.len && !str_equal(part, STR(".")) && !str_equal(part, STR(".."));
    if (inside)
        return true;
    return err_set(err, ERR_USAGE, "FILE '%.*s' is not a path within the repository",
                   STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)));
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Rename uses SCOPED(rename_close) = {.request = &call->request, .session = &session};
    Move move = {.uses = &uses};
    RenameCommit commit = {0};
    Str path = str_trim(tool_text(call, "file"));
    bool dry_run = tool_flag(call, "dry_run");
    if (!check_path(path, err) || !rename_begin(&uses, tool_text(call, "symbol"), err))
        return false;
    if (!uses.facts->move)
        return move_refuse(
            err, "it is not known how symbols of %.*s are moved",
            STR_ARG(lang_name(
                uses.catalog->files.ptr[catalog_place(uses.catalog, uses.symbol).file].language)));
    if (!rename_find_places(&uses, err) || !move_prepare(&move, path, err) ||
        !move_check_gaps(&move, err) || !uses.facts->move(&move, err))
        return false;
    if (try_out_command(call).len && !try_out(call, &uses, &move.set, err))
        return false;
    if (try_out_command(call).len && !uses.checked.len)
        return move_refuse(err, "%.*s",
                           STR_ARG(uses.conflicts.ptr[uses.conflicts.len - 1].message));
    Str what = str_format(call->arena, "move %.*s to %.*s", STR_ARG(uses.old), STR_ARG(path));
    if (!dry_run && !rename_commit(&uses, &move.set, what, &commit, err))
        return false;
    return move_put_answer(&move, dry_run, commit.id, rename_next(&uses, &commit), err);
}

const Tool move_tool = {
    .name = "move",
    .summary = "Moves a symbol to another file with the imports it needs",
    .about =
        "Its comments and decorators go with it, imports of it in other files are changed, and "
        "what cannot be done surely is refused: a static function that its file still uses, "
        "names that the other file would not see, modules that would load each other. For C, C++, "
        "C#, Go (within a package), Java, JavaScript, Kotlin, PHP, Python (within a directory), "
        "Ruby, Rust and TypeScript.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .edits = true,
    .uses_index = true,
    .tokens = {"", "2,500 a page"},
    .next = "analyze_diff, get_tests",
    .run = run,
};
