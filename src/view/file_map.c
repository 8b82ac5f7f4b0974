/* Choice of a map's level. Levels are rendered one after another into a buffer that is capped at
   the level's limit; the first that does not overflow is the answer. So the budget holds by
   construction, whatever the names, paths and numbers are, and the writers need not know it. For a
   truncated outline the number of entries is found by bisection over real renderings. */
#include "view/file_map.h"

#include "text/budget.h"
#include "view/map_plan.h"

/* With a smaller budget the map has no box, which alone would take a quarter of it. */
#define MAP_FRAME_BUDGET_MIN (2 * KB)
/* An outline opens the one symbol that holds most of the file while it has at most this many
   entries. */
#define MAP_SPINE_ENTRIES_MAX 32
/* Maximum bytes of paths, notes and fact lines in a map's frame. */
#define MAP_FRAME_TEXT_MAX 240

/* No entry is shorter: name, colon, range and line end. */
#define ENTRY_BYTES_MIN 6
/* Usual bytes of frame and facts. Entries of data formats take about three times as much in JSON as
   in text. */
#define FRAME_BYTES_USUAL 600

Str file_map_level_name(MapLevel level)
{
    static const char *const names[] = {
#define X(name, text) text,
        MAP_LEVELS(X)
#undef X
    };
    return str_from(names[level]);
}

size_t file_map_frame_text_max(const MapPlan *plan)
{
    return (size_t)MIN(plan->limit / 10, MAP_FRAME_TEXT_MAX);
}

size_t file_map_imports_max(const MapPlan *plan)
{
    if (plan->limit == BUDGET_NONE || plan->level <= MAP_COMPACT)
        return SIZE_MAX;
    return plan->slim && plan->level == MAP_TRUNCATED ? 0 : (size_t)plan->limit / 8;
}

Str file_map_symbol_name(Arena *arena, const Outline *outline, const Symbol *symbol)
{
    Str owner = symbol_owner(symbol);
    if (!owner.len)
        return symbol->name;
    Str separator = lang_scope_separator(outline->language);
    separator = separator.len ? separator : STR(".");
    return str_join(arena, str_join(arena, owner, separator), symbol->name);
}

MapGap file_map_gap(const MapPlan *plan)
{
    const Symbol *symbols = plan->file->outline->symbols.ptr;
    if (plan->level != MAP_TRUNCATED || plan->edge * 2 >= plan->item_count)
        return (MapGap){0};
    MapGap gap = {.count = plan->item_count - plan->edge * 2, .first_line = UINT32_MAX};
    for (size_t i = plan->edge; i < plan->item_count - plan->edge; i++) {
        const Symbol *symbol = &symbols[plan->items[i]];
        gap.first_line = MIN(gap.first_line, symbol->start_line);
        gap.last_line = MAX(gap.last_line, symbol->end_line);
    }
    return gap;
}

/* ---- which symbols ---- */

static bool is_wanted(const MapOptions *options, const Symbol *symbol)
{
    return !options->last ||
           (symbol->start_line <= options->last && symbol->end_line >= options->first);
}

static void take_all(MapPlan *plan, Arena *arena)
{
    const SymbolVec *symbols = &plan->file->outline->symbols;
    uint32_t *items = NEW(arena, uint32_t, symbols->len);
    plan->items = items;
    plan->item_count = 0;
    for (uint32_t i = 0; i < symbols->len; i++)
        if (is_wanted(plan->options, &symbols->ptr[i]))
            items[plan->item_count++] = i;
    plan->wanted = plan->item_count;
}

/* Selects top-level symbols and the members of those in `opened`. */
static void take_top(MapPlan *plan, uint32_t *items, const bool *opened)
{
    const SymbolVec *symbols = &plan->file->outline->symbols;
    plan->item_count = 0;
    for (uint32_t i = 0; i < symbols->len; i = opened[i] ? i + 1 : MAX(symbols->ptr[i].next, i + 1))
        if (is_wanted(plan->options, &symbols->ptr[i]))
            items[plan->item_count++] = i;
}

/* The unopened entry that holds more than half of `total` symbols, or NULL. */
static const uint32_t *find_spine(const MapPlan *plan, const bool *opened, size_t total)
{
    const SymbolVec *symbols = &plan->file->outline->symbols;
    for (size_t i = 0; i < plan->item_count; i++) {
        uint32_t item = plan->items[i];
        if (!opened[item] && (symbols->ptr[item].next - item - 1) > total / 2)
            return &plan->items[i];
    }
    return NULL;
}

/* Selects the top level. While that is little and one symbol holds most of the file (an enclosing
   namespace, a function of 50,000 lines), that symbol's members are added. */
static void take_outline(MapPlan *plan, Arena *arena)
{
    size_t count = plan->file->outline->symbols.len, total = plan->wanted;
    uint32_t *items = NEW(arena, uint32_t, count);
    bool *opened = NEW(arena, bool, count + 1);
    plan->items = items;
    take_top(plan, items, opened);
    for (int i = 0; i < SYMBOL_DEPTH_MAX && plan->item_count <= MAP_SPINE_ENTRIES_MAX; i++) {
        const uint32_t *spine = find_spine(plan, opened, total);
        if (!spine)
            return;
        opened[*spine] = true;
        take_top(plan, items, opened);
    }
}

/* ---- which level ---- */

static uint64_t budget_of(const MapOptions *options)
{
    uint64_t budget = options->budget ? options->budget : MAP_BUDGET_BYTES;
    return MAX(budget, MAP_BUDGET_MIN);
}

static uint64_t scale_limit(uint64_t limit, uint64_t fallback, uint64_t budget)
{
    limit = limit ? limit : fallback;
    if (budget > MAP_BUDGET_BYTES)
        limit = (uint64_t)((double)limit * ((double)budget / (double)MAP_BUDGET_BYTES));
    return MIN(limit, budget);
}

static uint64_t limit_of(const MapOptions *options, MapLevel level)
{
    uint64_t budget = budget_of(options);
    if (budget == BUDGET_NONE || level == options->detail)
        return budget;
    switch (level) {
    case MAP_FULL: return scale_limit(options->limits.full, MAP_FULL_BYTES, budget);
    case MAP_COMPACT: return scale_limit(options->limits.compact, MAP_COMPACT_BYTES, budget);
    case MAP_MINIMAL: return scale_limit(options->limits.minimal, MAP_MINIMAL_BYTES, budget);
    default: return budget;
    }
}

uint32_t file_map_size_wanted(const MapOptions *options)
{
    uint64_t limit = limit_of(options, MAP_FULL);
    if (limit == BUDGET_NONE || options->last)
        return 0;
    limit = limit > FRAME_BYTES_USUAL ? limit - FRAME_BYTES_USUAL : 1;
    return (uint32_t)MIN(options->format == VIEW_TEXT ? limit : limit / 3, UINT32_MAX);
}

static void render(Buf *out, Arena scratch, const MapPlan *plan)
{
    if (plan->options->format == VIEW_TEXT)
        file_map_write_text(out, scratch, plan);
    else
        file_map_write_model(out, scratch, plan);
}

/* Renders to `out` and returns true if the plan's limit allows; otherwise leaves `out`
   unchanged. */
static bool try_plan(Buf *out, Arena scratch, const MapPlan *plan)
{
    bool limited = plan->limit != BUDGET_NONE;
    size_t entries = plan->level == MAP_TRUNCATED ? plan->edge * 2 : plan->item_count;
    if (limited && entries > plan->limit / ENTRY_BYTES_MIN)
        return false;
    size_t start = out->len, limit = out->limit;
    if (limited)
        out->limit = MIN(limit ? limit : SIZE_MAX, start + (size_t)plan->limit);
    render(out, scratch, plan);
    out->limit = limit;
    if (!limited || !out->overflow)
        return true;
    out->len = start;
    out->overflow = false;
    return false;
}

/* Writes the largest number of entries at each end that fits; a map without entries is an answer,
   too. */
static void put_truncated(Buf *out, Arena scratch, MapPlan *plan)
{
    size_t start = out->len, fits = 0, fails = plan->item_count / 2 + 1;
    while (fits + 1 < fails) {
        plan->edge = fits + (fails - fits) / 2;
        bool ok = try_plan(out, scratch, plan);
        out->len = start;
        *(ok ? &fits : &fails) = plan->edge;
    }
    plan->edge = fits;
    if (!try_plan(out, scratch, plan))
        out->overflow = true;
}

MapLevel file_map_write(Buf *out, Arena scratch, const MapFile *file, const MapOptions *options)
{
    MapPlan plan = {.file = file, .options = options};
    plan.slim = budget_of(options) < MAP_FRAME_BUDGET_MIN;
    take_all(&plan, &scratch);
    for (MapLevel level = MAX(options->detail, MAP_FULL); level < MAP_TRUNCATED; level++) {
        if (level == MAP_OUTLINE)
            take_outline(&plan, &scratch);
        plan.level = level;
        plan.asked = level == options->detail;
        plan.missed = plan.limit;
        plan.limit = limit_of(options, level);
        if (try_plan(out, scratch, &plan))
            return level;
    }
    take_outline(&plan, &scratch);
    plan.level = MAP_TRUNCATED;
    plan.asked = false;
    plan.missed = plan.limit;
    plan.limit = budget_of(options);
    put_truncated(out, scratch, &plan);
    return MAP_TRUNCATED;
}
