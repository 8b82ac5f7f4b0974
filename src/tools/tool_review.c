/* `review`: checks a change by rules: a branch, a commit, or what is staged or uncommitted. */
#include "base/path.h"
#include "differ/diff_graph.h"
#include "differ/review_base.h"
#include "differ/review_page.h"
#include "review/report_write.h"
#include "review/rule_functions.h"
#include "review/suppress.h"
#include "session/answer.h"
#include "text/date.h"
#include "tools/tool.h"
#include "view/format.h"

#include <time.h>

/* Maximum sizes of files that are named: a policy has a few KB, a baseline a line for each
   finding. */
#define POLICY_BYTES_MAX (1 * MB)
#define BASELINE_BYTES_MAX (16 * MB)

static const char *const modes[] = {"pr", "commit", "staged", "working", NULL};
enum {
    MODE_PR,
    MODE_COMMIT,
    MODE_STAGED,
    MODE_WORKING
};

static const char *const outputs[] = {
#define X(name, text) text,
    REVIEW_OUTPUTS(X)
#undef X
        NULL,
};

static const char *const fail_ons[] = {"error", "warning", "never", NULL};
enum {
    FAIL_ON_ERROR,
    FAIL_ON_WARNING,
    FAIL_NEVER
};

static const ToolParam params[] = {
    {.name = "mode",
     .type = TOOL_CHOICE,
     .choices = modes,
     .rare = true,
     .value = "MODE",
     .help = "what to review; default: as the other options say, else the working tree"},
    {.name = "base",
     .type = TOOL_TEXT,
     .never_empty = true,
     .value = "REVISION",
     .help = "of a pull request: its target branch"},
    {.name = "head",
     .type = TOOL_TEXT,
     .never_empty = true,
     .value = "REVISION",
     .rare = true,
     .help = "of a pull request: its last commit; default HEAD"},
    {.name = "commit",
     .type = TOOL_TEXT,
     .never_empty = true,
     .value = "REVISION",
     .rare = true,
     .help = "the changes of one commit"},
    {.name = "staged", .type = TOOL_FLAG, .help = "what is staged, against HEAD"},
    {.name = "output",
     .type = TOOL_CHOICE,
     .choices = outputs,
     .rare = true,
     .fallback = "text",
     .value = "FORM",
     .help = "format of the report"},
    {.name = "policy",
     .type = TOOL_TEXT,
     .never_empty = true,
     .value = "FILE",
     .cli_only = true,
     .help = "instead of the base's " REVIEW_POLICY_NAME},
    {.name = "baseline",
     .type = TOOL_TEXT,
     .never_empty = true,
     .value = "FILE",
     .cli_only = true,
     .help = "accept the findings in this file"},
    {.name = "write_baseline",
     .type = TOOL_TEXT,
     .value = "FILE",
     .cli_only = true,
     .help = "write a baseline that accepts the current findings"},
    {.name = "write_page",
     .type = TOOL_TEXT,
     .value = "FILE",
     .cli_only = true,
     .help = "also write an HTML page of the change with the findings"},
    {.name = "fail_on",
     .type = TOOL_CHOICE,
     .choices = fail_ons,
     .fallback = "warning",
     .value = "SEVERITY",
     .cli_only = true,
     .help = "lowest severity that makes the exit code 1"},
    {.name = "model",
     .type = TOOL_TEXT,
     .bare = "default",
     .value = "PROVIDER/NAME",
     .cli_only = true,
     .help = "also ask a model, as four reviewers; without a name, that of the settings"},
    {.name = "rules", .type = TOOL_FLAG, .rare = true, .help = "list the rules, review nothing"},
};

static const char *const examples[] = {"review",
                                       "review --staged",
                                       "review --mode pr --base origin/main --head HEAD",
                                       "review --mode commit --commit HEAD~1 --output markdown",
                                       "review --base main --output sarif",
                                       "review --rules",
                                       NULL};

/* ---- the change ---- */

typedef struct Reviewing {
    ToolCall *call;
    ReviewBase base;
    DiffSides sides;
    ReviewContext review;
    ReviewPolicy policy;
    Catalog *catalog; /* catalog of the new state; NULL: nothing changed */
    ConsequenceVec uses;
    Str unseen_code;
    void *model; /* of ToolContext.specialists; NULL: none is asked */
} Reviewing;

static bool usage(Err *err, const char *message, const char *hint)
{
    err_set(err, ERR_USAGE, "review: %s", message);
    return err_hint(err, "%s", hint);
}

static bool choose_mode(const ToolCall *call, uint64_t *mode, Err *err)
{
    bool pr = tool_text(call, "base").len || tool_text(call, "head").len;
    bool commit = tool_text(call, "commit").len, staged = tool_flag(call, "staged");
    if (pr + commit + staged > 1)
        return usage(err, "--base and --head, --commit, --staged: each says what is reviewed",
                     "give one of them");
    *mode = pr ? MODE_PR : commit ? MODE_COMMIT : staged ? MODE_STAGED : MODE_WORKING;
    const ToolValue *given = tool_value(call, "mode");
    if (!given->given)
        return true;
    if (*mode != MODE_WORKING && *mode != given->number)
        return usage(err, "--mode contradicts the other options",
                     "leave out --mode, or the others");
    *mode = given->number;
    if (*mode == MODE_PR && !tool_text(call, "base").len)
        return usage(err, "--mode pr needs --base", "fovea review --mode pr --base main");
    return true;
}

static bool read_asked(ToolCall *call, DiffAsked *asked, Err *err)
{
    uint64_t mode = MODE_WORKING;
    Str base = tool_text(call, "base"), head = tool_text(call, "head");
    if (!choose_mode(call, &mode, err))
        return false;
    if (mode == MODE_PR && !base.len)
        return usage(err, "--head needs --base", "fovea review --base main --head HEAD");
    if (mode == MODE_PR && str_find(base, STR("..")) != STR_NONE) {
        err_set(err, ERR_USAGE, "review: --base '%.*s' is a range, and one revision is wanted",
                STR_ARG(str_slice(base, 0, PATH_SHOWN_BYTES)));
        return err_hint(err, "fovea review --base main --head HEAD");
    }
    head = head.len ? head : STR("HEAD");
    if (mode == MODE_PR)
        asked->base = str_format(call->arena, "%.*s...%.*s", STR_ARG(base), STR_ARG(head));
    if (mode == MODE_COMMIT)
        asked->commit = tool_text(call, "commit").len ? tool_text(call, "commit") : STR("HEAD");
    asked->staged = mode == MODE_STAGED;
    return true;
}

/* ---- the base ---- */

static bool read_base(void *state, Str path, Str *text, bool *found, Err *err)
{
    const Reviewing *reviewing = state;
    return review_base_read(&reviewing->base, path, text, found, err);
}

/* Finds the commit whose policy applies. For a branch that is its tip, since the merge base may be
   old. */
static bool find_base(Reviewing *reviewing, Err *err)
{
    GitCommit commit;
    Str base = tool_text(reviewing->call, "base");
    reviewing->base.commit = reviewing->sides.range.base;
    if (!base.len)
        return true;
    if (!git_objects_commit(reviewing->base.objects, reviewing->call->arena, base, &commit, err))
        return false;
    reviewing->base.commit = commit.id;
    return true;
}

static bool read_file(ToolCall *call, const char *option, size_t max, Str *text, Err *err)
{
    bool found = false;
    Str path = path_join(call->arena, call->context->root, tool_text(call, option));
    if (!fs_read_own(call->arena, path, max, text, &found, err) || found)
        return found;
    err_set(err, ERR_NOT_FOUND, "--%s: '%.*s' does not exist", option,
            STR_ARG(tool_text(call, option)));
    return err_hint(err, "give a file that exists");
}

static bool read_policy(Reviewing *reviewing, Err *err)
{
    ToolCall *call = reviewing->call;
    Str text, given = tool_text(call, "policy");
    if (!given.len)
        return review_base_policy(&reviewing->base, &reviewing->policy, err);
    reviewing->policy = review_policy_default(call->arena);
    if (!read_file(call, "policy", POLICY_BYTES_MAX, &text, err) ||
        !review_policy_parse(call->arena, given, text, &reviewing->policy, err))
        return false;
    reviewing->policy.source = given;
    return true;
}

/* ---- the report ---- */

static bool find_uses(Reviewing *reviewing, IndexSession *session, Err *err)
{
    if (!reviewing->sides.set.files.len)
        return true;
    if (!diff_graph_consequences(&reviewing->call->request, session, reviewing->base.objects,
                                 &reviewing->sides, &reviewing->uses, err))
        return false;
    reviewing->catalog = session->catalog;
    reviewing->unseen_code = diff_graph_unseen(&reviewing->call->request, session);
    return true;
}

/* Opens the model, and switches on its rules where the policy says nothing else. The change is
   final then: the review is not run again. */
static bool open_model(Reviewing *reviewing, Err *err)
{
    ToolCall *call = reviewing->call;
    const ToolSpecialists *specialists = call->context->specialists;
    Str model = tool_text(call, "model");
    if (!model.len || !reviewing->sides.set.files.len)
        return true;
    if (!specialists)
        return err_set(err, ERR_FAILED, "review: this program cannot ask a model");
    model = str_equal(model, STR("default")) ? (Str){0} : model;
    reviewing->model = specialists->open(call->arena, call->context, model, err);
    for (size_t i = 0; i < review_rule_count() && reviewing->model; i++)
        if (review_rule_at(i)->find == review_find_by_model && !reviewing->policy.rules[i].given)
            reviewing->policy.rules[i].on = true;
    return reviewing->model && session_may_send(&call->request, err);
}

static bool make_report(Reviewing *reviewing, ReviewReport *report, Err *err)
{
    ToolCall *call = reviewing->call;
    ReviewTexts known = {0};
    Str text;
    const ReviewAsked asked = {.today = date_day(call->arena, (int64_t)time(NULL)),
                               .known = &known};
    if (tool_text(call, "baseline").len &&
        (!read_file(call, "baseline", BASELINE_BYTES_MAX, &text, err) ||
         !review_baseline_read(call->arena, tool_text(call, "baseline"), text, &known, err)))
        return false;
    reviewing->review = (ReviewContext){.arena = call->arena,
                                        .scratch = call->scratch,
                                        .set = &reviewing->sides.set,
                                        .policy = &reviewing->policy,
                                        .catalog = reviewing->catalog,
                                        .uses = &reviewing->uses,
                                        .unread = reviewing->sides.unread,
                                        .skipped = reviewing->sides.skipped,
                                        .unseen_code = reviewing->unseen_code,
                                        .read = read_base,
                                        .state = reviewing,
                                        .model = reviewing->model};
    if (reviewing->model)
        reviewing->review.ask_model = call->context->specialists->ask;
    report->base = reviewing->sides.base;
    report->head = reviewing->sides.head;
    report->base_id = reviewing->sides.range.base;
    report->head_id = reviewing->sides.range.head;
    if (!review_run(&reviewing->review, &asked, report, err))
        return false;
    Str said = reviewing->model ? call->context->specialists->said(reviewing->model, call->arena)
                                : (Str){0};
    if (said.len)
        *VEC_PUSH(call->arena, &report->notes) = said;
    return true;
}

/* Notes that the head has no commit of its own, as when both are confused. */
static void note_behind(Reviewing *reviewing, ReviewReport *report)
{
    Str base = tool_text(reviewing->call, "base"), head = tool_text(reviewing->call, "head");
    const GitRange *range = &reviewing->sides.range;
    head = head.len ? head : STR("HEAD");
    if (!base.len || !str_equal(range->base, range->head) ||
        str_equal(reviewing->base.commit, range->head))
        return;
    *VEC_PUSH(reviewing->call->arena, &report->notes) = str_format(
        reviewing->call->arena,
        "%.*s has no commit that %.*s does not have: nothing was reviewed; the other way "
        "round it is --base %.*s --head %.*s",
        STR_ARG(head), STR_ARG(base), STR_ARG(head), STR_ARG(base));
}

/* Notes what the work tree has beyond the reviewed commit, if that is checked out. */
static void note_uncommitted(Reviewing *reviewing, const IndexSession *session,
                             ReviewReport *report)
{
    Arena *arena = reviewing->call->arena;
    const GitRange *range = &reviewing->sides.range;
    GitRepo repo = session->repo;
    GitRange rest = {.base = range->head, .to = GIT_TO_WORKING};
    GitChangeVec changes = {0};
    Err why;
    git_repo_read_head(arena, &repo);
    if (range->to != GIT_TO_COMMIT || !repo.head.len || !str_equal(repo.head, range->head))
        return;
    if (!git_objects_changes(reviewing->base.objects, arena, &rest, &changes, &why))
        *VEC_PUSH(arena, &report->notes) =
            str_format(arena, "not looked at: the work tree (%s)", why.message);
    else if (changes.len)
        *VEC_PUSH(arena, &report->notes) = str_format(
            arena,
            "not reviewed: %zu file%s of the work tree with uncommitted changes: fovea review",
            changes.len, changes.len == 1 ? "" : "s");
}

/* Notes where names that the change removes were not looked for. */
static void note_unlooked(Reviewing *reviewing, ReviewReport *report)
{
    Str text = reviewing->sides.unlooked;
    if (text.len)
        *VEC_PUSH(reviewing->call->arena, &report->notes) = str_format(
            reviewing->call->arena,
            "names that the change removes were not looked for in all code: %.*s", STR_ARG(text));
}

static bool write_baseline(ToolCall *call, const ReviewReport *report, Err *err)
{
    Str name = tool_text(call, "write_baseline");
    if (!name.len)
        return true;
    Buf out = buf_open(call->arena, 0);
    json_write(&out, review_baseline_value(call->arena, report), 2);
    buf_put_byte(&out, '\n');
    return fs_write_atomic(*call->scratch, path_join(call->arena, call->context->root, name),
                           buf_str(&out), 0644, err);
}

static bool is_refused(const ToolCall *call, const ReviewReport *report)
{
    switch (tool_number(call, "fail_on")) {
    case FAIL_NEVER: return false;
    case FAIL_ON_ERROR: return report->status == REVIEW_BLOCKED || report->unseen.len;
    default: return report->status != REVIEW_APPROVED;
    }
}

static bool put_report(ToolCall *call, const ReviewReport *report, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    if (call->format != VIEW_TEXT && !tool_value(call, "output")->given)
        view_put_value(&out, *call->scratch, call->format, review_value(call->arena, report));
    else
        review_put(&out, call->arena, (ReviewOutput)tool_number(call, "output"), report);
    return tool_put_buf(call, &out, err);
}

static bool put_rules(ToolCall *call, Err *err)
{
    Buf out = buf_open(call->arena, 0);
    if (call->format != VIEW_TEXT)
        view_put_value(&out, *call->scratch, call->format, review_rules_value(call->arena));
    else if (tool_number(call, "output") == REVIEW_OUTPUT_JSON)
        view_put_value(&out, *call->scratch, VIEW_JSON, review_rules_value(call->arena));
    else if (tool_number(call, "output") == REVIEW_OUTPUT_MARKDOWN)
        review_put_rules_markdown(&out);
    else
        review_put_rules(&out);
    return tool_put_buf(call, &out, err);
}

static bool review(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    DiffAsked asked = {0};
    ReviewReport report = {0};
    if (!read_asked(call, &asked, err) || !session_open(&call->request, (Str){0}, &session, err) ||
        !git_repo_take_environment(call->arena, &session.repo, err) ||
        !git_objects_open(call->arena, &session.repo, &objects, err))
        return false;
    Reviewing reviewing = {.call = call, .base = {.request = &call->request, .objects = objects}};
    if (!diff_sides_of_git(&call->request, &session, objects, &asked, &reviewing.sides, err) ||
        !find_base(&reviewing, err) || !read_policy(&reviewing, err) ||
        !find_uses(&reviewing, &session, err) || !open_model(&reviewing, err) ||
        !make_report(&reviewing, &report, err) || !write_baseline(call, &report, err))
        return false;
    note_behind(&reviewing, &report);
    note_unlooked(&reviewing, &report);
    note_uncommitted(&reviewing, &session, &report);
    const ReviewPage page = {.sides = &reviewing.sides,
                             .uses = &reviewing.uses,
                             .report = &report,
                             .unseen_code = reviewing.unseen_code};
    Str file = tool_text(call, "write_page");
    if (file.len && !review_page_write(&call->request, &session, &page, file, err))
        return false;
    call->exit_code = is_refused(call, &report) ? ERR_FAILED : ERR_NONE;
    return put_report(call, &report, err);
}

static bool run(ToolCall *call, Err *err)
{
    if (tool_flag(call, "rules"))
        return put_rules(call, err);
    if (review(call, err))
        return true;
    /* exit code 1 is for a completed review that does not approve */
    if (err->code == ERR_FAILED || err->code == ERR_STALE)
        err->code = ERR_NOT_FOUND;
    return false;
}

const Tool review_tool = {
    .name = "review",
    .mcp_name = "review_changes",
    .summary = "Judges a change by rules: secrets, broken callers, dropped errors, weakened tests",
    .about = "Reviews the working tree against HEAD, or --staged, or one --commit, or "
             "a pull request (--base: from its merge base with --head). No model is "
             "asked without --model, and no code of the change is run: rules (--rules lists them) "
             "check the outlines, lines and files of both sides. The policy (" REVIEW_POLICY_NAME
             ", docs/review.md) is read from the base, so a change cannot weaken its "
             "own review. A change is approved only if it has no errors, no warnings "
             "and nothing unseen. Exit code: 0 approved, 1 not approved, 2 wrong "
             "usage, 3 review failed.",
    .agents = "Call it before a commit, and to judge someone else's change.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .profile = TOOL_IN_AGENT,
    .uses_index = true,
    .tokens = {"30", "2,500 a page"},
    .next = "read at the places of its findings",
    .run = run,
};
