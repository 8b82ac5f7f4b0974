#include "tools/review_page.h"

#include "base/path.h"
#include "tools/diff_graph.h"
#include "tools/diff_page.h"

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

static void put_page(ToolCall *call, IndexSession *session, const ReviewPage *review, Buf *out)
{
    const ChangeSet *set = &review->sides->set;
    Arena *arena = call->arena;
    DiffTests tests = {0};
    ChangeGroups groups = {0};
    DiffFindings findings = findings_of(arena, review->report);
    bool whole = session->catalog != NULL;
    if (whole) {
        diff_graph_tests(call, session, set, &tests);
        groups_find(arena, *call->scratch, set, session->catalog, &groups);
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
                     .note = review->sides->note};
    DiffPage page = {.view = &view, .findings = &findings};
    diff_page_fill(call, session, review->sides, &page);
    diff_put_page(out, *call->scratch, &page);
}

bool review_page_write(ToolCall *call, IndexSession *session, const ReviewPage *review, Err *err)
{
    Str name = tool_text(call, "write_page");
    if (!name.len)
        return true;
    Buf out = buf_open(call->arena, 0);
    put_page(call, session, review, &out);
    return fs_write_atomic(*call->scratch, path_join(call->arena, call->context->root, name),
                           buf_str(&out), 0644, err);
}
