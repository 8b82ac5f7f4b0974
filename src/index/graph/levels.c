#include "index/graph/levels.h"

#include "base/varint.h"
#include "index/catalog/catalog_lazy.h"

/* With fewer functions one percent of them is meaningless. */
#define LEVELS_COUNT_MIN 200u
#define HIGH_MAX_PERCENT 15u
#define LOW_MAX_PERCENT 90u
/* Lower bounds of the thresholds. Scores below them are harmless: a public function of two lines
   has 10, one of four lines 17. */
#define MEDIUM_MIN 11
#define HIGH_MIN 16

void risk_count(RiskCounts *counts, RiskLevels levels, unsigned score, uint32_t more)
{
    if (score >= levels.high)
        counts->high += more;
    else if (score >= levels.medium)
        counts->medium += more;
    else if (score)
        counts->low += more;
}

void levels_count(const CatalogFile *file, uint32_t *counts)
{
    for (uint32_t i = 1; i < file->count && file->metrics; i++)
        counts[MIN(file->metrics[i].risk, (uint8_t)RISK_MAX)]++;
}

static uint64_t count_from(const uint32_t *counts, unsigned score)
{
    uint64_t sum = 0;
    for (; score <= RISK_MAX; score++)
        sum += counts[score];
    return sum;
}

RiskLevels levels_fit(const uint32_t *counts)
{
    unsigned high = RISK_HIGH, medium = RISK_MEDIUM;
    uint64_t all = count_from(counts, 1);
    if (all < LEVELS_COUNT_MIN)
        return (RiskLevels){.medium = RISK_MEDIUM, .high = RISK_HIGH};
    while (high < RISK_MAX && count_from(counts, high) * 100 > all * HIGH_MAX_PERCENT)
        high++;
    while (high > HIGH_MIN && count_from(counts, high) * 100 < all)
        high--;
    medium = MIN(medium, high - 1);
    while (medium > MEDIUM_MIN && (all - count_from(counts, medium)) * 100 > all * LOW_MAX_PERCENT)
        medium--;
    return (RiskLevels){.medium = (uint8_t)medium, .high = (uint8_t)high};
}

static RiskLevels fit(const Catalog *catalog)
{
    uint32_t counts[RISK_MAX + 1] = {0};
    if (catalog->lazy)
        catalog_fetch_risk_counts(catalog, counts);
    for (uint32_t id = 0; id < catalog->files.len && !catalog->lazy; id++)
        levels_count(&catalog->files.ptr[id], counts);
    return levels_fit(counts);
}

/* For a lazy catalog the result is stored for the next process. */
static RiskLevels find(const Catalog *catalog)
{
    Str kept = derived_get(catalog, DERIVED_LEVELS);
    if (kept.len == 2)
        return (RiskLevels){.medium = (uint8_t)kept.ptr[0], .high = (uint8_t)kept.ptr[1]};
    RiskLevels levels = fit(catalog);
    derived_put(catalog, DERIVED_LEVELS,
                (Str){(char[]){(char)levels.medium, (char)levels.high}, 2});
    return levels;
}

RiskLevels risk_levels(const Catalog *catalog)
{
    RiskLevels *levels = catalog->levels;
    if (levels->high)
        return *levels;
    RiskLevels found = {.medium = levels->wanted_medium, .high = levels->wanted_high};
    if (!found.medium || !found.high)
        found = find(catalog);
    levels->high = levels->wanted_high ? levels->wanted_high : found.high;
    levels->medium = levels->wanted_medium ? levels->wanted_medium : found.medium;
    levels->medium = MIN(levels->medium, levels->high);
    return *levels;
}

void levels_want(Catalog *catalog, uint8_t medium, uint8_t high)
{
    RiskLevels *levels = catalog->levels;
    if (levels->wanted_medium == medium && levels->wanted_high == high)
        return;
    *levels = (RiskLevels){.wanted_medium = medium, .wanted_high = high};
    catalog->modules = NULL;
}

void levels_forget(Catalog *catalog)
{
    catalog->levels->medium = catalog->levels->high = 0;
}

bool levels_moved(RiskLevels levels)
{
    return levels.medium != RISK_MEDIUM || levels.high != RISK_HIGH;
}

Str risk_level(RiskLevels levels, uint8_t score)
{
    return score >= levels.high ? STR("high") : score >= levels.medium ? STR("medium") : STR("low");
}
