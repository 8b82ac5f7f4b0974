/* `rename`: renames a symbol and all that names it, or refuses and says why. */
#include "refactor/relocate.h"
#include "refactor/rename_begin.h"
#include "refactor/rename_proof.h"
#include "refactor/rename_steps.h"
#include "tools/try_out.h"

enum {
    INCLUDE_EXACT,
    INCLUDE_LIKELY,
    INCLUDE_AMBIGUOUS,
    INCLUDE_GENERATED,
    INCLUDE_ALL
};
static const char *const includes[] = {"exact", "likely", "ambiguous", "generated", "all", NULL};

static const ToolParam params[] = {
    PARAM_SUBJECT("OLD"),
    {.name = "new",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "NEW",
     .help = "its new name, without path or class; of a file, its new path from the root"},
    {.name = "include",
     .type = TOOL_CHOICE,
     .fallback = "exact",
     .choices = includes,
     .help = "also possible places: likely; ambiguous (and likely); generated code; all"},
    {.name = "leave",
     .type = TOOL_FLAG,
     .help = "leave possible places that are not included as they are"},
    {.name = "strings", .type = TOOL_FLAG, .help = "also mentions in strings"},
    {.name = "comments", .type = TOOL_FLAG, .help = "also mentions in comments"},
    {.name = "texts", .type = TOOL_FLAG, .help = "also mentions in documents and other files"},
    {.name = "only",
     .type = TOOL_TEXT,
     .value = "PATH",
     .help = "only in this file or directory; with --leave"},
    PARAM_CHECK,
    PARAM_DRY_RUN,
};

static const char *const examples[] = {"rename dictAdd dictInsert --dry-run",
                                       "rename src/dict.c::dictAdd dictInsert",
                                       "rename src/dict.c:120:9 entry",
                                       "rename pkg/util.py pkg/helpers.py",
                                       "rename Session.close shutdown --include likely",
                                       NULL};

static RenameChoice read_choice(const ToolCall *call)
{
    uint64_t include = tool_number(call, "include");
    return (RenameChoice){.likely = include == INCLUDE_LIKELY || include == INCLUDE_AMBIGUOUS ||
                                    include == INCLUDE_ALL,
                          .ambiguous = include == INCLUDE_AMBIGUOUS || include == INCLUDE_ALL,
                          .generated = include == INCLUDE_GENERATED || include == INCLUDE_ALL,
                          .leave = tool_flag(call, "leave"),
                          .strings = tool_flag(call, "strings"),
                          .comments = tool_flag(call, "comments"),
                          .texts = tool_flag(call, "texts"),
                          .only = str_trim(tool_text(call, "only"))};
}

/* Tries the edit out if the user gave a command, writes it, and answers. */
static bool finish(ToolCall *call, Rename *rename, const RenameChoice *choice,
                   RenameOutcome *outcome, Err *err)
{
    Str what =
        str_format(call->arena, "rename %.*s -> %.*s", STR_ARG(rename->old), STR_ARG(rename->new));
    if (try_out_command(call).len && !rename_is_refused(rename, choice) &&
        !try_out(call, rename, &outcome->set, err))
        return false;
    outcome->refused = rename_is_refused(rename, choice);
    call->exit_code = outcome->refused ? ERR_NOT_FOUND : ERR_NONE;
    if (!outcome->refused && !outcome->dry_run &&
        !rename_commit(rename, &outcome->set, what, &outcome->commit, err))
        return false;
    return rename_put_answer(rename, outcome, err);
}

/* OLD is the path of a file or a directory. */
static bool run_path(ToolCall *call, Rename *frame, const RenameChoice *choice, Err *err)
{
    RenameOutcome outcome = {.dry_run = tool_flag(call, "dry_run")};
    Relocate relocate = {.frame = frame,
                         .old = str_trim(tool_text(call, "symbol")),
                         .new = frame->new,
                         .texts = choice->texts};
    if (choice->only.len || choice->leave || choice->strings || choice->comments)
        return err_set(err, ERR_USAGE, "--only, --leave, --strings and --comments are for symbols");
    if (!relocate_plan(&relocate, err))
        return false;
    frame->old = relocate.old;
    frame->new = relocate.new;
    outcome.set = relocate.set;
    return finish(call, frame, choice, &outcome, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Rename rename SCOPED(rename_close) = {
        .request = &call->request, .session = &session, .new = str_trim(tool_text(call, "new"))};
    RenameChoice choice = read_choice(call);
    Str subject = str_trim(tool_text(call, "symbol"));
    choice.likely |= try_out_command(call).len > 0;
    if (!rename_open(&rename, err))
        return false;
    if (relocate_is_path(&rename, subject))
        return run_path(call, &rename, &choice, err);
    if (!rename_find(&rename, subject, err) || !rename_check_names(&rename, err))
        return false;
    if (!rename_find_all(&rename, err))
        return false;
    rename_choose(&rename, &choice);
    RenameOutcome outcome = {.dry_run = tool_flag(call, "dry_run")};
    rename_make_edits(&rename, &outcome.set);
    rename_note_symbols(&rename);
    if (!rename_is_refused(&rename, &choice) && !rename_prove(&rename, &outcome.set, err))
        return false;
    return finish(call, &rename, &choice, &outcome, err);
}

const Tool rename_tool = {
    .name = "rename",
    .summary = "Renames a symbol or a file with all that names it",
    .about =
        "Every place where the name is written is judged. Exact references, the declarations, "
        "imports and overrides are renamed together. A place that may be the symbol is listed, "
        "and nothing is written until you decide. Mentions in strings and comments are "
        "offered. The path of a file, or of a directory with a slash, is renamed with all imports "
        "of it. For "
#include "languages_renamed.inc"
        ".",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .edits = true,
    .uses_index = true,
    .tokens = {"", "2,500 a page"},
    .next = "analyze_diff, get_tests",
    .run = run,
};
