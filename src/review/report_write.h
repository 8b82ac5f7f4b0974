/* A report in the forms of those who read it. Texts of the change are quoted for each: none becomes
   markup, a mention, a command of a log or a sign of a terminal. */
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

/* Findings that are shown beside the code, and first in a list for people. */
#define REVIEW_INLINE_MAX 10

void review_put(Buf *out, Arena *arena, ReviewOutput output, const ReviewReport *report);

Json *review_value(Arena *arena, const ReviewReport *report);
/* The rules as they are without a policy. */
void review_put_rules(Buf *out);
Json *review_rules_value(Arena *arena);
void review_put_rules_markdown(Buf *out);

/* ---- one form each ---- */

void review_put_text(Buf *out, const ReviewReport *report);
void review_put_markdown(Buf *out, const ReviewReport *report);
void review_put_github(Buf *out, const ReviewReport *report);
Json *review_sarif_value(Arena *arena, const ReviewReport *report);
Json *review_gitlab_value(Arena *arena, const ReviewReport *report);
Json *review_rdjson_value(Arena *arena, const ReviewReport *report);
/* A message and what to do as one text of one line. */
Str review_full_message(Arena *arena, const Finding *finding);
/* The line of a finding that a host shows it at; 1 for a file as a whole. */
uint32_t review_first_line(const Finding *finding);
uint32_t review_last_line(const Finding *finding);
