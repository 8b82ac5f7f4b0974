/* The view of one symbol: most important parts first; lists are cut to what the budget leaves. */
#include "relations/symbol_answer.h"

#include "base/path.h"
#include "index/catalog/counterparts.h"
#include "index/graph/effects.h"
#include "index/graph/levels.h"
#include "index/graph/risk.h"
#include "query/history_answer.h"
#include "text/address.h"

/* Bytes of the frame around a symbol's value, with indentation. */
#define FRAME_BYTES 160
#define DOC_BYTES 200
#define KIN_LISTED ((size_t)4)

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

static const char *confidence_mark(const Edge *edge)
{
    return edge->compiled                       ? " exact (scip)"
           : edge->confidence == EDGE_LIKELY    ? " likely"
           : edge->confidence == EDGE_AMBIGUOUS ? " ambiguous"
                                                : "";
}

/* ---- text ---- */

/* Writes edges as `name (path:12-40)`, one per line, up to `listed`. */
static void put_edges(Buf *out, Arena scratch, const Catalog *catalog, const SymbolDetail *detail,
                      bool incoming, size_t listed)
{
    const EdgeVec *edges = incoming ? &detail->in : &detail->out;
    size_t shown = MIN(edges->len, listed), total = incoming ? detail->in_total : edges->len;
    for (size_t i = 0; i < shown; i++) {
        Arena line = scratch;
        const Edge *edge = &edges->ptr[i];
        uint32_t other = incoming ? edge->caller : edge->callee;
        buf_put(out, STR("  "));
        if (other == SYMBOL_NOWHERE) {
            view_put_line_text(out, catalog_name(catalog, edge->external));
        } else {
            view_put_line_text(
                out, view_cut_end(&line, catalog_qualified_name(catalog, &line, other), 60));
            buf_put(out, STR("  "));
            view_put_address(out, query_place_at(catalog, &line, other, incoming ? edge->line : 0));
            buf_put(out, str_from(confidence_mark(edge)));
        }
        buf_put_byte(out, '\n');
    }
    if (shown < total)
        buf_printf(out, "  [%zu more]\n", total - shown);
}

static void put_flow(Buf *out, const SymbolCode *code)
{
    if (code->complexity || code->branches || code->loops || code->exits)
        buf_printf(out, "flow: complexity %u, branches %u, loops %u, exits %u\n", code->complexity,
                   code->branches, code->loops, code->exits);
    if (code->unguarded)
        buf_printf(out, "unguarded error paths: %u\n", code->unguarded);
    if (code->writes.len) {
        buf_put(out, STR("writes: "));
        view_put_line_text(out, code->writes);
        buf_put_byte(out, '\n');
    }
}

static void put_risk(Buf *out, const Catalog *catalog, uint32_t symbol)
{
    Risk risk = risk_here(catalog, symbol);
    if (!risk.score)
        return;
    RiskLevels levels = risk_levels(catalog);
    buf_printf(out, "risk: %.*s %u (", STR_ARG(risk_level(levels, risk.score)), risk.score);
    const struct {
        const char *name;
        uint8_t points;
    } parts[] = {
        {"size", risk.size},        {"churn", risk.churn},     {"complexity", risk.complexity},
        {"fan-in", risk.fan_in},    {"effects", risk.effects}, {"unguarded", risk.unguarded},
        {"exposure", risk.exposure}};
    bool first = true;
    for (size_t i = 0; i < COUNT(parts); i++)
        if (parts[i].points) {
            buf_printf(out, "%s%s %u", first ? "" : ", ", parts[i].name, parts[i].points);
            first = false;
        }
    buf_put(out, STR(")\n"));
}

static Str effects_text(Arena *arena, uint8_t effects)
{
    Buf out = buf_open(arena, 0);
    effects_put(&out, "", effects);
    return buf_str(&out);
}

/* Writes the effects: `file, clock, network via connectSocket`. */
static void put_effects(Buf *out, Arena scratch, const Catalog *catalog, const SymbolDetail *detail)
{
    Str own = effects_text(&scratch, catalog_metrics(catalog, detail->symbol).effects);
    bool any = own.len;
    if (any)
        buf_printf(out, "effects: %.*s", STR_ARG(own));
    for (size_t i = 0; i < EFFECT_COUNT && detail->reaches; i++) {
        if (detail->reach.via[i] == SYMBOL_NOWHERE)
            continue;
        buf_printf(out, "%s%.*s via ",
                   any ? ", " : "effects: ", STR_ARG(effect_name((EffectBit)i)));
        view_put_line_text(
            out, view_cut_end(&scratch,
                              catalog_qualified_name(catalog, &scratch, detail->reach.via[i]), 40));
        any = true;
    }
    if (any)
        buf_put_byte(out, '\n');
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

typedef struct Members {
    size_t shown, total, listed;
} Members;

/* Adds the direct members of one part. */
static void put_members_of(Buf *out, const Catalog *catalog, uint32_t part, Members *members)
{
    SymbolPlace place = catalog_place(catalog, part);
    const CatalogFile *file = catalog_row(catalog, place.file);
    for (uint32_t i = place.index + 1; place.index && i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent != place.index)
            continue;
        if (members->total++ >= members->listed)
            continue;
        buf_put(out, members->shown++ ? STR(", ") : STR("members: "));
        view_put_line_text(out, catalog_name(catalog, entry->name));
    }
}

static void put_members(Buf *out, const Catalog *catalog, const SymbolDetail *detail, size_t listed)
{
    Members members = {.listed = listed};
    if (!detail->parsed)
        return;
    put_members_of(out, catalog, detail->symbol, &members);
    for (size_t i = 0; i < detail->parts.len; i++)
        put_members_of(out, catalog, detail->parts.ptr[i], &members);
    size_t total = members.total, shown = members.shown;
    if (total > shown)
        buf_printf(out, shown ? " [%zu more]" : "members: %zu", total - shown);
    if (total)
        buf_put_byte(out, '\n');
}

/* Writes the places of the other parts of a type. */
static void put_other_parts(Buf *out, Arena scratch, const Catalog *catalog, const IdVec *parts,
                            size_t listed)
{
    for (size_t i = 0; i < MIN(parts->len, listed); i++) {
        Arena line = scratch;
        buf_put(out, i ? STR(", ") : STR("also declared in: "));
        Str path = catalog->files.ptr[catalog_place(catalog, parts->ptr[i]).file].path;
        buf_printf(out, "%.*s:%u", STR_ARG(address_shown(&line, path)),
                   catalog_entry(catalog, parts->ptr[i])->start_line);
    }
    if (parts->len > listed)
        buf_printf(out, " [%zu more]", parts->len - listed);
    if (parts->len)
        buf_put_byte(out, '\n');
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

static void put_declaration(Buf *out, Arena scratch, const Catalog *catalog,
                            const SymbolDetail *detail, size_t listed)
{
    const Entry *entry = catalog_entry(catalog, detail->symbol);
    const Symbol *parsed = detail->parsed;
    if (parsed && parsed->signature.len) {
        view_put_line_text(out, parsed->signature);
        buf_put_byte(out, '\n');
    }
    Str doc = parsed ? symbol_doc(parsed) : (Str){0};
    if (doc.len) {
        view_put_line_text(out, view_cut_end(&scratch, doc, DOC_BYTES));
        buf_put_byte(out, '\n');
    }
    Str modifiers = modifiers_text(&scratch, entry->modifiers);
    bool placed = module_is_place(catalog, detail);
    if (!placed) {
        buf_put(out, STR("module: "));
        view_put_line_text(out, detail->module);
    }
    if (modifiers.len)
        buf_printf(out, "%s%.*s", placed ? "" : "; ", STR_ARG(modifiers));
    if (!placed || modifiers.len)
        buf_put_byte(out, '\n');
    Str type = type_of(catalog, entry);
    bool told = parsed && str_find(parsed->signature, type) != STR_NONE;
    if (type.len && !told) {
        buf_put(out, STR("type: "));
        view_put_line_text(out, type);
        buf_put_byte(out, '\n');
    }
    put_members(out, catalog, detail, listed);
    put_other_parts(out, scratch, catalog, &detail->parts, listed);
}

static void put_caller_count(Buf *out, const SessionRequest *request, const Catalog *catalog,
                             const SymbolDetail *detail)
{
    const Usage *usage = &detail->usage;
    SymbolPlace place = catalog_place(catalog, detail->symbol);
    if (!catalog_follows_calls(&catalog->files.ptr[place.file])) {
        buf_put(out, STR("callers: not known, calls are not followed in this file\n"));
        return;
    }
    if (!catalog_calls_known(catalog)) {
        buf_put(out, STR("callers: not known yet\n"));
        return;
    }
    buf_printf(out, "callers: %u", usage->callers);
    if (usage->ambiguous)
        buf_printf(out, ", and %u ambiguous (%.*s)", usage->ambiguous,
                   STR_ARG(session_hint(request, STR("fovea callers"))));
    if (usage->mentions)
        buf_printf(out, "; mentioned as a type: %u (%.*s)", usage->mentions,
                   STR_ARG(session_hint(request, STR("fovea callers --types"))));
    if (usage->members)
        buf_printf(out, "; of its members: %u (%.*s)", usage->members,
                   STR_ARG(session_hint(request, STR("fovea impact"))));
    if (detail->denial.len) {
        buf_put(out, STR("; "));
        view_put_line_text(out, detail->denial);
    }
    buf_put_byte(out, '\n');
}

/* Writes `implements or overrides: 2` and at most `listed` of them. */
static void put_kin(Buf *out, Arena scratch, const Catalog *catalog, const char *what,
                    const IdVec *kin, size_t listed)
{
    if (!kin->len)
        return;
    buf_printf(out, "%s: %zu\n", what, kin->len);
    for (size_t i = 0; i < MIN(kin->len, listed); i++) {
        Arena line = scratch;
        Str name = catalog_qualified_name(catalog, &line, kin->ptr[i]);
        buf_put(out, STR("  "));
        view_put_line_text(out, view_cut_end(&line, name, 60));
        buf_put(out, STR("  "));
        view_put_address(out, query_place(catalog, &line, kin->ptr[i]));
        buf_put_byte(out, '\n');
    }
    if (kin->len > listed)
        buf_printf(out, "  [%zu more]\n", kin->len - listed);
}

/* Writes `declared: src/dict.h:173, src/other.h:12`, or `implemented: …` for a class of
   Objective-C. */
static void put_joined(Buf *out, Arena scratch, const Catalog *catalog, const IdVec *joined)
{
    for (size_t i = 0; i < MIN(joined->len, KIN_LISTED); i++) {
        bool declared = counterpart_announces(catalog, joined->ptr[i]);
        buf_put(out, i ? STR(", ") : declared ? STR("declared: ") : STR("implemented: "));
        view_put_line_text(out, query_place(catalog, &scratch, joined->ptr[i]));
    }
    if (joined->len > KIN_LISTED)
        buf_printf(out, " and %zu more", joined->len - KIN_LISTED);
    if (joined->len)
        buf_put_byte(out, '\n');
}

/* Writes all parts, with lists of at most `listed` rows. */
static void put_parts(Buf *out, const SessionRequest *request, const Catalog *catalog,
                      const SymbolDetail *detail, size_t listed)
{
    Arena scratch = *request->scratch;
    query_put_line(out, scratch, catalog, detail->symbol);
    buf_printf(out, "  %.*s\n", STR_ARG(detail->hash));
    put_joined(out, scratch, catalog, &detail->joined);
    if (!detail->source.len)
        put_declaration(out, scratch, catalog, detail, listed);
    put_flow(out, symbol_code(detail->parsed));
    put_effects(out, scratch, catalog, detail);
    put_risk(out, catalog, detail->symbol);
    history_put_symbol(out, catalog, detail->symbol);
    put_kin(out, scratch, catalog, "implements or overrides", &detail->bases,
            MIN(listed, KIN_LISTED));
    put_kin(out, scratch, catalog, "implemented or overridden by", &detail->derived,
            MIN(listed, KIN_LISTED));
    put_caller_count(out, request, catalog, detail);
    /* With the source shown, callees matter more than callers. */
    put_edges(out, scratch, catalog, detail, true, detail->source.len ? listed / 2 : listed);
    if (detail->out.len)
        buf_printf(out, "calls and uses: %zu\n", detail->out.len);
    put_edges(out, scratch, catalog, detail, false, listed);
}

/* Bytes for the symbol: at least half of the budget, however long the note. */
static size_t room_of(const SymbolDetail *detail)
{
    return SYMBOL_ANSWER_BYTES - MIN(detail->beside, (size_t)SYMBOL_ANSWER_BYTES / 2);
}

void symbol_put_text(Buf *out, SessionRequest *request, const Catalog *catalog,
                     const SymbolDetail *detail)
{
    size_t start = out->len, listed = SYMBOL_EDGES_LISTED + 1;
    do {
        out->len = start;
        put_parts(out, request, catalog, detail, --listed);
    } while (listed && out->len - start > room_of(detail));
    if (detail->source.len) {
        buf_printf(out, "source from line %u:\n", detail->source_line);
        buf_put(out, detail->source);
    }
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
        {STR("complexity"), code->complexity},
        {STR("branches"), code->branches},
        {STR("loops"), code->loops},
        {STR("exits"), code->exits},
        {STR("unguarded"), code->unguarded},
        {STR("risk"), risk.score},
        {STR("fan_in"), detail->usage.callers},
    };
    for (size_t i = 0; i < COUNT(figures); i++)
        json_set(value, figures[i].name, json_u64(arena, figures[i].value));
}

static Json *value_of(Arena *arena, const Catalog *catalog, const SymbolDetail *detail,
                      size_t listed)
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
    json_set(value, STR("callers"), edges_value(arena, catalog, detail, true, listed));
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
    Json *value = value_of(arena, catalog, detail, listed);
    while (listed && bytes_of(arena, scratch, value, format) > room_of(detail) - FRAME_BYTES)
        value = value_of(arena, catalog, detail, --listed);
    if (detail->source.len) {
        json_set(value, STR("source_line"), json_u64(arena, detail->source_line));
        json_set(value, STR("source"), json_str(arena, detail->source));
    }
    return value;
}
