/* Report of a review: the findings of all rules, what could not be reviewed, and a verdict. */
#pragma once

#include "review/rule.h"

typedef enum ReviewStatus {
    REVIEW_APPROVED,
    REVIEW_CHANGES_REQUESTED,
    REVIEW_BLOCKED,
} ReviewStatus;

typedef enum ReviewRisk {
    REVIEW_RISK_LOW,
    REVIEW_RISK_MEDIUM,
    REVIEW_RISK_HIGH,
} ReviewRisk;

Str review_status_name(ReviewStatus status);
Str review_risk_name(ReviewRisk risk);

typedef struct ReviewSuppressed {
    Str fingerprint, rule, path;
    Str by; /* waiver, baseline or fovea-ignore, with the reason */
} ReviewSuppressed;

typedef struct ReviewReport {
    ReviewStatus status;
    ReviewRisk risk;
    ReviewTexts risk_reasons;
    Str summary;
    FindingVec findings; /* by descending severity, then by path and line */
    ReviewUnseenVec unseen;
    VEC(ReviewSuppressed) suppressed;
    ReviewTexts notes;               /* about expired waivers, … */
    size_t counts[REVIEW_ERROR + 1]; /* by severity */
    size_t files;
    uint64_t lines_added, lines_removed;
    Str base, head;       /* as shown to readers */
    Str base_id, head_id; /* commits, or empty */
    Str policy;           /* where it was read from */
} ReviewReport;

typedef struct ReviewAsked {
    Str today;                /* as 2026-11-26 */
    const ReviewTexts *known; /* fingerprints that a baseline accepts, or NULL */
} ReviewAsked;

/* Runs all rules that are on, applies suppressions and decides the verdict. `report` must be
   zeroed except for base and head. */
bool review_run(ReviewContext *review, const ReviewAsked *asked, ReviewReport *report,
                Err *err) MUST_USE;
