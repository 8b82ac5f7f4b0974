#include "index/graph/risk.h"

#include "base/base.h"
#include "lang/registry.h"

/* Half of it at a cognitive complexity of 3 to 4, all at 10: what is a little tangled differs more
   from what is straight than from what is badly tangled. */
#define COMPLEXITY_FIRST 5u
#define COMPLEXITY_FIRST_POINTS 6
#define COMPLEXITY_POINTS 2
#define COMPLEXITY_MAX 40
#define SIZE_MAX_POINTS 10
#define SIZE_LINES 5 /* a point for so many lines */
#define FAN_IN_MAX 20
#define FAN_IN_STEP 4 /* points for each doubling of the callers */
#define EFFECTS_MAX 15
#define EFFECT_POINTS 5
#define UNGUARDED_MAX 15u
#define UNGUARDED_POINTS 5u /* for each error that is dropped */
#define EXPOSURE_MAX 10

/* Readers without rules do not say where a body is: what has several lines has one. */
static bool is_scored(const Language *language, const Entry *entry)
{
    bool several = language->calls.style && entry->end_line > entry->start_line;
    if (!several && !(entry->modifiers & ENTRY_HAS_BODY))
        return false;
    return symbol_is_function((SymbolKind)entry->kind) ||
           (entry->kind == SYMBOL_MACRO && entry->arity && entry->arity != ENTRY_ARITY_UNKNOWN);
}

static unsigned log2_of(uint32_t value)
{
    return value ? 31u - (unsigned)__builtin_clz(value) : 0;
}

static uint8_t complexity_points(uint32_t complexity)
{
    uint32_t first = MIN(complexity, COMPLEXITY_FIRST);
    uint32_t points = COMPLEXITY_FIRST_POINTS * first + COMPLEXITY_POINTS * (complexity - first);
    return (uint8_t)MIN(points, (uint32_t)COMPLEXITY_MAX);
}

static bool marks_exports(const CatalogFile *file)
{
    /* In C `static` alone hides: a public member says nothing of functions outside of classes. */
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

/* `static` hides a function of C in its file; a static method is as open as any other. Where names
   need a mark to be seen, its absence says nothing in a file that marks none: a script, CommonJS.
 */
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

Risk risk_of(const RiskOf *of, uint32_t index, const Standing *standing)
{
    const CatalogFile *file = of->file;
    const Entry *entry = &file->entries[index];
    Risk risk = {0};
    if (file->class == FILE_TEST || !is_scored(file->language, entry))
        return risk;
    uint32_t lines = entry->end_line - entry->start_line + 1;
    unsigned effects = (unsigned)__builtin_popcount(standing->effects);
    risk.complexity = complexity_points(entry->complexity);
    risk.size = (uint8_t)MIN(lines / SIZE_LINES, (uint32_t)SIZE_MAX_POINTS);
    risk.fan_in = (uint8_t)MIN(FAN_IN_STEP * log2_of(standing->fan_in + 1), (unsigned)FAN_IN_MAX);
    risk.effects = (uint8_t)MIN(EFFECT_POINTS * effects, (unsigned)EFFECTS_MAX);
    risk.unguarded = (uint8_t)MIN(UNGUARDED_POINTS * entry_unguarded(entry), UNGUARDED_MAX);
    risk.exposure = is_hidden(of, entry) ? 0 : EXPOSURE_MAX;
    unsigned sum = 0u + risk.complexity + risk.size + risk.fan_in + risk.effects + risk.unguarded +
                   risk.exposure;
    risk.score = (uint8_t)MIN(sum, 100u);
    return risk;
}
