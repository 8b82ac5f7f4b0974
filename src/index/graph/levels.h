/* Where the levels of risk begin. A score means the same everywhere; which scores are high is asked
   of a repository: below 30 is low and below 60 medium, unless that tells nothing apart there. Then
   the cuts move, no further than they must, until between 1 and 15 % of what is scored is high and
   at most 90 % low. */
#pragma once

#include "index/catalog/catalog.h"

#define RISK_MEDIUM 30
#define RISK_HIGH 60
#define RISK_MAX 100

/* Worked out when first asked for. */
RiskLevels risk_levels(const Catalog *catalog);
/* Instead of by what the repository has; 0: by that. */
void levels_want(Catalog *catalog, uint8_t medium, uint8_t high);
/* To be called when symbols or metrics have changed. */
void levels_forget(Catalog *catalog);
/* `low`, `medium` or `high`. */
Str risk_level(RiskLevels levels, uint8_t score);
/* Whether the cuts are others than 30 and 60. */
bool levels_moved(RiskLevels levels);

/* By score, 0 too. */
void levels_count(const CatalogFile *file, uint32_t *counts);
/* So many more of a score, of which 0 is none. */
void risk_count(RiskCounts *counts, RiskLevels levels, unsigned score, uint32_t more);
/* What fits such counts. */
RiskLevels levels_fit(const uint32_t *counts);
