/* Facts about one symbol: place and edges from the catalog, declaration from the file's facts,
   source from the file itself. */
#include "relations/symbol_answer.h"

#include "base/id_map.h"
#include "config/config.h"
#include "index/catalog/counterparts.h"
#include "index/catalog/merged.h"
#include "query/beyond.h"
#include "query/calls_unresolved.h"
#include "query/unseen.h"
#include "relations/found_uses.h"
#include "search/members.h"
#include "search/override.h"
#include "search/parts.h"
#include "text/lines.h"

/* Maximum number of lines of the comment above a symbol shown with its source. */
#define COMMENT_LINES_MAX 80
/* Maximum number of users with edges among which those without are looked for. */
#define USERS_MAX 100000

bool symbol_edge_shown(const Edge *edge, bool incoming)
{
    bool shown =
        edge->kind == REFERENCE_CALL || edge->kind == REFERENCE_USE || edge->kind == REFERENCE_BASE;
    return shown && (!incoming || edge->confidence > EDGE_AMBIGUOUS);
}

/* Rank of a callee: functions, macros, constants and the like, external symbols. */
static unsigned callee_order(const Catalog *catalog, const Edge *edge)
{
    if (edge->callee == SYMBOL_NOWHERE)
        return 3;
    switch ((SymbolKind)catalog_entry(catalog, edge->callee)->kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT: return 0;
    case SYMBOL_MACRO: return 1;
    default: return 2;
    }
}

/* Rank of a caller: code before tests, exact before likely. */
static unsigned caller_order(const Catalog *catalog, const Edge *edge)
{
    SymbolPlace place = catalog_place(catalog, edge->caller);
    bool test = catalog->files.ptr[place.file].class == FILE_TEST;
    return (test ? 2u : 0u) + (edge->confidence < EDGE_EXACT);
}

/* Sorts edges by rank, stably, with each neighbour once. */
static void arrange(Arena *arena, Arena scratch, const Catalog *catalog, const EdgeVec *edges,
                    bool incoming, EdgeVec *arranged)
{
    IdMap seen = {0};
    for (unsigned order = 0; order < 4; order++)
        for (size_t i = 0; i < edges->len; i++) {
            const Edge *edge = &edges->ptr[i];
            uint32_t other = incoming ? edge->caller : edge->callee;
            if (symbol_edge_shown(edge, incoming) &&
                (incoming ? caller_order : callee_order)(catalog, edge) == order &&
                (other == SYMBOL_NOWHERE || id_map_put(&seen, &scratch, other, 0) == ID_MAP_NONE))
                *VEC_PUSH(arena, arranged) = *edge;
        }
}

typedef struct Callers {
    const Catalog *catalog;
    Arena *arena;
    EdgeVec edges;
    uint32_t last;    /* previous caller */
    uint32_t doubted; /* previous uncertain caller; in_doubt is their number */
    size_t in_doubt;
    uint32_t listed; /* number of callers of the first rank, whose edges are adjacent */
    bool enough;
} Callers;

/* Collects a caller; stops once enough are known, so that a symbol with thousands of callers is not
   searched for in all of their files. */
static bool take_caller(void *context, const Edge *edge)
{
    Callers *callers = context;
    if (!symbol_edge_shown(edge, true)) {
        callers->in_doubt += symbol_edge_shown(edge, false) && edge->caller != callers->doubted;
        callers->doubted = edge->caller;
        return true;
    }
    if (!caller_order(callers->catalog, edge) && edge->caller != callers->last) {
        callers->enough = callers->listed++ == SYMBOL_EDGES_LISTED;
        callers->last = edge->caller;
    }
    *VEC_PUSH(callers->arena, &callers->edges) = *edge;
    return !callers->enough;
}

static void collect_edges(Arena *arena, const Catalog *catalog, SymbolDetail *detail)
{
    Arena work SCOPED(arena_close) = {0}, seen SCOPED(arena_close) = {0};
    EdgeVec out = {0};
    Callers callers = {
        .catalog = catalog, .arena = &work, .last = SYMBOL_NOWHERE, .doubted = SYMBOL_NOWHERE};
    arena_open(&work, 0);
    arena_open(&seen, 0);
    catalog_edges_of(catalog, &work, detail->symbol, &out);
    for (size_t i = 0; i < detail->parts.len; i++)
        catalog_edges_of(catalog, &work, detail->parts.ptr[i], &out);
    for (size_t i = 0; i < detail->alike.len; i++)
        catalog_edges_of(catalog, &work, detail->alike.ptr[i], &out);
    arrange(arena, seen, catalog, &out, false, &detail->out);
    catalog_edges_to(catalog, detail->symbol, take_caller, &callers);
    for (size_t i = 0; i < detail->alike.len && !callers.enough; i++)
        catalog_edges_to(catalog, detail->alike.ptr[i], take_caller, &callers);
    arrange(arena, seen, catalog, &callers.edges, true, &detail->in);
    /* For symbols that cannot merely be mentioned the fan-in of the whole graph is exact. */
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, detail->symbol)->kind;
    bool holds = members_holds(catalog, detail->symbol);
    detail->usage.callers = catalog_metrics(catalog, detail->symbol).fan_in;
    detail->usage.ambiguous = callers.enough ? 0 : (uint32_t)callers.in_doubt;
    if (holds || usage_has_mentions(kind))
        detail->usage = usage_of(catalog, work, detail->symbol, holds, NULL);
    else if (detail->alike.len)
        detail->usage = usage_of_joined(catalog, work, detail->symbol, &detail->alike, NULL);
    detail->in_doubt = detail->usage.ambiguous;
    detail->in_total = MAX((size_t)detail->usage.callers, detail->in.len);
}

/* Adds users that have no edges: those of data and constructors, for which files are read. Where
   they were not, their number is not known. */
static bool add_users(SessionRequest *request, IndexSession *session, SymbolDetail *detail,
                      Err *err)
{
    Arena *arena = request->arena;
    Catalog *catalog = session->catalog;
    FoundUses uses = {0};
    Neighbourhood known = {0};
    EdgeVec edges = detail->in;
    if (!catalog_calls_known(catalog) || !found_uses_apply(catalog, detail->symbol))
        return true;
    IdVec one = {0}; // all declarations whose users are its own
    for (size_t i = 0; i < detail->joined.len; i++)
        *VEC_PUSH(arena, &one) = detail->joined.ptr[i];
    for (size_t i = 0; i < detail->alike.len; i++)
        *VEC_PUSH(arena, &one) = detail->alike.ptr[i];
    if (!found_uses_of(request, session, detail->symbol, &one, &uses, err))
        return false;
    const NeighbourOptions options = {
        .direction = NEIGHBOURS_IN, .depth = 1, .limit = USERS_MAX, .joined = &one};
    neighbours_find(catalog, arena, &detail->symbol, 1, &options, &known);
    FoundCounts more = found_uses_join(arena, catalog, &uses, NULL, &known);
    for (size_t i = 0; i < uses.list.len; i++) {
        const FoundUse *use = &uses.list.ptr[i];
        *VEC_PUSH(arena, &edges) = (Edge){.caller = use->user,
                                          .callee = detail->symbol,
                                          .line = use->line,
                                          .count = use->count,
                                          .kind = use->kind,
                                          .confidence = (uint8_t)use->confidence};
    }
    detail->in = (EdgeVec){0};
    arrange(arena, *request->scratch, catalog, &edges, true, &detail->in);
    detail->usage.callers += more.sure;
    detail->usage.ambiguous += more.ambiguous;
    detail->in_total = MAX((size_t)detail->usage.callers, detail->in.len);
    detail->not_looked = uses.looked ? (Str){0} : uses.reason;
    return true;
}

static bool load_text(SessionRequest *request, const IndexSession *session, Str path, Str *text,
                      Err *err)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    BinaryType type;
    char head[SOURCE_HEAD_BYTES];
    size_t len = 0;
    if (!session_open_file(request, session, request->arena, path, &file, err) ||
        !fs_read_at(&file, 0, head, sizeof head, &len, err))
        return false;
    if (lang_is_binary((Str){head, len}, &type))
        return err_set(err, ERR_FAILED, "'%.*s' is not text: %.*s", STR_ARG(path),
                       STR_ARG(type.type));
    return fs_read_all(request->arena, &file, text, err);
}

static Str lines_of(Str text, uint64_t first, uint64_t last)
{
    return str_slice(text, lines_offset(text, first), lines_offset(text, last + 1));
}

/* Whether other code in the symbol's first or last line may be too much to show. */
static bool may_be_crowded(Str text, const Entry *entry)
{
    Str first = lines_of(text, entry->start_line, entry->start_line);
    Str last = lines_of(text, entry->end_line, entry->end_line);
    return MAX(first.len, last.len) > LINES_BESIDE_MAX || first.len == text.len;
}

static bool is_same(const Outline *outline, uint32_t index, Str name, uint32_t line)
{
    return index < outline->symbols.len && outline->symbols.ptr[index].start_line == line &&
           str_equal(outline->symbols.ptr[index].name, name);
}

/* Whether the symbol is shown without other code in its lines. If so, *source is exactly its bytes,
   found by parsing. */
static bool is_alone(SessionRequest *request, const Catalog *catalog, uint32_t symbol, Str text,
                     Str *source)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Outline outline;
    if (!place.index || !may_be_crowded(text, entry))
        return false;
    OutlineOptions options = {.time_ms = (int)request->config->parse_ms,
                              .no_ctags = !request->config->parse_ctags,
                              .cancel = request->cancel};
    lang_outline(request->arena, *request->scratch, file->language, text, &options, &outline);
    Str name = catalog_name(catalog, entry->name);
    uint32_t found = place.index - 1;
    if (!is_same(&outline, found, name, entry->start_line))
        for (found = 0; found < outline.symbols.len; found++)
            if (is_same(&outline, found, name, entry->start_line))
                break;
    if (found >= outline.symbols.len)
        return false;
    const Symbol *parsed = &outline.symbols.ptr[found];
    *source = str_slice(text, parsed->start, parsed->end);
    return lines_are_crowded(text, parsed->start, parsed->end);
}

bool symbol_source(SessionRequest *request, const IndexSession *session, uint64_t context,
                   SourceLines *lines, Str *source, Err *err)
{
    Str text;
    if (!load_text(request, session, lines->path, &text, err))
        return false;
    if (lines->symbol && is_alone(request, session->catalog, lines->symbol, text, source))
        return true;
    uint64_t total = MAX(lines_count(text), (size_t)1);
    if (lines->first > total)
        return query_fail_line(request, lines->path, lines->first, total, err);
    lines->first -= MIN(context, lines->first - 1);
    lines->last += MIN(context, total - MIN(lines->last, total));
    lines->last = MIN(lines->last, total);
    *source = lines_of(text, lines->first, lines->last);
    return true;
}

/* Whether a line looks like a comment, in any language. *block: a block comment ends below it. */
static bool looks_like_comment(Str line, bool *block)
{
    static const char *const starts[] = {"//", "/*", "*/", "* ", "--", ";;", "# ", "#:", "##"};
    line = str_trim(line);
    if (str_ends(line, STR("*/")) && str_find(line, STR("/*")) == STR_NONE)
        *block = true;
    if (*block) {
        *block = str_find(line, STR("/*")) == STR_NONE;
        return true;
    }
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(line, str_from(starts[i])))
            return true;
    return str_equal(line, STR("#")) || str_equal(line, STR("*"));
}

uint64_t symbol_comment_lines(Str text, uint64_t line)
{
    uint64_t first = line > COMMENT_LINES_MAX ? line - COMMENT_LINES_MAX : 1, count = 0;
    Str above = line > 1 ? lines_of(text, first, line - 1) : (Str){0};
    bool block = false;
    while (above.len) {
        Str rest = str_slice(above, 0, above.len - (above.ptr[above.len - 1] == '\n'));
        size_t before = str_find_last_byte(rest, '\n');
        size_t start = before == STR_NONE ? 0 : before + 1;
        if (!looks_like_comment(str_from_offset(rest, start), &block))
            break;
        count++;
        above = str_slice(above, 0, start);
    }
    return count;
}

/* Loads the symbol's source with its comment, and `context` lines on both sides. */
static bool add_source(SessionRequest *request, const IndexSession *session, uint64_t context,
                       SymbolDetail *detail, Err *err)
{
    const Catalog *catalog = session->catalog;
    uint32_t file = catalog_place(catalog, detail->symbol).file, first, last;
    Str text;
    if (!load_text(request, session, catalog->files.ptr[file].path, &text, err))
        return false;
    merged_range(catalog, detail->symbol, &first, &last);
    detail->source_line = first;
    if (is_alone(request, catalog, detail->symbol, text, &detail->source))
        return true;
    uint64_t before = MAX(context, symbol_comment_lines(text, first));
    before = MIN(before, (uint64_t)first - 1);
    detail->source_line = (uint32_t)(first - before);
    detail->source = lines_of(text, detail->source_line, last + context);
    return true;
}

/* Lists counterparts elsewhere: not the name of a `typedef struct` in the same lines, nor
   `exports.f = f`. */
static void list_joined(Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *joined)
{
    const Entry *own = catalog_entry(catalog, symbol);
    uint32_t file = catalog_place(catalog, symbol).file;
    IdVec all = {0};
    counterpart_find(catalog, arena, symbol, &all);
    for (size_t i = 0; i < all.len; i++)
        if (catalog_place(catalog, all.ptr[i]).file != file ||
            (catalog_entry(catalog, all.ptr[i])->start_line != own->start_line &&
             counterpart_exported(catalog, all.ptr[i]) != symbol))
            *VEC_PUSH(arena, joined) = all.ptr[i];
}

/* Before the answer says that nothing uses the symbol, all text is searched for its name; before it
   counts users, the text that is not followed. */
static void add_denial(SessionRequest *request, IndexSession *session, SymbolDetail *detail)
{
    const Catalog *catalog = session->catalog;
    const Usage *usage = &detail->usage;
    SymbolPlace place = catalog_place(catalog, detail->symbol);
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, detail->symbol)->kind;
    if (!place.index || kind >= SYMBOL_SECTION || !catalog_calls_known(catalog) ||
        !catalog_follows_calls(&catalog->files.ptr[place.file]))
        return;
    if (usage->callers || usage->ambiguous || usage->mentions || usage->members) {
        Beyond beyond =
            beyond_find(request, session, &detail->symbol, 1, (BeyondOptions){.frugal = true});
        detail->denial = beyond_text(request, &beyond);
        detail->not_counted = beyond_value(request->arena, &beyond);
        unseen_note_short(request, session, UNSEEN_SUM, UNSEEN_NOTE_BYTES);
        return;
    }
    detail->denial =
        calls_unresolved(request, session, detail->symbol, &(CallsSeen){0}, &detail->named);
}

bool symbol_detail(SessionRequest *request, IndexSession *session, uint32_t symbol, int64_t context,
                   SymbolDetail *detail, Err *err)
{
    Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    *detail = (SymbolDetail){.symbol = symbol,
                             .alike = detail->alike,
                             .hash = catalog_symbol_hash(catalog, request->arena, symbol)};
    if (!catalog_outline(catalog, request->arena, place.file, false, &detail->outline, err))
        return false;
    if (place.index && place.index <= detail->outline.symbols.len)
        detail->parsed = &detail->outline.symbols.ptr[place.index - 1];
    const Modules *modules = modules_shared(request->arena, catalog);
    detail->module = modules->list.ptr[modules->of_file[place.file]].name;
    parts_find(catalog, request->arena, symbol, &detail->parts);
    collect_edges(request->arena, catalog, detail);
    list_joined(catalog, request->arena, symbol, &detail->joined);
    if (!add_users(request, session, detail, err))
        return false;
    override_bases(catalog, request->arena, symbol, &detail->bases);
    override_derived(catalog, request->arena, symbol, &detail->derived);
    detail->reaches = true;
    detail->reach = reach_effects(catalog, *request->scratch, symbol);
    add_denial(request, session, detail);
    return context < 0 || add_source(request, session, (uint64_t)context, detail, err);
}
