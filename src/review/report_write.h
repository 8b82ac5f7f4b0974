/* Writers: a report in each output format. Texts of the change are quoted for the format, so that
   none acts as markup, a mention, a log command or a terminal escape. */
#pragma once

#include "base/json.h"
#include "review/report.h"

#define REVIEW_OUTPUTS(X) \
    X(TEXT, "text") \
    X(JSON, "json") \
    X(MARKDOWN, "markdown") \
    X(SARIF, "sarif") \
    X(GITLAB, "gitlab") \
    X(RDJSON, "rdjson") \
    X(GITHUB, "github")

typedef enum ReviewOutput {
#define X(name, text) REVIEW_OUTPUT_##name,
    REVIEW_OUTPUTS(X)
#undef X
} ReviewOutput;

/* Findings shown as inline annotations, and first in lists for people. */
#define REVIEW_INLINE_MAX 10
/* Lines of evidence of a finding in lists for people; the rest is counted. */
#define EVIDENCE_SHOWN 4

void review_put(Buf *out, Arena *arena, ReviewOutput output, const ReviewReport *report);

Json *review_value(Arena *arena, const ReviewReport *report);
/* The rules with their defaults. */
void review_put_rules(Buf *out);
Json *review_rules_value(Arena *arena);
void review_put_rules_markdown(Buf *out);

/* ---- one format each ---- */

void review_put_text(Buf *out, const ReviewReport *report);
void review_put_markdown(Buf *out, const ReviewReport *report);
void review_put_github(Buf *out, const ReviewReport *report);
Json *review_sarif_value(Arena *arena, const ReviewReport *report);
Json *review_gitlab_value(Arena *arena, const ReviewReport *report);
Json *review_rdjson_value(Arena *arena, const ReviewReport *report);
/* Message, evidence and suggestion as a single line. */
Str review_full_message(Arena *arena, const Finding *finding);
/* The lines at which a host shows a finding; 1 for a file as a whole. */
/* The file in which hosts show it: one that the head has, if there is one to show. */
Str review_shown_path(const Finding *finding);
uint32_t review_first_line(const Finding *finding);
uint32_t review_last_line(const Finding *finding);
