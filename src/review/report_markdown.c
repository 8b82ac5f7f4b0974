/* For a summary or a comment on GitHub and GitLab. Code spans contain no markup. Elsewhere,
   characters that could begin markup are escaped, and a zero-width space keeps mentions, references
   and addresses from becoming links. */
#include "review/report_write.h"

#include "text/address.h"
#include "text/plain.h"

/* A comment may have 65,536 characters. */
#define MARKDOWN_BYTES_MAX 60000
#define FINDINGS_MAX 60
#define UNSEEN_MAX 20
#define TEXT_CHARS_MAX 400

static Str plain(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    plain_put(&out, text);
    return str_cut_chars(arena, buf_str(&out), TEXT_CHARS_MAX);
}

static bool begins_address(Str text, size_t at)
{
    Str rest = str_from_offset(text, at);
    return str_starts(rest, STR("://")) ||
           (at >= 3 && rest.ptr[0] == '.' &&
            str_equal_nocase(str_slice(text, at - 3, at), STR("www")));
}

static void put_escaped(Buf *out, Str text)
{
    static const Str space = STR_INIT("&#8203;");
    text = plain(out->arena, text);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (begins_address(text, i))
            buf_put(out, space);
        if (c == '<')
            buf_put(out, STR("&lt;"));
        else if (c == '>')
            buf_put(out, STR("&gt;"));
        else if (c == '&')
            buf_put(out, STR("&amp;"));
        else if (byte_in(c, "\\`*_{}[]#!|~$@"))
            buf_printf(out, "\\%c", c);
        else
            buf_put_byte(out, c);
        if (byte_in(c, "@#!~%&$"))
            buf_put(out, space);
    }
}

/* Puts a code span, delimited by more backticks than the text has in a row. */
static void put_code(Buf *out, Str text)
{
    size_t run = 0, longest = 0;
    text = plain(out->arena, text);
    for (size_t i = 0; i < text.len; i++) {
        run = text.ptr[i] == '`' ? run + 1 : 0;
        longest = MAX(longest, run);
    }
    bool pad = text.len && (text.ptr[0] == '`' || text.ptr[text.len - 1] == '`');
    buf_put_repeat(out, STR("`"), longest + 1);
    buf_put(out, pad ? STR(" ") : (Str){0});
    buf_put(out, text.len ? text : STR(" "));
    buf_put(out, pad ? STR(" ") : (Str){0});
    buf_put_repeat(out, STR("`"), longest + 1);
}

static void put_place(Buf *out, const Finding *finding)
{
    Str path = address_shown(out->arena, finding->path);
    if (!finding->start)
        put_code(out, path);
    else if (finding->end > finding->start)
        put_code(out,
                 str_format(out->arena, "%.*s:%u-%u", STR_ARG(path), finding->start, finding->end));
    else
        put_code(out, str_format(out->arena, "%.*s:%u", STR_ARG(path), finding->start));
}

static void put_finding(Buf *out, const Finding *finding)
{
    Str severity = review_severity_name(finding->severity);
    buf_printf(out, "- **%.*s** `%s` ", STR_ARG(severity), finding->rule->id);
    put_place(out, finding);
    buf_put(out, STR("  \n  "));
    put_escaped(out, finding->message);
    buf_put_byte(out, '\n');
    for (size_t i = 0; i < MIN(finding->evidence.len, (size_t)EVIDENCE_SHOWN); i++) {
        buf_put(out, STR("  - "));
        put_escaped(out, finding->evidence.ptr[i]);
        buf_put_byte(out, '\n');
    }
    size_t more = finding_left_out(finding, EVIDENCE_SHOWN);
    if (more)
        buf_printf(out, "  - %zu more\n", more);
    if (finding->suggestion.len) {
        buf_put(out, STR("  - → "));
        put_escaped(out, finding->suggestion);
        buf_put_byte(out, '\n');
    }
}

static void put_findings(Buf *out, const ReviewReport *report)
{
    size_t all = report->findings.len, i = 0;
    for (; i < MIN(all, (size_t)REVIEW_INLINE_MAX); i++)
        put_finding(out, &report->findings.ptr[i]);
    if (i == all)
        return;
    buf_printf(out, "\n<details><summary>%zu more</summary>\n\n", all - i);
    for (; i < MIN(all, (size_t)FINDINGS_MAX) && out->len < MARKDOWN_BYTES_MAX; i++)
        put_finding(out, &report->findings.ptr[i]);
    if (i < all)
        buf_printf(out, "\n%zu more are in the JSON report.\n", all - i);
    buf_put(out, STR("\n</details>\n"));
}

static void put_unseen(Buf *out, const ReviewReport *report)
{
    size_t shown = MIN(report->unseen.len, (size_t)UNSEEN_MAX);
    if (shown)
        buf_put(out, STR("\n**Not seen**, so not approved:\n\n"));
    for (size_t i = 0; i < shown; i++) {
        const ReviewUnseen *unseen = &report->unseen.ptr[i];
        buf_put(out, STR("- "));
        if (unseen->path.len) {
            put_code(out, address_shown(out->arena, unseen->path));
            buf_put(out, STR(": "));
        }
        put_escaped(out, unseen->reason);
        buf_put(out, STR(" → "));
        put_escaped(out, unseen->action);
        buf_put_byte(out, '\n');
    }
    if (shown < report->unseen.len)
        buf_printf(out, "- %zu more\n", report->unseen.len - shown);
}

void review_put_markdown(Buf *out, const ReviewReport *report)
{
    static const char *const verdicts[] = {"approved", "changes requested", "blocked"};
    Str risk = review_risk_name(report->risk);
    buf_printf(out, "### Review by fovea: %s\n\nRisk **%.*s**", verdicts[report->status],
               STR_ARG(risk));
    for (size_t i = 0; i < report->risk_reasons.len; i++) {
        buf_put(out, i ? STR("; ") : STR(" ("));
        put_escaped(out, report->risk_reasons.ptr[i]);
    }
    buf_put(out, report->risk_reasons.len ? STR("). ") : STR(". "));
    put_escaped(out, report->summary);
    buf_put(out, STR(".\n"));
    put_code(out, report->base);
    buf_put(out, STR(" → "));
    put_code(out, report->head);
    if (report->policy.len) {
        buf_put(out, STR(", policy "));
        put_code(out, report->policy);
    }
    buf_put(out, STR("\n\n"));
    put_findings(out, report);
    put_unseen(out, report);
    for (size_t i = 0; i < MIN(report->notes.len, (size_t)UNSEEN_MAX); i++) {
        buf_put(out, STR("\n"));
        put_escaped(out, report->notes.ptr[i]);
        buf_put(out, STR("\n"));
    }
}
