/* Rules run one after another and append findings, which are then anchored to changed lines,
   cleared of secrets and sorted. Risk is only ever raised, each time with a reason. The verdict
   follows from the policy and from what could not be looked at. */
#include "review/report.h"

#include "review/suppress.h"
#include "review/unknown.h"
#include "text/secrets.h"

#include <stdlib.h>

Str review_status_name(ReviewStatus status)
{
    static const char *const names[] = {"approved", "changes_requested", "blocked"};
    return str_from(names[status]);
}

Str review_risk_name(ReviewRisk risk)
{
    static const char *const names[] = {"low", "medium", "high"};
    return str_from(names[risk]);
}

/* ---- findings ---- */

/* Finds the first changed line within the finding's lines. */
static void anchor(const ReviewContext *review, Finding *finding)
{
    for (size_t i = 0; i < review->set->files.len && finding->start; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (!str_equal(finding->gone ? file->old.path : file->new.path, finding->path))
            continue;
        for (size_t k = 0; k < file->hunks.len && !finding->in_diff; k++) {
            const LineHunk *hunk = &file->hunks.ptr[k];
            uint32_t start = finding->gone ? hunk->old_start : hunk->new_start;
            uint32_t count = finding->gone ? hunk->old_count : hunk->new_count;
            finding->in_diff = count && start <= finding->end && finding->start < start + count;
            finding->anchor = MAX(start, finding->start);
        }
    }
    if (!finding->in_diff)
        finding->anchor = finding->start;
}

/* Hides texts that look like secrets, whatever the rule. */
static void hide_secrets(Finding *finding)
{
    static const Str hidden = STR_INIT("(not shown: it looks like a secret)");
    if (secret_find(finding->message))
        finding->message = hidden;
    if (secret_find(finding->symbol))
        finding->symbol = hidden;
    for (size_t i = 0; i < finding->evidence.len; i++)
        if (secret_find(finding->evidence.ptr[i]))
            finding->evidence.ptr[i] = hidden;
}

static int worst_first(const void *a, const void *b)
{
    const Finding *x = a, *y = b;
    if (x->severity != y->severity)
        return x->severity > y->severity ? -1 : 1;
    int order = str_compare(x->path, y->path);
    if (!order)
        order = x->start < y->start ? -1 : x->start > y->start;
    if (!order)
        order = x->rule < y->rule ? -1 : x->rule > y->rule;
    return order ? order : str_compare(x->message, y->message);
}

static bool find_all(const ReviewContext *review, ReviewReport *report, Err *err)
{
    for (size_t i = 0; i < review_rule_count(); i++) {
        const ReviewFind find = {review, review_rule_at(i), &report->findings, &report->unseen};
        if (review->policy->rules[i].on && !find.rule->find(&find, err))
            return false;
    }
    for (size_t i = 0; i < report->findings.len; i++) {
        anchor(review, &report->findings.ptr[i]);
        hide_secrets(&report->findings.ptr[i]);
    }
    if (report->findings.len)
        qsort(report->findings.ptr, report->findings.len, sizeof(Finding), worst_first);
    review_put_fingerprints(review->arena, &report->findings);
    return true;
}

/* ---- what was not reviewed ---- */

static const char *action_for(Str reason)
{
    static const struct {
        const char *start, *action;
    } rows[] = {
        {"binary", "look at it by hand; the policy's accept_binary names files that need no look"},
        {"submodule with", "commit or drop what is in it; fovea review in its directory judges it"},
        {"submodule whose", "fovea review in its directory says why"},
        {"submodule", "review the other repository between the two commits"},
        {"its merge", "finish the merge, then review again"},
        {"of an unknown", "look at it by hand: what its code does was not looked at"},
        {"too large", "look at it by hand, or split it"},
        {"larger", "look at it by hand, or keep it out of the repository"},
        {"not parsed", "look at it by hand; fovea map FILE says what is wrong with it"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (str_starts(reason, str_from(rows[i].start)))
            return rows[i].action;
    return "look at it by hand";
}

static void add_unseen(const ReviewContext *review, ReviewReport *report, const ChangedFile *file,
                       Str reason)
{
    *VEC_PUSH(review->arena, &report->unseen) =
        (ReviewUnseen){review_path(file), reason, str_from(action_for(reason))};
}

static void find_unseen(const ReviewContext *review, ReviewReport *report)
{
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (file->unseen.len && !review_is_accepted_binary(review, file))
            add_unseen(review, report, file, file->unseen);
        else if (file->note.len && !file->unseen.len)
            add_unseen(review, report, file, file->note);
        else if (review_is_unknown(file))
            add_unseen(review, report, file, STR("of an unknown language, read line by line"));
    }
    if (review->unread)
        *VEC_PUSH(review->arena, &report->unseen) = (ReviewUnseen){
            .reason = str_format(review->arena,
                                 "%zu files may use what changes; the review left them unread",
                                 review->unread),
            .action = STR("review the change in parts: fovea review --commit of each commit")};
    if (review->skipped)
        *VEC_PUSH(review->arena, &report->unseen) = (ReviewUnseen){
            .reason = str_format(review->arena,
                                 "the change takes away more names than the review looks for; it "
                                 "left out %zu",
                                 review->skipped),
            .action = STR("review the change in parts: fovea review --commit of each commit")};
    if (review->unseen_code.len)
        *VEC_PUSH(review->arena, &report->unseen) = (ReviewUnseen){
            .reason = review->unseen_code,
            .action = STR("index all of the repository: fovea index --max-depth 0 "
                          "--extensions all, or raise index.memory where that is the limit")};
}

/* ---- risk ---- */

/* A change beyond either is at least of medium risk: nobody reads all of it with care. */
#define MANY_FILES 30
#define MANY_LINES 600

static bool touches_tests(const ReviewContext *review)
{
    for (size_t i = 0; i < review->set->files.len; i++)
        if (review_class(review, &review->set->files.ptr[i]) == FILE_TEST)
            return true;
    return false;
}

static bool touches_code(const ReviewContext *review)
{
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (file->symbols.len && review_class(review, file) == FILE_SOURCE)
            return true;
    }
    return false;
}

static void raise_risk(const ReviewContext *review, ReviewReport *report, ReviewRisk risk,
                       Str reason)
{
    report->risk = MAX(report->risk, risk);
    *VEC_PUSH(review->arena, &report->risk_reasons) = reason;
}

/* The rules with findings of that severity, without repetition. */
static Str rules_of(const ReviewContext *review, const ReviewReport *report,
                    ReviewSeverity severity)
{
    Buf names = buf_open(review->arena, 0);
    for (size_t i = 0; i < review_rule_count(); i++)
        for (size_t k = 0; k < report->findings.len; k++) {
            const Finding *finding = &report->findings.ptr[k];
            if (finding->severity != severity || finding->rule != review_rule_at(i))
                continue;
            buf_printf(&names, "%s%s", names.len ? ", " : "", finding->rule->id);
            break;
        }
    return buf_str(&names);
}

static void weigh(const ReviewContext *review, ReviewReport *report)
{
    uint64_t lines = report->lines_added + report->lines_removed;
    if (report->counts[REVIEW_ERROR])
        raise_risk(review, report, REVIEW_RISK_HIGH, rules_of(review, report, REVIEW_ERROR));
    if (report->counts[REVIEW_WARNING])
        raise_risk(review, report, REVIEW_RISK_MEDIUM, rules_of(review, report, REVIEW_WARNING));
    if (report->unseen.len)
        raise_risk(review, report, REVIEW_RISK_MEDIUM, STR("not all of it was seen"));
    if ((report->files > MANY_FILES || lines > MANY_LINES) && touches_code(review))
        raise_risk(review, report, REVIEW_RISK_MEDIUM,
                   touches_tests(review) ? STR("a large change")
                                         : STR("a large change, and no test changed"));
}

/* ---- the verdict ---- */

static void count_all(const ReviewContext *review, ReviewReport *report)
{
    report->files = review->set->files.len;
    report->lines_added = review->set->lines_added;
    report->lines_removed = review->set->lines_removed;
    for (size_t i = 0; i < report->findings.len; i++)
        report->counts[report->findings.ptr[i].severity]++;
}

static void decide(const ReviewPolicy *policy, ReviewReport *report)
{
    bool high = report->risk == REVIEW_RISK_HIGH && policy->block_high_risk;
    bool medium = report->risk >= REVIEW_RISK_MEDIUM && policy->warn_medium_risk;
    if (report->counts[REVIEW_ERROR] || high)
        report->status = REVIEW_BLOCKED;
    else if (report->counts[REVIEW_WARNING] || report->unseen.len || medium)
        report->status = REVIEW_CHANGES_REQUESTED;
}

static void put_count(Buf *out, size_t count, const char *what)
{
    if (count)
        buf_printf(out, "%s%zu %s%s", out->len ? ", " : "", count, what, count == 1 ? "" : "s");
}

static Str summary_of(Arena *arena, const ReviewReport *report)
{
    Buf found = buf_open(arena, 0), all = buf_open(arena, 0);
    put_count(&found, report->counts[REVIEW_ERROR], "error");
    put_count(&found, report->counts[REVIEW_WARNING], "warning");
    put_count(&found, report->counts[REVIEW_NOTE], "note");
    if (!found.len)
        buf_put(&found, STR("nothing found"));
    put_count(&all, report->files, "file");
    buf_printf(&all, ", +%llu −%llu lines: %.*s", (unsigned long long)report->lines_added,
               (unsigned long long)report->lines_removed, STR_ARG(buf_str(&found)));
    if (report->suppressed.len)
        buf_printf(&all, ", %zu silenced", report->suppressed.len);
    size_t files = 0;
    for (size_t i = 0; i < report->unseen.len; i++)
        files += report->unseen.ptr[i].path.len > 0;
    if (files)
        buf_printf(&all, "; %zu file%s not seen as a whole", files, files == 1 ? "" : "s");
    if (report->unseen.len > files)
        buf_printf(&all, "; %zu check%s incomplete", report->unseen.len - files,
                   report->unseen.len - files == 1 ? "" : "s");
    return report->files ? buf_str(&all) : STR("no difference");
}

bool review_run(ReviewContext *review, const ReviewAsked *asked, ReviewReport *report, Err *err)
{
    review_prepare(review);
    report->policy = review->policy->source;
    if (!find_all(review, report, err))
        return false;
    review_suppress(review, asked, report);
    find_unseen(review, report);
    count_all(review, report);
    weigh(review, report);
    decide(review->policy, report);
    report->summary = summary_of(review->arena, report);
    return true;
}
