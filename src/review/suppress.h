/* Suppression of findings: by a waiver of the policy, by a baseline, or next to the code by
   `fovea-ignore: RULE reason`. */
#pragma once

#include "base/json.h"
#include "review/report.h"

/* Moves suppressed findings to report->suppressed, with the cause. Fingerprints must be set. */
void review_suppress(const ReviewContext *review, const ReviewAsked *asked, ReviewReport *report);

/* Reads a baseline: JSON with the fingerprints of findings. `name` is for errors. */
bool review_baseline_read(Arena *arena, Str name, Str text, ReviewTexts *fingerprints,
                          Err *err) MUST_USE;
/* A baseline that accepts all current findings, and those accepted by a baseline before. */
Json *review_baseline_value(Arena *arena, const ReviewReport *report);
