#include "index/graph/risk.h"

#include "base/base.h"

#define COMPLEXITY_MAX 45
#define COMPLEXITY_POINTS 4 /* for each point of cognitive complexity */
#define SIZE_MAX_POINTS 10
#define FAN_IN_MAX 25
#define EFFECTS_MAX 15
#define EXPOSURE_MAX 10
#define UNGUARDED_MAX 15u
#define UNGUARDED_POINTS 5u /* for each error that is dropped */
#define FAN_IN_STEP 5       /* points for each doubling of the callers */
#define EFFECT_POINTS 5
#define SIZE_LINES 8 /* a point for so many lines */

static bool has_body(const Entry *entry)
{
    return entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD ||
           entry->kind == SYMBOL_CONSTRUCTOR ||
           (entry->kind == SYMBOL_MACRO && entry->arity && entry->arity != ENTRY_ARITY_UNKNOWN);
}

static unsigned log2_of(uint32_t value)
{
    return value ? 31u - (unsigned)__builtin_clz(value) : 0;
}

Risk risk_of(const CatalogFile *file, uint32_t index, const Standing *standing)
{
    const Entry *entry = &file->entries[index];
    Risk risk = {0};
    if (file->class == FILE_TEST || !has_body(entry))
        return risk;
    uint32_t lines = entry->end_line - entry->start_line + 1;
    unsigned effects = (unsigned)__builtin_popcount(standing->effects);
    bool hidden = entry->modifiers & (MODIFIER(PRIVATE) | MODIFIER(STATIC));
    risk.complexity =
        (uint8_t)MIN((uint32_t)COMPLEXITY_POINTS * entry->complexity, (uint32_t)COMPLEXITY_MAX);
    risk.size = (uint8_t)MIN(lines / SIZE_LINES, (uint32_t)SIZE_MAX_POINTS);
    risk.fan_in = (uint8_t)MIN(FAN_IN_STEP * log2_of(standing->fan_in + 1), (unsigned)FAN_IN_MAX);
    risk.effects = (uint8_t)MIN(EFFECT_POINTS * effects, (unsigned)EFFECTS_MAX);
    risk.unguarded = (uint8_t)MIN(UNGUARDED_POINTS * entry_unguarded(entry), UNGUARDED_MAX);
    risk.exposure = hidden ? 0 : EXPOSURE_MAX;
    unsigned sum = 0u + risk.complexity + risk.size + risk.fan_in + risk.effects + risk.unguarded +
                   risk.exposure;
    risk.score = (uint8_t)MIN(sum, 100u);
    return risk;
}

Str risk_level(uint8_t score)
{
    return score >= RISK_HIGH ? STR("high") : score >= RISK_MEDIUM ? STR("medium") : STR("low");
}
