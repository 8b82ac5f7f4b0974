/* `rename`: renames a symbol and all that names it, or refuses and says why. */
#include "refactor/rename_begin.h"
#include "refactor/rename_proof.h"
#include "refactor/rename_steps.h"
#include "refactor/trial.h"
#include "tools/params.h"

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
     .help = "its new name, without path or class"},
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
    {.name = "check",
     .type = TOOL_TEXT,
     .cli_only = true,
     .value = "COMMAND",
     .help = "run in a copy before and after; write only if it passes; includes likely places"},
    PARAM_DRY_RUN,
};

static const char *const examples[] = {
    "rename dictAdd dictInsert --dry-run", "rename src/dict.c::dictAdd dictInsert",
    "rename src/dict.c:120:9 entry", "rename Session.close shutdown --include likely", NULL};

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

/* Runs the user's command in a copy, before and after the edit. */
static bool try_out(ToolCall *call, Rename *rename, const EditSet *set, Err *err)
{
    Str command = tool_text(call, "check");
    const TrialRequest request = {rename->session->repo.root, set, command, call->request.cancel};
    Trial trial;
    if (!trial_run(call->arena, *call->request.scratch, &request, &trial, err))
        return false;
    const char *message = !trial.before ? "the check fails before the edit already"
                                        : "the check passes before the edit and fails after it";
    Str output = str_trim(trial.output);
    size_t line = str_find_last_byte(output, '\n');
    Str last = line == STR_NONE ? output : str_from_offset(output, line + 1);
    if (!trial.before || !trial.after)
        rename_add_conflict(rename, STR("--check"), 0,
                            str_format(call->arena, "%s%s%.*s", message, last.len ? ": " : "",
                                       STR_ARG(str_slice(last, 0, PATH_SHOWN_BYTES))));
    rename->checked = trial.before && trial.after ? command : (Str){0};
    return true;
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Rename rename SCOPED(rename_close) = {
        .request = &call->request, .session = &session, .new = str_trim(tool_text(call, "new"))};
    RenameChoice choice = read_choice(call);
    choice.likely |= tool_text(call, "check").len > 0;
    if (!rename_begin(&rename, tool_text(call, "symbol"), err) || !rename_check_names(&rename, err))
        return false;
    if (!rename_find_all(&rename, err))
        return false;
    rename_choose(&rename, &choice);
    Str what =
        str_format(call->arena, "rename %.*s -> %.*s", STR_ARG(rename.old), STR_ARG(rename.new));
    RenameOutcome outcome = {.dry_run = tool_flag(call, "dry_run")};
    rename_make_edits(&rename, &outcome.set);
    rename_note_symbols(&rename);
    if (!rename_is_refused(&rename, &choice) && !rename_prove(&rename, &outcome.set, err))
        return false;
    if (tool_text(call, "check").len && !rename_is_refused(&rename, &choice) &&
        !try_out(call, &rename, &outcome.set, err))
        return false;
    outcome.refused = rename_is_refused(&rename, &choice);
    call->exit_code = outcome.refused ? ERR_NOT_FOUND : ERR_NONE;
    if (!outcome.refused && !outcome.dry_run &&
        !rename_commit(&rename, &outcome.set, what, &outcome.commit, err))
        return false;
    return rename_put_answer(&rename, &outcome, err);
}

const Tool rename_tool = {
    .name = "rename",
    .summary = "Renames a symbol with all that names it",
    .about =
        "Every place where the name is written is judged. Exact references, the declarations, "
        "imports and overrides are renamed together. A place that may be the symbol is listed, "
        "and nothing is written until you decide. Mentions in strings and comments are "
        "offered. For "
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
