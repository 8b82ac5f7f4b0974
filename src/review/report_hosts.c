/* Formats of code hosts: GitHub annotations, GitLab code quality, reviewdog diagnostics. */
#include "review/report_write.h"

#include "text/plain.h"

static const char *level_of(ReviewSeverity severity)
{
    static const char *const levels[] = {"notice", "warning", "error"};
    return levels[severity];
}

/* ---- annotations: log commands, of which a step may have ten per level ---- */

static void put_command_text(Buf *out, Str text, bool property)
{
    Buf plain = buf_open(out->arena, 0);
    plain_put(&plain, text);
    for (size_t i = 0; i < plain.len; i++) {
        char c = plain.ptr[i];
        if (c == '%' || (property && (c == ':' || c == ',')))
            buf_printf(out, "%%%02X", (unsigned)c);
        else
            buf_put_byte(out, c);
    }
}

/* Control characters in a path are percent-encoded, not removed, so that the path stays the
   file's. */
static void put_command_path(Buf *out, Str path)
{
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.ptr[i];
        if (c < 0x20 || c == 0x7F || byte_in((char)c, "%:,"))
            buf_printf(out, "%%%02X", c);
        else
            buf_put_byte(out, (char)c);
    }
}

static void put_annotation(Buf *out, const Finding *finding)
{
    buf_printf(out, "::%s file=", level_of(finding->severity));
    put_command_path(out, review_shown_path(finding));
    buf_printf(out, ",line=%u,endLine=%u,title=%s::", review_first_line(finding),
               review_last_line(finding), finding->rule->id);
    put_command_text(out, review_full_message(out->arena, finding), false);
    buf_put_byte(out, '\n');
}

void review_put_github(Buf *out, const ReviewReport *report)
{
    size_t shown = MIN(report->findings.len, (size_t)REVIEW_INLINE_MAX);
    for (size_t i = 0; i < shown; i++)
        put_annotation(out, &report->findings.ptr[i]);
    for (size_t i = 0; i < MIN(report->unseen.len, (size_t)REVIEW_INLINE_MAX); i++) {
        const ReviewUnseen *unseen = &report->unseen.ptr[i];
        buf_put(out, unseen->path.len ? STR("::warning file=") : STR("::warning title=not seen"));
        put_command_path(out, unseen->path);
        buf_put(out, unseen->path.len ? STR(",title=not seen::") : STR("::"));
        put_command_text(out, unseen->reason, false);
        buf_put(out, STR(". To do: "));
        put_command_text(out, unseen->action, false);
        buf_put_byte(out, '\n');
    }
    Str status = review_status_name(report->status), risk = review_risk_name(report->risk);
    buf_printf(out, "::%s title=Review::%.*s, risk %.*s, ",
               report->status == REVIEW_APPROVED ? "notice" : "error", STR_ARG(status),
               STR_ARG(risk));
    put_command_text(out, report->summary, false);
    if (shown < report->findings.len)
        buf_printf(out, " (%zu of them not shown beside the code)", report->findings.len - shown);
    buf_put_byte(out, '\n');
}

/* ---- code quality ---- */

static const char *quality_of(const Finding *finding)
{
    if (finding->severity == REVIEW_ERROR)
        return finding->rule->type == REVIEW_SECURITY ? "blocker" : "critical";
    return finding->severity == REVIEW_WARNING ? "major" : "info";
}

Json *review_gitlab_value(Arena *arena, const ReviewReport *report)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < report->findings.len; i++) {
        const Finding *finding = &report->findings.ptr[i];
        Json *value = json_object(arena), *location = json_object(arena),
             *lines = json_object(arena);
        json_set(value, STR("description"), json_str(arena, review_full_message(arena, finding)));
        json_set(value, STR("check_name"), json_str(arena, str_from(finding->rule->id)));
        json_set(value, STR("fingerprint"), json_str(arena, finding->fingerprint));
        json_set(value, STR("severity"), json_str(arena, str_from(quality_of(finding))));
        json_set(location, STR("path"), json_str(arena, review_shown_path(finding)));
        json_set(lines, STR("begin"), json_u64(arena, review_first_line(finding)));
        json_set(lines, STR("end"), json_u64(arena, review_last_line(finding)));
        json_set(location, STR("lines"), lines);
        json_set(value, STR("location"), location);
        json_add(list, value);
    }
    return list;
}

/* ---- diagnostics ---- */

static Json *position_value(Arena *arena, uint32_t line)
{
    Json *value = json_object(arena);
    json_set(value, STR("line"), json_u64(arena, line));
    return value;
}

static Json *diagnostic_value(Arena *arena, const Finding *finding)
{
    static const char *const severities[] = {"INFO", "WARNING", "ERROR"};
    Json *value = json_object(arena), *location = json_object(arena);
    Json *range = json_object(arena), *code = json_object(arena);
    json_set(value, STR("message"), json_str(arena, review_full_message(arena, finding)));
    json_set(location, STR("path"), json_str(arena, review_shown_path(finding)));
    json_set(range, STR("start"), position_value(arena, review_first_line(finding)));
    json_set(range, STR("end"), position_value(arena, review_last_line(finding)));
    json_set(location, STR("range"), range);
    json_set(value, STR("location"), location);
    json_set(value, STR("severity"), json_str(arena, str_from(severities[finding->severity])));
    json_set(code, STR("value"), json_str(arena, str_from(finding->rule->id)));
    json_set(value, STR("code"), code);
    return value;
}

Json *review_rdjson_value(Arena *arena, const ReviewReport *report)
{
    static const char *const worst[] = {"INFO", "WARNING", "ERROR"};
    Json *value = json_object(arena), *source = json_object(arena), *list = json_array(arena);
    ReviewSeverity severity = REVIEW_NOTE;
    for (size_t i = 0; i < report->findings.len; i++) {
        severity = MAX(severity, report->findings.ptr[i].severity);
        json_add(list, diagnostic_value(arena, &report->findings.ptr[i]));
    }
    json_set(source, STR("name"), json_str(arena, STR("fovea")));
    json_set(value, STR("source"), source);
    json_set(value, STR("severity"), json_str(arena, str_from(worst[severity])));
    json_set(value, STR("diagnostics"), list);
    return value;
}
