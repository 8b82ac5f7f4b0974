/* What a repository asks of a change: .fovea-review.toml. It is read from the base, so a change is
   held to what stood before it. */
#pragma once

#include "base/err.h"
#include "review/finding.h"

#define REVIEW_POLICY_NAME ".fovea-review.toml"

/* How a rule is set; the table's own severity where it is not. */
typedef struct ReviewSetting {
    bool given;
    bool on;
    bool has_severity;
    ReviewSeverity severity;
} ReviewSetting;

/* Findings that are accepted until a day. What is empty fits all. */
typedef struct ReviewWaiver {
    Str rule, path, symbol, fingerprint; /* path: a pattern as in .gitignore */
    Str reason;
    Str expires;   /* 2026-12-31, the last day on which it counts */
    uint32_t line; /* in the policy */
} ReviewWaiver;

/* A module and what it may depend on. */
typedef struct ReviewDirection {
    Str module;
    ReviewTexts may_use;
    uint32_t line;
} ReviewDirection;

typedef struct ReviewPolicy {
    Str source;           /* where it came from, as a reader would say it; empty: there is none */
    ReviewSetting *rules; /* parallel to the table */
    uint32_t max_cognitive, max_lines, max_file_kb;
    uint32_t similarity; /* per cent */
    bool block_high_risk, warn_medium_risk;
    bool suppress_in_change; /* `fovea-ignore` counts also where the change itself brings it */
    ReviewTexts protected_paths, accept_binary; /* patterns as in .gitignore */
    VEC(ReviewWaiver) waivers;
    VEC(ReviewDirection) directions;
} ReviewPolicy;

/* The policy of who has none. */
ReviewPolicy review_policy_default(Arena *arena);
/* `name` is the file's, for errors, which name it with the line. */
bool review_policy_parse(Arena *arena, Str name, Str text, ReviewPolicy *policy, Err *err) MUST_USE;
/* Whether a pattern as in .gitignore is about a path, or a directory that it is in. */
bool review_pattern_fits(Arena scratch, Str pattern, Str path);
/* The first of them that is. */
bool review_path_fits(Arena scratch, const ReviewTexts *patterns, Str path, Str *pattern);
