/* `diff`: changes by symbol, of the work tree, of commits, or between two directories. */
#include "base/hash.h"
#include "base/path.h"
#include "base/shell.h"
#include "differ/diff_graph.h"
#include "differ/differ_page.h"
#include "query/cursor.h"
#include "query/query.h"
#include "session/place.h"
#include "tools/params.h"
#include "view/diff.h"

#define DIFF_PARAM_CONSEQUENCES \
    { \
        .name = "consequences", .type = TOOL_FLAG, \
        .help = "also calls not updated, uses of removed symbols, and the tests to run" \
    }
#define DIFF_PARAM_GROUPS \
    { \
        .name = "groups", .type = TOOL_FLAG, .rare = true, \
        .help = "group by independent parts, in reading order" \
    }
#define DIFF_PARAM_LIMIT \
    { \
        .name = "limit", .type = TOOL_NUMBER, .fallback = "20", .min = 1, .max = 100, \
        .capped = true, .rare = true, .value = "N", .help = "files per page" \
    }

/* The formats of all answers, and a page. */
static const char *const formats[] = {
#define X(name, text) text,
    VIEW_FORMATS(X)
#undef X
        "html",
    NULL};
#define FORMAT_PAGE ((uint64_t)VIEW_FORMAT_COUNT)

static const ToolParam params[] = {
    {.name = "base",
     .type = TOOL_TEXT,
     .never_empty = true,
     .positional = true,
     .value = "BASE",
     .help =
         "a revision, A..B, A...B, A^!, or the first of two directories or files; default HEAD"},
    {.name = "head",
     .type = TOOL_TEXT,
     .never_empty = true,
     .positional = true,
     .value = "HEAD",
     .help = "a revision, or WORKING (the default): the files as they are"},
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .after_dashes = true,
     .never_empty = true,
     .many = true,
     .rare = true,
     .value = "PATH",
     .help = "only these files and directories; after -- every word is one"},
    {.name = "staged",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "what is staged, against HEAD or BASE"},
    {.name = "summary_only",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "files and counts, no symbols"},
    DIFF_PARAM_CONSEQUENCES,
    DIFF_PARAM_GROUPS,
    DIFF_PARAM_LIMIT,
    PARAM_CURSOR,
    {.name = "format",
     .type = TOOL_CHOICE,
     .choices = formats,
     .cli_only = true,
     .value = "FORMAT",
     .help = "format of the answer; html: one page for a reviewer, with callers and tests"},
};

static const char *const examples[] = {"diff",
                                       "diff main",
                                       "diff HEAD~3..HEAD src/net",
                                       "diff --staged",
                                       "diff old/ new/ --format json",
                                       "diff main --format html > change.html",
                                       NULL};

static bool is_page(const ToolCall *call)
{
    return !call->tool->agents_only && tool_number(call, "format") == FORMAT_PAGE;
}

/* Whether a part is wanted; a page has all parts. */
static bool wants(const ToolCall *call, const char *part)
{
    return tool_flag(call, part) || (is_page(call) && !tool_flag(call, "summary_only"));
}

static uint64_t state_of(const ChangeSet *set)
{
    uint64_t state = set->files.len;
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        const Str parts[] = {file->old.path, file->old.text, file->new.path, file->new.text};
        for (size_t k = 0; k < COUNT(parts); k++)
            state = (state ^ hash_fast(parts[k])) * HASH_SPREAD;
    }
    return state >> 1;
}

static bool choose_page(ToolCall *call, const DiffSides *sides, DiffView *view, Err *err)
{
    uint64_t offset, state = state_of(&sides->set);
    if (!cursor_read_at(state, STR("diff"), tool_text(call, "cursor"), &offset, err))
        return false;
    size_t count = sides->set.files.len;
    bool all = is_page(call) && !tool_value(call, "limit")->given;
    view->first = (size_t)MIN(offset, (uint64_t)count);
    view->shown = MIN(all ? count : (size_t)tool_number(call, "limit"), count - view->first);
    if (view->first + view->shown == count)
        return true;
    view->cursor = cursor_make_at(call->arena, state, STR("diff"), view->first + view->shown);
    view->next = tool_hint(call, str_format(call->arena, "--cursor %.*s", STR_ARG(view->cursor)));
    return true;
}

/* ---- the request ---- */

/* Maximum number of paths; each is compared with every changed file. */
#define PATHS_MAX 1000

static bool exists(ToolCall *call, Str path)
{
    return path.len && fs_real_path(call->scratch, path).len;
}

/* A word that is a revision must not be a path, too, unless `--` says which it is. */
static bool check_word(ToolCall *call, const char *param, Err *err)
{
    Str word = tool_text(call, param);
    Str path = path_join(call->arena, call->context->root, word);
    if (!tool_value(call, param)->word || call->dashes || !exists(call, path))
        return true;
    err_set(err, ERR_NOT_FOUND, "'%.*s' is ambiguous: it may mean a revision or a path",
            STR_ARG(str_slice(word, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "fovea diff %.*s -- for the revision, fovea diff -- %.*s for the path",
                    STR_ARG(shell_quote(call->arena, word)),
                    STR_ARG(shell_quote(call->arena, word)));
}

/* Reads the arguments; as in git, words that are not revisions are paths. */
static bool read_asked(ToolCall *call, GitObjects *objects, DiffAsked *asked, Err *err)
{
    bool revisions = !call->tool->agents_only;
    Str words[2] = {0}, rest = tool_text(call, "path");
    if (revisions) {
        words[0] = tool_text(call, "base");
        words[1] = tool_text(call, "head");
    }
    VEC(Str) paths = {0};
    Str path;
    asked->staged = tool_flag(call, "staged");
    for (size_t i = 0; i < COUNT(words); i++) {
        bool revision = call->dashes;
        if (!words[i].len)
            continue;
        if (!paths.len && !revision &&
            !diff_is_revision(&call->request, objects, words[i], &revision, err))
            return false;
        if (revision && !check_word(call, i ? "head" : "base", err))
            return false;
        if (revision)
            *(i ? &asked->head : &asked->base) = words[i];
        else
            *VEC_PUSH(call->arena, &paths) = words[i];
    }
    while (str_take_until(&rest, '\n', &path) && paths.len < PATHS_MAX)
        *VEC_PUSH(call->arena, &paths) = path;
    asked->paths = paths.ptr;
    asked->path_count = paths.len;
    if (!asked->staged || !asked->head.len)
        return true;
    err_set(err, ERR_USAGE, "staged: cannot be combined with the revision '%.*s'",
            STR_ARG(asked->head));
    return err_hint(err, "leave out one of the two");
}

/* Whether the arguments are two files or directories: both exist and are not revisions, or there is
   no repository. */
static bool are_paths(ToolCall *call, GitObjects *objects, DiffAsked *asked, bool *paths, Err *err)
{
    Str base = tool_text(call, "base"), head = tool_text(call, "head");
    bool revision = false, other = false;
    asked->base = base;
    asked->head = head;
    *paths = !objects && base.len && head.len;
    if (call->dashes)
        return true;
    if (*paths || !exists(call, base) || !exists(call, head) || tool_text(call, "path").len)
        return true;
    if (!diff_is_revision(&call->request, objects, base, &revision, err) ||
        !diff_is_revision(&call->request, objects, head, &other, err))
        return false;
    *paths = !revision && !other;
    return true;
}

/* Reads both sides. The caller closes the session. */
static bool read_sides(ToolCall *call, IndexSession *session, DiffSides *sides,
                       ConsequenceVec *consequences, Err *err)
{
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    DiffAsked paths = {0}, asked = {0};
    Err none;
    if (!session_place_find(&call->request, (Str){0}, session, err))
        return false;
    bool opened = git_repo_take_environment(call->arena, &session->repo, &none) &&
                  git_objects_open(call->arena, &session->repo, &objects, &none);
    bool two = false;
    if (!call->tool->agents_only && !are_paths(call, objects, &paths, &two, err))
        return false;
    if (two)
        return diff_sides_of_paths(&call->request, &paths, sides, err);
    session_close(session);
    if (!session_open(&call->request, (Str){0}, session, err))
        return false;
    if (!opened) {
        *err = none;
        return false;
    }
    if (!read_asked(call, objects, &asked, err) ||
        !diff_sides_of_git(&call->request, session, objects, &asked, sides, err))
        return false;
    bool graph = wants(call, "consequences") || wants(call, "groups");
    return !graph ||
           diff_graph_consequences(&call->request, session, objects, sides, consequences, err);
}

/* The format, which may be given by this tool's parameter or by the common one. */
static ViewFormat form_of(const ToolCall *call)
{
    bool own = !call->tool->agents_only && tool_value(call, "format")->given;
    return own ? (ViewFormat)tool_number(call, "format") : call->format;
}

/* The same call restricted to a path. */
static Str call_with_path(ToolCall *call)
{
    Buf out = buf_open(call->arena, 0);
    const char *const names[] = {"base", "head"};
    buf_put(&out, STR("fovea diff"));
    for (size_t i = 0; i < COUNT(names); i++) {
        Str word = tool_text(call, names[i]);
        if (word.len)
            buf_printf(&out, " %.*s", STR_ARG(shell_quote(call->arena, word)));
    }
    buf_put(&out, tool_flag(call, "staged") ? STR(" --staged") : (Str){0});
    buf_put(&out, STR(" PATH --format html"));
    return buf_str(&out);
}

static void put_view(ToolCall *call, const IndexSession *session, const DiffSides *sides,
                     const DiffView *view, Buf *out)
{
    if (is_page(call)) {
        DiffPage page = {.view = view};
        differ_page_fill(&call->request, session, sides, call_with_path(call), &page);
        diff_put_page(out, *call->scratch, &page);
    } else if (form_of(call) == VIEW_TEXT) {
        diff_put_text(out, *call->scratch, view);
    } else {
        view_put_value(out, *call->scratch, form_of(call), diff_value(call->arena, view));
    }
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    DiffSides sides = {0};
    ConsequenceVec consequences = {0};
    if (!read_sides(call, &session, &sides, &consequences, err))
        return false;
    ChangeGroups groups = {0};
    DiffTests tests = {0};
    bool whole = session.catalog && wants(call, "consequences");
    bool grouped = session.catalog && wants(call, "groups");
    if (whole)
        diff_graph_tests(&call->request, &session, &sides.set, &tests);
    if (grouped)
        groups_find(call->arena, *call->scratch, &sides.set, session.catalog, &groups);
    DiffView view = {.set = &sides.set,
                     .order = diff_order(call->arena, &sides.set),
                     .base = sides.base,
                     .head = sides.head,
                     .summary_only = tool_flag(call, "summary_only"),
                     .unseen = diff_unseen(call->arena, &sides.set),
                     .consequences = whole ? &consequences : NULL,
                     .groups = grouped ? &groups : NULL,
                     .tests = whole ? &tests : NULL,
                     .unseen_code = diff_graph_unseen(&call->request, &session),
                     .unlooked = sides.unlooked,
                     .all = tool_hint(call, STR("--format json")),
                     .note = sides.note};
    if (!choose_page(call, &sides, &view, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    put_view(call, &session, &sides, &view, &out);
    return tool_put_buf(call, &out, err);
}

static const ToolParam uncommitted_params[] = {
    {.name = "staged", .type = TOOL_FLAG, .rare = true, .help = "only what is staged"},
    {.name = "path",
     .type = TOOL_TEXT,
     .many = true,
     .value = "PATH",
     .help = "only these files and directories"},
    {.name = "summary_only",
     .type = TOOL_FLAG,
     .rare = true,
     .help = "files and counts, no symbols"},
    DIFF_PARAM_CONSEQUENCES,
    DIFF_PARAM_GROUPS,
    DIFF_PARAM_LIMIT,
    PARAM_CURSOR,
};

const Tool analyze_uncommitted_tool = {
    .name = "analyze_uncommitted",
    .summary = "Shows by symbol what changed since the last commit",
    .about = "As analyze_diff of HEAD and WORKING.",
    .params = uncommitted_params,
    .param_count = COUNT(uncommitted_params),
    .agents_only = true,
    .uses_index = true,
    .tokens = {"10 without a change", "200 a file"},
    .next = "get_tests, review_changes",
    .run = run,
};

const Tool diff_tool = {
    .name = "diff",
    .mcp_name = "analyze_diff",
    .summary = "Shows what changed by symbol: added, removed, renamed, moved, what "
               "breaks callers",
    .about = "Without a revision: the files as they are, untracked ones included, "
             "against HEAD. BASE alone: against the merge base of BASE and HEAD. A..B "
             "and A...B as in git; BASE HEAD: one against the other. Outside a "
             "repository, or if neither is a revision: two directories or files. Both "
             "sides' outlines and tokens are compared, not lines: a symbol is added, "
             "removed, renamed, moved, extracted from another or inlined into one "
             "(likely), or its signature, body, comment or only its format differs. ! "
             "marks what may break callers, and why. A symbol's lines include the "
             "comments before it. Each changed line is in a symbol that is shown, or "
             "is counted; files that were not compared are listed as unseen. About "
             "200 tokens a file are shown, the most important first; --format json "
             "has all. --format html is one page with everything in it: before and "
             "after side by side, users, calls not updated, tests to run "
             "(docs/diff.md).",
    .agents = "Call it instead of reading a git diff: 20 to 200 tokens a file.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .profile = TOOL_IN_AGENT,
    .uses_index = true,
    .tokens = {"230", "200 a file"},
    .next = "review_changes, get_tests",
    .run = run,
};
