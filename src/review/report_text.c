/* For people at a terminal. */
#include "review/report_write.h"

#include "text/address.h"
#include "text/plain.h"

/* A person reads the first few screens; what was left out is counted. */
#define SHOWN_MAX 30
#define UNSEEN_SHOWN 10

static void put_path(Buf *out, Str path)
{
    buf_put(out, address_shown(out->arena, path));
}

static void put_line(Buf *out, const char *before, Str text)
{
    buf_put(out, str_from(before));
    plain_put(out, text);
    buf_put_byte(out, '\n');
}

static void put_finding(Buf *out, const Finding *finding)
{
    Str severity = review_severity_name(finding->severity);
    buf_printf(out, "\n%.*s %s ", STR_ARG(severity), finding->rule->id);
    put_path(out, finding->path);
    if (finding->start) {
        buf_printf(out, ":%u", finding->start);
        if (finding->end > finding->start)
            buf_printf(out, "-%u", finding->end);
    }
    put_line(out, finding->gone ? " (gone)\n  " : "\n  ", finding->message);
    for (size_t i = 0; i < MIN(finding->evidence.len, (size_t)EVIDENCE_SHOWN); i++)
        put_line(out, "  - ", finding->evidence.ptr[i]);
    size_t more = finding_left_out(finding, EVIDENCE_SHOWN);
    if (more)
        buf_printf(out, "  - %zu more\n", more);
    if (finding->suggestion.len)
        put_line(out, "  → ", finding->suggestion);
}

static void put_unseen(Buf *out, const ReviewReport *report)
{
    size_t shown = MIN(report->unseen.len, (size_t)UNSEEN_SHOWN);
    if (shown)
        buf_put_byte(out, '\n');
    for (size_t i = 0; i < shown; i++) {
        const ReviewUnseen *unseen = &report->unseen.ptr[i];
        buf_put(out, STR("not seen: "));
        put_path(out, unseen->path);
        buf_put(out, unseen->path.len ? STR(": ") : (Str){0});
        plain_put(out, unseen->reason);
        put_line(out, "\n  → ", unseen->action);
    }
    if (shown < report->unseen.len)
        buf_printf(out, "not seen: %zu more, see --output json\n", report->unseen.len - shown);
}

static void put_head(Buf *out, const ReviewReport *report)
{
    static const char *const verdicts[] = {"approved", "changes requested", "blocked"};
    Str risk = review_risk_name(report->risk);
    buf_printf(out, "%s, risk %.*s: %.*s\n", verdicts[report->status], STR_ARG(risk),
               STR_ARG(report->summary));
    plain_put(out, report->base);
    buf_put(out, STR(" → "));
    plain_put(out, report->head);
    put_line(out, "; policy: ", report->policy.len ? report->policy : STR("none"));
    for (size_t i = 0; i < report->risk_reasons.len; i++)
        put_line(out, "risk: ", report->risk_reasons.ptr[i]);
}

void review_put_text(Buf *out, const ReviewReport *report)
{
    size_t shown = MIN(report->findings.len, (size_t)SHOWN_MAX);
    put_head(out, report);
    for (size_t i = 0; i < shown; i++)
        put_finding(out, &report->findings.ptr[i]);
    if (shown < report->findings.len)
        buf_printf(out, "\n%zu more: --output json has all\n", report->findings.len - shown);
    put_unseen(out, report);
    for (size_t i = 0; i < report->notes.len; i++)
        put_line(out, i ? "" : "\n", report->notes.ptr[i]);
}

/* ---- rules ---- */

void review_put_rules(Buf *out)
{
    for (size_t i = 0; i < review_rule_count(); i++) {
        const ReviewRule *rule = review_rule_at(i);
        Str severity = review_severity_name(rule->severity), type = review_type_name(rule->type);
        buf_printf(out, "%s (%.*s, %.*s%s)\n  %s\n  why: %s\n  silence: %s\n", rule->id,
                   STR_ARG(severity), STR_ARG(type), rule->on ? "" : ", off", rule->looks,
                   rule->why, rule->suppression);
    }
}

void review_put_rules_markdown(Buf *out)
{
    buf_put(out, STR("| rule | severity | type | looks at | why | silenced by |\n"
                     "|---|---|---|---|---|---|\n"));
    for (size_t i = 0; i < review_rule_count(); i++) {
        const ReviewRule *rule = review_rule_at(i);
        Str severity = review_severity_name(rule->severity), type = review_type_name(rule->type);
        buf_printf(out, "| `%s` | %.*s%s | %.*s | %s | %s | %s |\n", rule->id, STR_ARG(severity),
                   rule->on ? "" : ", off", STR_ARG(type), rule->looks, rule->why,
                   rule->suppression);
    }
}
