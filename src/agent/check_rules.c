/* The rules of review on edits not yet written: unedited files are read from the work tree, the
   policy from HEAD. Rules whose findings are reported at the places of the uses (check_uses.c) are
   skipped. Rules that guard tests and secrets cannot be switched off. */
#include "agent/check_state.h"

#include "differ/review_base.h"
#include "review/report_write.h"
#include "session/place.h"
#include "text/date.h"

#include <time.h>

/* Size of a file that a rule reads, such as a lock file. */
#define RULE_FILE_BYTES_MAX (16 * MB)

static const char *const told_by_uses[] = {"callers-not-updated", "removed-but-referenced"};
static const char *const always_on[] = {"secret-added", "test-removed", "test-skipped",
                                        "assertions-weakened"};

static bool read_tree(void *state, Str path, Str *text, bool *found, Err *err)
{
    const Checking *checking = state;
    SessionRequest *request = checking->request;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored;
    (void)err;
    *found = checking->session ? session_open_file(request, checking->session, request->arena, path,
                                                   &file, &ignored)
                               : fs_open(request->arena, &request->policy, path, &file, &ignored);
    *found = *found && file.size <= RULE_FILE_BYTES_MAX &&
             fs_read_all(request->arena, &file, text, &ignored);
    return true;
}

static void set_rule(ReviewPolicy *policy, const char *id, bool on)
{
    const ReviewRule *rule = review_rule_find(str_from(id));
    assert(rule && "there is no rule of that name");
    policy->rules[review_rule_index(rule)].on = on;
}

/* Reads the policy of HEAD. Without a repository, or with an unreadable policy, returns the default
   of repositories without one. */
static ReviewPolicy read_policy(Checking *checking)
{
    SessionRequest *request = checking->request;
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    IndexSession place = {0};
    ReviewPolicy policy = review_policy_default(request->arena);
    Err why = {0};
    const GitRepo *repo = checking->session ? &checking->session->repo : &place.repo;
    bool found = checking->session || session_place_find(request, (Str){0}, &place, &why);
    GitRepo head = found ? *repo : (GitRepo){0};
    if (head.directory.len)
        git_repo_read_head(request->arena, &head);
    if (head.head.len && git_objects_open(request->arena, &head, &objects, &why)) {
        const ReviewBase base = {.request = request, .objects = objects, .commit = head.head};
        why = (Err){0};
        if (!review_base_policy(&base, &policy, &why))
            policy = review_policy_default(request->arena);
    }
    if (head.head.len && why.code)
        check_note_unseen(checking, STR("the policy of reviews"), str_from(why.message));
    for (size_t i = 0; i < COUNT(told_by_uses); i++)
        set_rule(&policy, told_by_uses[i], false);
    for (size_t i = 0; i < COUNT(always_on); i++)
        set_rule(&policy, always_on[i], true);
    return policy;
}

/* Whether a finding is about symbols of a file whose syntax the edit breaks: the parser may not
   have seen them. */
static bool is_doubtful(const Checking *checking, const ReviewContext *review, const Finding *found)
{
    const ChangedFile *file = review_changed_file(review, found->path);
    ReviewType type = found->rule->type;
    return file && checking->broken[file - review->set->files.ptr] && type != REVIEW_SECURITY &&
           type != REVIEW_HYGIENE && type != REVIEW_TESTING;
}

static void tell(Checking *checking, const Finding *found)
{
    bool here = found->start && !found->gone;
    CheckFinding finding = {.kind = CHECK_RULE,
                            .blocks = found->severity == REVIEW_ERROR,
                            .rule = str_from(found->rule->id),
                            .path = found->path,
                            .line = here ? found->anchor : 0,
                            .symbol = found->symbol,
                            .message = review_full_message(checking->request->arena, found)};
    finding.message.len -= str_ends(finding.message, STR("."));
    check_add(checking, &finding);
}

bool check_rules(Checking *checking, Err *err)
{
    SessionRequest *request = checking->request;
    ReviewPolicy policy = read_policy(checking);
    ReviewReport report = {0};
    const ReviewAsked asked = {.today = date_day(request->arena, (int64_t)time(NULL))};
    ReviewContext review = {.arena = request->arena,
                            .scratch = request->scratch,
                            .set = &checking->sides.set,
                            .policy = &policy,
                            .catalog = checking->catalog,
                            .uses = checking->catalog ? &checking->around.uses : NULL,
                            .unread = checking->around.unread,
                            .skipped = checking->around.skipped,
                            .unseen_code = checking->unseen_code,
                            .read = read_tree,
                            .state = checking};
    if (!review_run(&review, &asked, &report, err))
        return false;
    for (size_t i = 0; i < report.findings.len; i++)
        if (report.findings.ptr[i].severity > REVIEW_NOTE &&
            !is_doubtful(checking, &review, &report.findings.ptr[i]))
            tell(checking, &report.findings.ptr[i]);
    for (size_t i = 0; i < report.unseen.len; i++) {
        const ReviewUnseen *unseen = &report.unseen.ptr[i];
        Str what = unseen->path.len ? check_path(checking, unseen->path) : STR("other code");
        check_note_unseen(checking, what, unseen->reason);
    }
    check_touched(checking, &review);
    return true;
}

/* ---- touched symbols ---- */

static bool is_test(const ReviewContext *review, const ChangedFile *file,
                    const ChangedSymbol *changed)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? &review->set->files.ptr[changed->old_file].old : &file->new;
    return review_class(review, file) == FILE_TEST ||
           review_is_within_tests(side, gone ? changed->old_symbol : changed->new_symbol);
}

static void list_file(Checking *checking, const ReviewContext *review, const ChangedFile *file)
{
    Arena *arena = checking->arena;
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        bool gone = changed->new_symbol == SYMBOL_ABSENT;
        const ChangeSide *side = gone ? &review->set->files.ptr[changed->old_file].old : &file->new;
        Str name = symbol_qualified_name(checking->request->arena, &side->outline,
                                         gone ? changed->old_symbol : changed->new_symbol);
        *VEC_PUSH(arena, &checking->report->touched) =
            (CheckTouched){.path = str_copy(arena, check_path(checking, review_path(file))),
                           .symbol = str_copy(arena, name),
                           .what = change_kind_name(changed->kind),
                           .risk = changed->before ? changed->before->risk : 0,
                           .callers = changed->before ? changed->before->fan_in : 0,
                           .is_test = is_test(review, file, changed)};
    }
}

void check_touched(Checking *checking, const ReviewContext *review)
{
    for (size_t i = 0; i < review->set->files.len; i++)
        list_file(checking, review, &review->set->files.ptr[i]);
}
