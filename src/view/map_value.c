/* Structured form of a map. In JSON, symbols nest at the levels that show nesting. The flat levels,
   and every level in TOON, are rows of equal shape, which TOON writes as a table with a column for
   the depth. */
#include "text/address.h"
#include "view/map_plan.h"

static size_t escaped_bytes(Arena scratch, Str text)
{
    Buf buf = buf_open(&scratch, 0);
    json_write_str(&buf, text);
    return buf.len;
}

/* The text, cut to about `max` bytes in the answer, escapes included. */
static Json *cut_str(Arena *arena, Str text, size_t max)
{
    Str cut = view_cut_middle(arena, text, max);
    for (size_t used; (used = escaped_bytes(*arena, cut)) > max + 2 && cut.len > 4;)
        cut = view_cut_middle(arena, cut, MIN(cut.len - 1, cut.len * max / used));
    return json_str(arena, cut);
}

static Json *clean_str(Arena *arena, Str text, size_t max)
{
    Buf clean = buf_open(arena, 0);
    view_put_line_text(&clean, str_slice(text, 0, PATH_BYTES_MAX));
    return cut_str(arena, buf_str(&clean), max);
}

static Json *modifiers_value(Arena *arena, uint32_t modifiers)
{
    static const char *const names[] = {
#define X(name, text) text,
        MODIFIERS(X)
#undef X
    };
    Json *list = json_array(arena);
    for (size_t i = 0; i < COUNT(names); i++)
        if (modifiers & (1u << i))
            json_add(list, json_str(arena, str_from(names[i])));
    return list;
}

static bool is_nested(const MapPlan *plan)
{
    return plan->level <= MAP_COMPACT;
}

static bool is_tabular(const MapPlan *plan)
{
    return plan->options->format == VIEW_TOON;
}

static Json *symbol_value(Arena *arena, const MapPlan *plan, const Symbol *symbol)
{
    Json *value = json_object(arena);
    bool full = plan->level == MAP_FULL;
    if (is_nested(plan) && is_tabular(plan))
        json_set(value, STR("depth"), json_u64(arena, symbol->depth));
    Str name = file_map_symbol_name(arena, plan->file->outline, symbol);
    json_set(value, STR("kind"), json_str(arena, symbol_kind_name(symbol->kind)));
    json_set(value, STR("name"), json_str(arena, name));
    if (full)
        json_set(value, STR("signature"), json_str(arena, symbol->signature));
    json_set(value, STR("start"), json_u64(arena, symbol->start_line));
    json_set(value, STR("end"), json_u64(arena, symbol->end_line));
    if (full && !is_tabular(plan))
        json_set(value, STR("modifiers"), modifiers_value(arena, symbol->modifiers));
    if (full && plan->options->docs)
        json_set(value, STR("doc"), json_str(arena, symbol_doc(symbol)));
    return value;
}

/* The symbols of the plan, each in the `children` of its parent. */
static Json *nested_symbols(Arena *arena, const MapPlan *plan)
{
    const Symbol *symbols = plan->file->outline->symbols.ptr;
    Json *open[SYMBOL_DEPTH_MAX + 2] = {json_array(arena)};
    for (size_t i = 0; i < plan->item_count; i++) {
        const Symbol *symbol = &symbols[plan->items[i]];
        size_t depth = MIN(symbol->depth, SYMBOL_DEPTH_MAX);
        while (!open[depth]) /* an ancestor that is not shown */
            depth--;
        Json *value = symbol_value(arena, plan, symbol);
        open[depth + 1] = json_array(arena);
        json_set(value, STR("children"), open[depth + 1]);
        json_add(open[depth], value);
    }
    return open[0];
}

static Json *flat_symbols(Arena *arena, const MapPlan *plan, const MapGap *gap)
{
    const Symbol *symbols = plan->file->outline->symbols.ptr;
    Json *list = json_array(arena);
    for (size_t i = 0; i < plan->item_count; i++) {
        if (gap->count && i == plan->edge)
            i += gap->count;
        if (i < plan->item_count)
            json_add(list, symbol_value(arena, plan, &symbols[plan->items[i]]));
    }
    return list;
}

static Json *gap_value(Arena *arena, const MapPlan *plan, const MapGap *gap)
{
    Json *value = json_object(arena);
    json_set(value, STR("symbols"), json_u64(arena, gap->count));
    json_set(value, STR("start"), json_u64(arena, gap->first_line));
    json_set(value, STR("end"), json_u64(arena, gap->last_line));
    json_set(value, STR("after"), json_u64(arena, plan->edge));
    return value;
}

/* Adds `imports`, and the number of those that did not fit. */
static void set_imports(Arena *arena, Json *value, const MapPlan *plan)
{
    const ImportVec *imports = &plan->file->outline->imports;
    size_t max = file_map_imports_max(plan), used = 0, i = 0;
    Json *list = json_array(arena);
    for (; i < imports->len; i++) {
        const Import *import = &imports->ptr[i];
        if (!import->name.len) // a package around
            continue;
        used += import->name.len + sizeof "{\"name\":\"\",\"line\":100000},";
        if (used > max)
            break;
        Json *item = json_object(arena);
        json_set(item, STR("name"), json_str(arena, import->name));
        json_set(item, STR("line"), json_u64(arena, import->line));
        json_add(list, item);
    }
    json_set(value, STR("imports"), list);
    if (i < imports->len)
        json_set(value, STR("importsLeftOut"), json_u64(arena, imports->len - i));
}

static void set_optional(Arena *arena, Json *value, Str key, Str text, const MapPlan *plan)
{
    bool room = !plan->slim || plan->level != MAP_TRUNCATED;
    if (text.len && room)
        json_set(value, key, clean_str(arena, text, file_map_frame_text_max(plan)));
}

void file_map_write_model(Buf *out, Arena scratch, const MapPlan *plan)
{
    const Outline *outline = plan->file->outline;
    Arena *arena = &scratch;
    Json *value = json_object(arena);
    MapGap gap = file_map_gap(plan);
    size_t path_max = (size_t)MIN(plan->limit / 8, PATH_BYTES_MAX);
    json_set(value, STR("_type"), json_str(arena, STR("map")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("path"), cut_str(arena, address_value(arena, plan->file->path), path_max));
    json_set(value, STR("language"), json_str(arena, lang_id(outline->language)));
    json_set(value, STR("lines"), json_u64(arena, outline->line_count));
    json_set(value, STR("bytes"), json_u64(arena, plan->file->bytes));
    json_set(value, STR("level"), json_str(arena, file_map_level_name(plan->level)));
    json_set(value, STR("engine"), json_str(arena, outline_engine_name(outline->engine)));
    json_set(value, STR("degraded"), json_bool(arena, outline->degraded));
    set_optional(arena, value, STR("note"), outline->note, plan);
    set_optional(arena, value, STR("facts"), outline->facts, plan);
    set_optional(arena, value, STR("package"), outline->package, plan);
    if (!plan->options->last)
        set_imports(arena, value, plan);
    bool tree = is_nested(plan) && !is_tabular(plan);
    json_set(value, STR("symbols"),
             tree ? nested_symbols(arena, plan) : flat_symbols(arena, plan, &gap));
    if (gap.count)
        json_set(value, STR("leftOut"), gap_value(arena, plan, &gap));
    view_put_value(out, scratch, plan->options->format, value);
}
