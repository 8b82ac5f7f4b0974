#include "differ/review_page.h"

#include "base/path.h"
#include "differ/diff_graph.h"
#include "differ/differ_page.h"

static DiffFindings findings_of(Arena *arena, const ReviewReport *report)
{
    DiffFindings findings = {.verdict = review_status_name(report->status),
                             .risk = review_risk_name(report->risk),
                             .summary = report->summary};
    for (size_t i = 0; i < report->findings.len; i++) {
        const Finding *finding = &report->findings.ptr[i];
        *VEC_PUSH(arena, &findings.rows) =
            (DiffFinding){.severity = review_severity_name(finding->severity),
                          .rule = str_from(finding->rule->id),
                          .message = finding->message,
                          .suggestion = finding->suggestion,
                          .path = finding->path,
                          .line = finding->start,
                          .last = finding->end,
                          .gone = finding->gone,
                          .secret = str_starts(str_from(finding->rule->id), STR("secret-"))};
    }
    return findings;
}

static void put_page(SessionRequest *request, IndexSession *session, const ReviewPage *review,
                     Buf *out)
{
    const ChangeSet *set = &review->sides->set;
    Arena *arena = request->arena;
    DiffTests tests = {0};
    ChangeGroups groups = {0};
    DiffFindings findings = findings_of(arena, review->report);
    bool whole = session->catalog != NULL;
    if (whole) {
        diff_graph_tests(request, session, set, &tests);
        groups_find(arena, *request->scratch, set, session->catalog, &groups);
    }
    DiffView view = {.set = set,
                     .order = diff_order(arena, set),
                     .base = review->sides->base,
                     .head = review->sides->head,
                     .shown = set->files.len,
                     .unseen = diff_unseen(arena, set),
                     .consequences = whole ? review->uses : NULL,
                     .groups = whole ? &groups : NULL,
                     .tests = whole ? &tests : NULL,
                     .unseen_code = review->unseen_code,
                     .unlooked = review->sides->unlooked,
                     .note = review->sides->note};
    DiffPage page = {.view = &view, .findings = &findings};
    differ_page_fill(request, session, review->sides,
                     STR("fovea diff BASE...HEAD PATH --format html"), &page);
    diff_put_page(out, *request->scratch, &page);
}

bool review_page_write(SessionRequest *request, IndexSession *session, const ReviewPage *review,
                       Str name, Err *err)
{
    Buf out = buf_open(request->arena, 0);
    put_page(request, session, review, &out);
    return fs_write_atomic(*request->scratch, path_join(request->arena, request->policy.root, name),
                           buf_str(&out), 0644, err);
}
