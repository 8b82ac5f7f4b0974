/* The complete report, for programs. */
#include "review/report_write.h"

#include "text/address.h"

/* Keeps the answer at some MB; the total is given. */
#define FINDINGS_TOLD_MAX 5000

static Json *path_value(Arena *arena, Str path)
{
    return json_str(arena, address_value(arena, path));
}

static Json *finding_value(Arena *arena, const Finding *finding)
{
    Json *value = json_object(arena);
    json_set(value, STR("rule"), json_str(arena, str_from(finding->rule->id)));
    json_set(value, STR("severity"), json_str(arena, review_severity_name(finding->severity)));
    json_set(value, STR("type"), json_str(arena, review_type_name(finding->rule->type)));
    json_set(value, STR("message"), json_str(arena, finding->message));
    json_set(value, STR("path"), path_value(arena, finding->path));
    json_set(value, STR("start"), json_u64(arena, finding->start));
    json_set(value, STR("end"), json_u64(arena, finding->end));
    if (finding->gone)
        json_set(value, STR("gone"), json_bool(arena, true));
    json_set(value, STR("in_diff"), json_bool(arena, finding->in_diff));
    json_set(value, STR("line"), json_u64(arena, finding->anchor));
    json_set(value, STR("symbol"), json_str(arena, finding->symbol));
    json_set(value, STR("fingerprint"), json_str(arena, finding->fingerprint));
    json_set(value, STR("evidence"),
             json_texts(arena, finding->evidence.ptr, finding->evidence.len));
    if (finding->more)
        json_set(value, STR("evidence_left_out"), json_u64(arena, finding->more));
    json_set(value, STR("suggestion"), json_str(arena, finding->suggestion));
    return value;
}

static Json *counts_value(Arena *arena, const ReviewReport *report)
{
    Json *value = json_object(arena);
    json_set(value, STR("error"), json_u64(arena, report->counts[REVIEW_ERROR]));
    json_set(value, STR("warning"), json_u64(arena, report->counts[REVIEW_WARNING]));
    json_set(value, STR("note"), json_u64(arena, report->counts[REVIEW_NOTE]));
    json_set(value, STR("silenced"), json_u64(arena, report->suppressed.len));
    json_set(value, STR("unseen"), json_u64(arena, report->unseen.len));
    json_set(value, STR("files"), json_u64(arena, report->files));
    json_set(value, STR("lines_added"), json_u64(arena, report->lines_added));
    json_set(value, STR("lines_removed"), json_u64(arena, report->lines_removed));
    return value;
}

static Json *unseen_value(Arena *arena, const ReviewReport *report)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < report->unseen.len; i++) {
        const ReviewUnseen *unseen = &report->unseen.ptr[i];
        Json *value = json_object(arena);
        json_set(value, STR("path"), path_value(arena, unseen->path));
        json_set(value, STR("reason"), json_str(arena, unseen->reason));
        json_set(value, STR("action"), json_str(arena, unseen->action));
        json_add(list, value);
    }
    return list;
}

static Json *suppressed_value(Arena *arena, const ReviewReport *report)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < report->suppressed.len; i++) {
        const ReviewSuppressed *suppressed = &report->suppressed.ptr[i];
        Json *value = json_object(arena);
        json_set(value, STR("rule"), json_str(arena, suppressed->rule));
        json_set(value, STR("path"), path_value(arena, suppressed->path));
        json_set(value, STR("fingerprint"), json_str(arena, suppressed->fingerprint));
        json_set(value, STR("by"), json_str(arena, suppressed->by));
        json_add(list, value);
    }
    return list;
}

Json *review_value(Arena *arena, const ReviewReport *report)
{
    Json *value = json_object(arena), *findings = json_array(arena);
    size_t reported = MIN(report->findings.len, (size_t)FINDINGS_TOLD_MAX);
    json_set(value, STR("_type"), json_str(arena, STR("review")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("status"), json_str(arena, review_status_name(report->status)));
    json_set(value, STR("risk_score"), json_str(arena, review_risk_name(report->risk)));
    json_set(value, STR("risk_reasons"),
             json_texts(arena, report->risk_reasons.ptr, report->risk_reasons.len));
    json_set(value, STR("summary"), json_str(arena, report->summary));
    json_set(value, STR("base"), json_str(arena, report->base));
    json_set(value, STR("head"), json_str(arena, report->head));
    json_set_text(arena, value, STR("base_commit"), report->base_id);
    json_set_text(arena, value, STR("head_commit"), report->head_id);
    json_set(value, STR("policy"), json_str(arena, report->policy));
    json_set(value, STR("counts"), counts_value(arena, report));
    for (size_t i = 0; i < reported; i++)
        json_add(findings, finding_value(arena, &report->findings.ptr[i]));
    json_set(value, STR("findings"), findings);
    if (reported < report->findings.len)
        json_set(value, STR("findings_left_out"), json_u64(arena, report->findings.len - reported));
    json_set(value, STR("unseen"), unseen_value(arena, report));
    json_set(value, STR("silenced"), suppressed_value(arena, report));
    json_set(value, STR("notes"), json_texts(arena, report->notes.ptr, report->notes.len));
    return value;
}

Json *review_rules_value(Arena *arena)
{
    Json *value = json_object(arena), *list = json_array(arena);
    json_set(value, STR("_type"), json_str(arena, STR("review_rules")));
    json_set(value, STR("version"), json_u64(arena, 1));
    for (size_t i = 0; i < review_rule_count(); i++) {
        const ReviewRule *rule = review_rule_at(i);
        Json *row = json_object(arena);
        json_set(row, STR("id"), json_str(arena, str_from(rule->id)));
        json_set(row, STR("type"), json_str(arena, review_type_name(rule->type)));
        json_set(row, STR("severity"), json_str(arena, review_severity_name(rule->severity)));
        json_set(row, STR("on"), json_bool(arena, rule->on));
        json_set(row, STR("looks"), json_str(arena, str_from(rule->looks)));
        json_set(row, STR("why"), json_str(arena, str_from(rule->why)));
        json_set(row, STR("silence"), json_str(arena, str_from(rule->suppression)));
        json_add(list, row);
    }
    json_set(value, STR("rules"), list);
    return value;
}
