/* Risk levels: the scores from which a symbol counts as medium or high risk. A score means the
   same in every repository, but the levels adapt to it. By default low is below 30 and medium
   below 60. If that does not differentiate in a repository, the thresholds move. They move only as
   far as necessary for 1 to 15 % of the scored symbols to be high and at most 90 % to be low. */
#pragma once

#include "index/catalog/catalog.h"

#define RISK_MEDIUM 30
#define RISK_HIGH 60
/* The highest score; 0 means not scored. */
#define RISK_MAX 100

/* The levels of the catalog's repository, computed on first use. */
RiskLevels risk_levels(const Catalog *catalog);
/* Sets thresholds given by the user; 0: fitted to the repository. */
void levels_want(Catalog *catalog, uint8_t medium, uint8_t high);
/* Must be called when symbols or metrics have changed. */
void levels_forget(Catalog *catalog);
/* The name of a score's level: `low`, `medium` or `high`. */
Str risk_level(RiskLevels levels, uint8_t score);
/* Whether the thresholds differ from 30 and 60. */
bool levels_moved(RiskLevels levels);

/* Adds the number of a file's symbols by score, 0 included; `counts` has RISK_MAX + 1 items. */
void levels_count(const CatalogFile *file, uint32_t *counts);
/* Adds `more` symbols of one score to the counts by level. Score 0 means not scored and is not
   counted. */
void risk_count(RiskCounts *counts, RiskLevels levels, unsigned score, uint32_t more);
/* The levels that fit such counts. */
RiskLevels levels_fit(const uint32_t *counts);
