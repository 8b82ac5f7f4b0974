/* Which findings do not count: accepted by a waiver of the policy, by a baseline, or beside the
   code by `fovea-ignore: RULE reason`. */
#pragma once

#include "base/json.h"
#include "review/report.h"

/* Takes them out of the report's findings, and says by what. Fingerprints are there. */
void review_suppress(const ReviewContext *review, const ReviewAsked *asked, ReviewReport *report);

/* A baseline: JSON with the fingerprints of findings. `name` is for errors. */
bool review_baseline_read(Arena *arena, Str name, Str text, ReviewTexts *fingerprints,
                          Err *err) MUST_USE;
Json *review_baseline_value(Arena *arena, const ReviewReport *report);
