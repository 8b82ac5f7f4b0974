/* The view of one symbol: most important parts first; lists are cut to what the budget leaves. */
#include "relations/symbol_answer.h"

#include "base/path.h"
#include "index/catalog/counterparts.h"
#include "index/graph/effects.h"
#include "index/graph/levels.h"
#include "index/graph/risk.h"
#include "query/history_answer.h"
#include "query/response.h"
#include "text/address.h"

/* Bytes of the frame around a symbol's value, with indentation. */
#define FRAME_BYTES 160
#define DOC_BYTES 200
#define KIN_LISTED ((size_t)4)

/* Rows of callers or calls; those outside the tree have no place. */
#define EDGES(list) \
    "{*" list "}  {name:cut 60}{?place}  {place:address}" \
    "{?confidence=exact}{:} {confidence}{/}{/}\n{/}" \
    "{?" list "_more}  [{" list "_more} more]\n{/}"

static Risk risk_here(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    SymbolMetrics metrics = catalog_metrics(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const RiskOf of = risk_of_file(catalog, file);
    return risk_of(&of, place.index, &metrics);
}

static Str modifiers_text(Arena *arena, uint32_t modifiers)
{
    static const char *const names[] = {
#define X(name, text) text,
        MODIFIERS(X)
#undef X
    };
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < COUNT(names); i++)
        if (modifiers >> i & 1)
            buf_printf(&out, "%s%s", out.len ? " " : "", names[i]);
    return buf_str(&out);
}

/* ---- text ---- */

static const char wording[] =
    "{>}  {hash}\n"
    "{?declared_at}{joined}: {*declared_at|, }{place}{/}"
    "{?declared_more} and {declared_more} more{/}\n{/}"
    "{?bare}{?signature}{signature}\n{/}{?doc}{doc}\n{/}"
    "{?apart}module: {module}{?modifiers}; {/}{/}{modifiers}{?apart|modifiers}\n{/}"
    "{?type_shown}type: {type}\n{/}"
    "{?members_total}members: {*members|, }{.}{/}"
    "{?members_more}{?members} [{members_more} more]{:}{members_more}{/}{/}\n{/}"
    "{?other_parts}also declared in: {/}{*also|, }{.:address}{/}"
    "{?also_more} [{also_more} more]{/}{?other_parts}\n{/}{/}"
    "{?complexity|branches|loops|exits}flow: complexity {complexity}, branches {branches}, loops "
    "{loops}, exits {exits}\n{/}"
    "{?unguarded}unguarded error paths: {unguarded}\n{/}{?writes}writes: {writes}\n{/}"
    "{?effects|effects_through}effects: {effects}{?effects}{?effects_through}, {/}{/}"
    "{*effects_through|, }{effect} via {via:cut 40}{/}\n{/}"
    "{?risk}risk: {risk_level} {risk} ({risk_parts})\n{/}"
    "{?history_line}{history_line}\n{/}"
    "{?bases}implements or overrides: {bases}\n"
    "{*stands_in_for}  {name:cut 60}  {place:address}\n{/}"
    "{?bases_more}  [{bases_more} more]\n{/}{/}"
    "{?derived}implemented or overridden by: {derived}\n"
    "{*overridden_by}  {name:cut 60}  {place:address}\n{/}"
    "{?derived_more}  [{derived_more} more]\n{/}{/}"
    "callers: {?unknown}{unknown}{:}{?not_looked}at least {/}{fan_in}"
    "{?not_looked} ({not_looked}){/}"
    "{?ambiguous}, and {ambiguous} ambiguous ({!fovea callers}){/}"
    "{?mentions}; mentioned as a type: {mentions} ({!fovea callers --types}){/}"
    "{?callers_of_members}; of its members: {callers_of_members} ({!fovea impact}){/}"
    "{?denial}; {denial}{/}{/}\n" EDGES(
        "callers") "{?calls_total}calls and uses: {calls_total}\n{/}" EDGES("calls");

static Str effects_text(Arena *arena, uint8_t effects)
{
    Buf out = buf_open(arena, 0);
    effects_put(&out, "", effects);
    return buf_str(&out);
}

static void set_risk(Arena *arena, Json *value, const Catalog *catalog, const Risk *risk)
{
    const struct {
        const char *name;
        uint8_t points;
    } parts[] = {
        {"size", risk->size},        {"churn", risk->churn},     {"complexity", risk->complexity},
        {"fan-in", risk->fan_in},    {"effects", risk->effects}, {"unguarded", risk->unguarded},
        {"exposure", risk->exposure}};
    Buf text = buf_open(arena, 0);
    for (size_t i = 0; i < COUNT(parts); i++)
        if (parts[i].points)
            buf_printf(&text, "%s%s %u", text.len ? ", " : "", parts[i].name, parts[i].points);
    json_set(value, STR("risk"), json_u64(arena, risk->score));
    if (!risk->score)
        return;
    json_set(value, STR("risk_level"),
             json_str(arena, risk_level(risk_levels(catalog), risk->score)));
    json_set(value, STR("risk_parts"), json_str(arena, buf_str(&text)));
}

static Json *reach_value(Arena *arena, const Catalog *catalog, const SymbolDetail *detail)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < EFFECT_COUNT && detail->reaches; i++) {
        if (detail->reach.via[i] == SYMBOL_NOWHERE)
            continue;
        Json *row = json_object(arena);
        Str via = catalog_qualified_name(catalog, arena, detail->reach.via[i]);
        json_set(row, STR("effect"), json_str(arena, effect_name((EffectBit)i)));
        json_set(row, STR("via"), json_str(arena, via));
        json_add(list, row);
    }
    return list;
}

/* Adds the names of direct members of one part, while there are fewer than `listed`. Returns the
   number of members. */
static size_t add_members(Arena *arena, const Catalog *catalog, uint32_t part, size_t listed,
                          Json *names)
{
    SymbolPlace place = catalog_place(catalog, part);
    const CatalogFile *file = catalog_row(catalog, place.file);
    size_t total = 0;
    for (uint32_t i = place.index + 1; place.index && i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent != place.index)
            continue;
        if (names->count < listed)
            json_add(names, json_str(arena, catalog_name(catalog, entry->name)));
        total++;
    }
    return total;
}

static void set_members(Arena *arena, Json *value, const Catalog *catalog,
                        const SymbolDetail *detail, size_t listed)
{
    Json *names = json_array(arena);
    if (!detail->parsed)
        return;
    size_t total = add_members(arena, catalog, detail->symbol, listed, names);
    for (size_t i = 0; i < detail->parts.len; i++)
        total += add_members(arena, catalog, detail->parts.ptr[i], listed, names);
    if (!total)
        return;
    json_set(value, STR("members_total"), json_u64(arena, total));
    json_set(value, STR("members"), names);
}

/* Whether the path implies the module: `src.net` of src/net/dict.c. */
static bool module_is_place(const Catalog *catalog, const SymbolDetail *detail)
{
    uint32_t file = catalog_place(catalog, detail->symbol).file;
    Str directory = path_directory(catalog->files.ptr[file].path), module = detail->module;
    bool same = directory.len == module.len;
    for (size_t i = 0; same && i < module.len; i++)
        same =
            directory.ptr[i] == module.ptr[i] || (directory.ptr[i] == '/' && module.ptr[i] == '.');
    return same;
}

/* The type of a symbol; empty for a class, whose type arguments are in its signature. */
static Str type_of(const Catalog *catalog, const Entry *entry)
{
    bool head = (symbol_is_type((SymbolKind)entry->kind) && entry->kind != SYMBOL_TYPE) ||
                entry->kind == SYMBOL_OBJECT;
    return head ? (Str){0} : catalog_name(catalog, entry->type);
}

static Json *also_value(Arena *arena, const Catalog *catalog, const IdVec *parts, size_t listed)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < MIN(parts->len, listed); i++) {
        Str path = catalog->files.ptr[catalog_place(catalog, parts->ptr[i]).file].path;
        Str place = str_format(arena, "%.*s:%u", STR_ARG(address_shown(arena, path)),
                               catalog_entry(catalog, parts->ptr[i])->start_line);
        json_add(list, json_str(arena, place));
    }
    return list;
}

/* Why the number of callers is not known; or empty. */
static Str unknown_callers(Arena *arena, const Catalog *catalog, const SymbolDetail *detail)
{
    uint32_t file = catalog_place(catalog, detail->symbol).file;
    if (!catalog_follows_calls(&catalog->files.ptr[file]))
        return STR("not known, calls are not followed in this file");
    if (detail->not_looked.len && !detail->usage.callers)
        return str_format(arena, "not counted (%.*s)", STR_ARG(detail->not_looked));
    return catalog_calls_known(catalog) ? (Str){0} : STR("not known yet");
}

static size_t listed_in(const Json *value, Str key)
{
    const Json *list = json_get(value, key);
    return list ? list->count : 0;
}

/* What only the text says of the value. */
static Json *words_of(Arena *arena, const Catalog *catalog, const SymbolDetail *detail,
                      const Json *value, size_t listed)
{
    const Entry *entry = catalog_entry(catalog, detail->symbol);
    Json *words = json_object(arena), *also = also_value(arena, catalog, &detail->parts, listed);
    const Json *members = json_get(value, STR("members_total"));
    uint64_t member_count = 0;
    (void)(members && str_parse_u64(members->text, &member_count));
    const struct {
        Str key;
        uint64_t value;
    } figures[] = {
        {STR("declared_more"), detail->joined.len - listed_in(value, STR("declared_at"))},
        {STR("members_more"), member_count - listed_in(value, STR("members"))},
        {STR("other_parts"), detail->parts.len},
        {STR("also_more"), detail->parts.len - also->count},
        {STR("bases"), detail->bases.len},
        {STR("bases_more"), detail->bases.len - listed_in(value, STR("stands_in_for"))},
        {STR("derived"), detail->derived.len},
        {STR("derived_more"), detail->derived.len - listed_in(value, STR("overridden_by"))},
        {STR("ambiguous"), detail->usage.ambiguous},
        {STR("callers_more"), detail->in_total - listed_in(value, STR("callers"))},
        {STR("calls_more"), detail->out.len - listed_in(value, STR("calls"))},
    };
    for (size_t i = 0; i < COUNT(figures); i++)
        json_set(words, figures[i].key, json_u64(arena, figures[i].value));
    Str type = type_of(catalog, entry);
    bool told = detail->parsed && str_find(detail->parsed->signature, type) != STR_NONE;
    json_set(words, STR("bare"), json_bool(arena, !detail->source.len));
    json_set(words, STR("apart"), json_bool(arena, !module_is_place(catalog, detail)));
    json_set(words, STR("type_shown"), json_bool(arena, type.len && !told));
    json_set(words, STR("also"), also);
    bool announced = detail->joined.len && counterpart_announces(catalog, detail->joined.ptr[0]);
    json_set(words, STR("joined"),
             json_str(arena, announced ? STR("declared") : STR("implemented")));
    json_set(words, STR("unknown"), json_str(arena, unknown_callers(arena, catalog, detail)));
    json_set(words, STR("denial"), json_str(arena, detail->denial));
    Buf history = buf_open(arena, 0);
    history_put_symbol(&history, catalog, detail->symbol);
    json_set(words, STR("history_line"), json_str(arena, str_trim_end(buf_str(&history))));
    return words;
}

/* Bytes for the symbol: at least half of the budget, however long the note. */
static size_t room_of(const SymbolDetail *detail)
{
    return SYMBOL_ANSWER_BYTES - MIN(detail->beside, (size_t)SYMBOL_ANSWER_BYTES / 2);
}

/* ---- values ---- */

static Str path_of(Arena *arena, const Catalog *catalog, uint32_t symbol)
{
    return address_value(arena, catalog->files.ptr[catalog_place(catalog, symbol).file].path);
}

/* Edges as rows; a line is in the symbol's own file unless the row has a path. */
static Json *edges_value(Arena *arena, const Catalog *catalog, const SymbolDetail *detail,
                         bool incoming, size_t listed)
{
    const EdgeVec *edges = incoming ? &detail->in : &detail->out;
    uint32_t own = catalog_place(catalog, detail->symbol).file;
    Json *list = json_array(arena);
    for (size_t i = 0; i < MIN(edges->len, listed); i++) {
        const Edge *edge = &edges->ptr[i];
        uint32_t other = incoming ? edge->caller : edge->callee;
        bool outside = other == SYMBOL_NOWHERE;
        Json *row = json_object(arena);
        json_set(row, STR("name"),
                 json_str(arena, outside ? catalog_name(catalog, edge->external)
                                         : catalog_qualified_name(catalog, arena, other)));
        Str place =
            outside ? (Str){0} : query_place_at(catalog, arena, other, incoming ? edge->line : 0);
        json_set(row, STR("place"), json_str(arena, outside ? place : address_value(arena, place)));
        json_set(row, STR("line"), json_u64(arena, edge->line));
        if (!incoming && catalog_place(catalog, edge->caller).file != own)
            json_set(row, STR("path"), json_str(arena, path_of(arena, catalog, edge->caller)));
        json_set(row, STR("confidence"), json_str(arena, edge_confidence(edge)));
        json_add(list, row);
    }
    return list;
}

static void set_kin(Json *value, Arena *arena, const Catalog *catalog, Str key, const IdVec *kin,
                    size_t listed)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < MIN(kin->len, MIN(listed, KIN_LISTED)); i++) {
        Json *row = json_object(arena);
        Str name = catalog_qualified_name(catalog, arena, kin->ptr[i]);
        json_set(row, STR("name"), json_str(arena, name));
        json_set(row, STR("place"),
                 json_str(arena, address_value(arena, query_place(catalog, arena, kin->ptr[i]))));
        json_add(list, row);
    }
    if (kin->len)
        json_set(value, key, list);
}

static void set_numbers(Json *value, Arena *arena, const Catalog *catalog,
                        const SymbolDetail *detail)
{
    const SymbolCode *code = symbol_code(detail->parsed);
    Risk risk = risk_here(catalog, detail->symbol);
    const struct {
        Str name;
        uint64_t value;
    } figures[] = {
        {STR("complexity"), code->complexity}, {STR("branches"), code->branches},
        {STR("loops"), code->loops},           {STR("exits"), code->exits},
        {STR("unguarded"), code->unguarded},
    };
    for (size_t i = 0; i < COUNT(figures); i++)
        json_set(value, figures[i].name, json_u64(arena, figures[i].value));
    set_risk(arena, value, catalog, &risk);
    json_set(value, STR("fan_in"), json_u64(arena, detail->usage.callers));
    json_set_text(arena, value, STR("not_looked"), detail->not_looked);
}

static Json *value_of(Arena *arena, const Catalog *catalog, const SymbolDetail *detail,
                      size_t listed, size_t callers)
{
    const Entry *entry = catalog_entry(catalog, detail->symbol);
    Json *value = query_value_of(arena, catalog, detail->symbol, detail->hash);
    if (detail->parsed) {
        json_set_text(arena, value, STR("signature"), detail->parsed->signature);
        json_set_text(arena, value, STR("doc"),
                      view_cut_end(arena, symbol_doc(detail->parsed), DOC_BYTES));
    }
    json_set_text(arena, value, STR("module"), detail->module);
    json_set_text(arena, value, STR("modifiers"), modifiers_text(arena, entry->modifiers));
    json_set_text(arena, value, STR("type"), type_of(catalog, entry));
    set_members(arena, value, catalog, detail, listed);
    json_set_text(arena, value, STR("effects"),
                  effects_text(arena, catalog_metrics(catalog, detail->symbol).effects));
    Json *reached = reach_value(arena, catalog, detail);
    if (reached->count)
        json_set(value, STR("effects_through"), reached);
    json_set_text(arena, value, STR("writes"), symbol_code(detail->parsed)->writes);
    set_numbers(value, arena, catalog, detail);
    Json *history = history_symbol_value(arena, catalog, detail->symbol);
    if (history)
        json_set(value, STR("history"), history);
    set_kin(value, arena, catalog, STR("declared_at"), &detail->joined, listed);
    set_kin(value, arena, catalog, STR("parts"), &detail->parts, listed);
    set_kin(value, arena, catalog, STR("stands_in_for"), &detail->bases, listed);
    set_kin(value, arena, catalog, STR("overridden_by"), &detail->derived, listed);
    if (detail->not_counted)
        json_set(value, STR("not_counted"), detail->not_counted);
    if (detail->named)
        json_set(value, STR("named_lines"), (Json *)json_get(detail->named, STR("lines")));
    if (detail->usage.mentions)
        json_set(value, STR("mentions"), json_u64(arena, detail->usage.mentions));
    if (detail->usage.members)
        json_set(value, STR("callers_of_members"), json_u64(arena, detail->usage.members));
    if (detail->in_doubt)
        json_set(value, STR("callers_ambiguous"), json_u64(arena, detail->in_doubt));
    json_set(value, STR("callers"), edges_value(arena, catalog, detail, true, callers));
    json_set(value, STR("calls_total"), json_u64(arena, detail->out.len));
    json_set(value, STR("calls"), edges_value(arena, catalog, detail, false, listed));
    return value;
}

static size_t bytes_of(Arena *arena, Arena scratch, const Json *value, ViewFormat format)
{
    Buf out = buf_open(arena, 0);
    view_put_value(&out, scratch, format, value);
    return out.len;
}

Json *symbol_value(Arena *arena, Arena scratch, const Catalog *catalog, const SymbolDetail *detail,
                   ViewFormat format)
{
    size_t listed = SYMBOL_EDGES_LISTED;
    Json *value = value_of(arena, catalog, detail, listed, listed);
    while (listed && bytes_of(arena, scratch, value, format) > room_of(detail) - FRAME_BYTES) {
        listed--;
        value = value_of(arena, catalog, detail, listed, listed);
    }
    if (detail->source.len) {
        json_set(value, STR("source_line"), json_u64(arena, detail->source_line));
        json_set(value, STR("source"), json_str(arena, detail->source));
    }
    return value;
}

/* With the source shown, callees matter more than callers. */
void symbol_put_text(Buf *out, SessionRequest *request, const Catalog *catalog,
                     const SymbolDetail *detail)
{
    Arena *arena = request->arena;
    size_t start = out->len, listed = SYMBOL_EDGES_LISTED + 1;
    do {
        size_t callers = detail->source.len ? --listed / 2 : --listed;
        Json *value = value_of(arena, catalog, detail, listed, callers);
        Json *words = words_of(arena, catalog, detail, value, listed);
        out->len = start;
        response_print(out, request, wording, value, words);
    } while (listed && out->len - start > room_of(detail));
    if (detail->source.len) {
        buf_printf(out, "source from line %u:\n", detail->source_line);
        buf_put(out, detail->source);
    }
}
