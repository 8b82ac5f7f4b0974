/* Policy of a review: what a repository requires of changes, from .fovea-review.toml. It is read
   from the base, so a change cannot alter the policy it is held to. */
#pragma once

#include "base/err.h"
#include "review/finding.h"

#define REVIEW_POLICY_NAME ".fovea-review.toml"

/* Setting of a rule; if not given, the table of rules applies. */
typedef struct ReviewSetting {
    bool given;
    bool on;
    bool has_severity;
    ReviewSeverity severity;
} ReviewSetting;

/* Acceptance of findings until a day. Empty fields match everything. */
typedef struct ReviewWaiver {
    Str rule, path, symbol, fingerprint; /* path: a pattern as in .gitignore */
    Str reason;
    Str expires;   /* 2026-12-31: the last day on which it is valid */
    uint32_t line; /* in the policy */
} ReviewWaiver;

/* A module, and the modules it may depend on. */
typedef struct ReviewDirection {
    Str module;
    ReviewTexts may_use;
    uint32_t line;
} ReviewDirection;

typedef struct ReviewPolicy {
    Str source;           /* where it was read from, for readers; or empty */
    ReviewSetting *rules; /* parallel to the table of rules */
    uint32_t max_cognitive, max_lines, max_file_kb;
    uint32_t similarity; /* percent */
    bool block_high_risk, warn_medium_risk;
    bool suppress_in_change; /* `fovea-ignore` counts even if the change itself adds it */
    ReviewTexts protected_paths, accept_binary; /* patterns as in .gitignore */
    VEC(ReviewWaiver) waivers;
    VEC(ReviewDirection) directions;
} ReviewPolicy;

/* The policy of repositories without one. */
ReviewPolicy review_policy_default(Arena *arena);
/* Parses a policy. `name` is the file's name; errors give it with the line. */
bool review_policy_parse(Arena *arena, Str name, Str text, ReviewPolicy *policy, Err *err) MUST_USE;
/* Whether a pattern as in .gitignore matches the path or a directory above it. */
bool review_pattern_fits(Arena scratch, Str pattern, Str path);
/* Whether one of the patterns matches; *pattern is then the first that does. */
bool review_path_fits(Arena scratch, const ReviewTexts *patterns, Str path, Str *pattern);
