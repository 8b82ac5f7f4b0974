#include "review/report_write.h"

#include "text/plain.h"

#define EVIDENCE_TOLD 8

Str review_full_message(Arena *arena, const Finding *finding)
{
    Buf out = buf_open(arena, 0);
    plain_put(&out, finding->message);
    for (size_t i = 0; i < MIN(finding->evidence.len, (size_t)EVIDENCE_TOLD); i++) {
        buf_put(&out, STR("; "));
        plain_put(&out, finding->evidence.ptr[i]);
    }
    size_t more = finding_left_out(finding, EVIDENCE_TOLD);
    if (more)
        buf_printf(&out, "; %zu more", more);
    if (finding->suggestion.len) {
        buf_put(&out, STR(". To do: "));
        plain_put(&out, finding->suggestion);
    }
    buf_put_byte(&out, '.');
    return buf_str(&out);
}

Str review_shown_path(const Finding *finding)
{
    return finding->use_path.len ? finding->use_path : finding->path;
}

uint32_t review_first_line(const Finding *finding)
{
    if (finding->use_path.len)
        return finding->use_line;
    return finding->gone || !finding->start ? 1 : finding->anchor;
}

uint32_t review_last_line(const Finding *finding)
{
    if (finding->use_path.len)
        return finding->use_line;
    return finding->gone || !finding->start ? 1 : MAX(finding->anchor, finding->end);
}

static void put_json(Buf *out, const Json *value)
{
    json_write(out, value, 2);
    buf_put_byte(out, '\n');
}

void review_put(Buf *out, Arena *arena, ReviewOutput output, const ReviewReport *report)
{
    switch (output) {
    case REVIEW_OUTPUT_TEXT: review_put_text(out, report); break;
    case REVIEW_OUTPUT_JSON: put_json(out, review_value(arena, report)); break;
    case REVIEW_OUTPUT_MARKDOWN: review_put_markdown(out, report); break;
    case REVIEW_OUTPUT_SARIF: put_json(out, review_sarif_value(arena, report)); break;
    case REVIEW_OUTPUT_GITLAB: put_json(out, review_gitlab_value(arena, report)); break;
    case REVIEW_OUTPUT_RDJSON: put_json(out, review_rdjson_value(arena, report)); break;
    case REVIEW_OUTPUT_GITHUB: review_put_github(out, report); break;
    }
}
