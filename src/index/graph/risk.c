#include "index/graph/risk.h"

#include "base/base.h"
#include "lang/registry.h"

/* Among the measured properties (docs/risk.md) size says most about whether a later fix touches a
   function, each doubling as much as the one before. Next is the churn of its file. The others
   name the kind of danger and separate functions of the same size. */
#define SIZE_STEP 7 /* points per doubling of the lines */
#define SIZE_MOST 63
#define CHURN_STEP 2            /* points per doubling of 1 + churn */
#define CHURN_ONE UINT64_C(100) /* churn is counted in hundredths */
#define CHURN_MAX 12
#define COMPLEXITY_FOR 4 /* points of cognitive complexity per point of risk */
#define COMPLEXITY_MAX 8
#define FAN_IN_STEP 1 /* points per doubling of 1 + fan-in */
#define FAN_IN_MAX 4
#define EFFECTS_MAX 3   /* one point per kind of effect */
#define UNGUARDED_MAX 3 /* one point per ignored error */
#define EXPOSURE_MAX 3

/* Readers without grammar rules do not record bodies, so a declaration of several lines counts as
   having one. */
static bool is_scored(const Language *language, const Entry *entry)
{
    bool several = language->calls.style && entry->end_line > entry->start_line;
    if (!several && !(entry->modifiers & ENTRY_HAS_BODY))
        return false;
    return symbol_is_function((SymbolKind)entry->kind) ||
           (entry->kind == SYMBOL_MACRO && entry->arity && entry->arity != ENTRY_ARITY_UNKNOWN);
}

/* `step` points for each doubling of `unit` up to `value`, linear in between, at most `most`. */
static uint8_t doublings(uint32_t step, uint64_t value, uint64_t unit, uint32_t most)
{
    uint64_t points = 0;
    for (; value >= 2 * unit && points < most; unit *= 2)
        points += step;
    if (value > unit)
        points += step * (value - unit) / unit;
    return (uint8_t)MIN(points, (uint64_t)most);
}

static bool marks_exports(const CatalogFile *file)
{
    /* in C only `static` hides a symbol; `public` members do not concern functions outside classes
     */
    if (!file->language || lang_is_c(file->language))
        return false;
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].modifiers & (MODIFIER(EXPORTED) | MODIFIER(PUBLIC)))
            return true;
    return false;
}

RiskOf risk_of_file(const Catalog *catalog, const CatalogFile *file)
{
    return (RiskOf){.catalog = catalog,
                    .file = file,
                    .marks_exports = marks_exports(file),
                    .history = history_file(history_of(catalog), file->path)};
}

static bool is_function(const Entry *entry)
{
    return symbol_is_function((SymbolKind)entry->kind);
}

static bool is_dunder(Str name)
{
    return str_starts(name, STR("__")) && str_ends(name, STR("__"));
}

/* Whether a symbol is not visible outside its file. A C function is hidden by `static`; a static
   method is not. In languages that mark visible symbols, a missing mark means nothing in a file
   without any marks, such as a script or CommonJS. */
static bool is_hidden(const RiskOf *of, const Entry *entry)
{
    const Language *language = of->file->language;
    bool function = entry->kind == SYMBOL_FUNCTION;
    if (entry->modifiers & MODIFIER(PRIVATE) || (function && entry->modifiers & MODIFIER(STATIC)) ||
        (entry->parent && is_function(&of->file->entries[entry->parent])))
        return true;
    if (entry->modifiers & (MODIFIER(EXPORTED) | MODIFIER(PUBLIC)))
        return false;
    Str name = catalog_name(of->catalog, entry->name);
    if (language->visible == VISIBLE_MARKED)
        return function && !entry->parent && of->marks_exports;
    return !lang_shows(language, name) && !is_dunder(name);
}

Risk risk_of(const RiskOf *of, uint32_t index, const SymbolMetrics *metrics)
{
    const CatalogFile *file = of->file;
    const Entry *entry = &file->entries[index];
    Risk risk = {0};
    if (file->class == FILE_TEST || file->class == FILE_GENERATED ||
        !is_scored(file->language, entry))
        return risk;
    uint32_t lines = entry->end_line - entry->start_line + 1;
    uint32_t churn = of->history ? of->history->churn : 0;
    unsigned effects = (unsigned)__builtin_popcount(metrics->effects);
    risk.size = doublings(SIZE_STEP, lines, 1, SIZE_MOST);
    risk.complexity =
        (uint8_t)MIN((uint32_t)entry->complexity / COMPLEXITY_FOR, (uint32_t)COMPLEXITY_MAX);
    risk.churn = doublings(CHURN_STEP, CHURN_ONE + churn, CHURN_ONE, CHURN_MAX);
    risk.fan_in = doublings(FAN_IN_STEP, metrics->fan_in + UINT64_C(1), 1, FAN_IN_MAX);
    risk.effects = (uint8_t)MIN(effects, (unsigned)EFFECTS_MAX);
    risk.unguarded = (uint8_t)MIN(entry_unguarded(entry), (uint32_t)UNGUARDED_MAX);
    risk.exposure = is_hidden(of, entry) ? 0 : EXPOSURE_MAX;
    unsigned sum = 0u + risk.complexity + risk.size + risk.churn + risk.fan_in + risk.effects +
                   risk.unguarded + risk.exposure;
    risk.score = (uint8_t)sum;
    _Static_assert(SIZE_MOST + CHURN_MAX + COMPLEXITY_MAX + FAN_IN_MAX + EFFECTS_MAX +
                           UNGUARDED_MAX + EXPOSURE_MAX <=
                       100,
                   "a score is at most 100");
    return risk;
}
