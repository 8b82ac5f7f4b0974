/* Converts the result of a graph walk to a view model. Then it adds notes that a short list may be
   incomplete: callers by a base's name, values of unknown type, users of a type's members. */
#include "relations/graph_answer.h"

#include "base/id_map.h"
#include "base/limits.h"
#include "base/shell.h"
#include "index/catalog/merged.h"
#include "index/graph/levels.h"
#include "index/resolve/resolve.h"
#include "lang/registry.h"
#include "query/beyond.h"
#include "query/calls_out.h"
#include "query/calls_unresolved.h"
#include "query/cursor.h"
#include "query/unseen.h"
#include "relations/dispatched.h"
#include "relations/found_uses.h"
#include "relations/graph_dot.h"
#include "relations/graph_edge.h"
#include "relations/graph_unread.h"
#include "relations/route_edges.h"
#include "search/members.h"
#include "search/override.h"
#include "search/parts.h"
#include "search/usage.h"
#include "session/notices.h"
#include "text/address.h"

/* Maximum number of overridden methods that are named. */
#define CALLED_AS_SHOWN 3
/* Maximum number of users of a type's members; they are counted, not listed. */
#define MEMBER_USERS_MAX 20000

static GraphRisk risk_of_symbol(const Catalog *catalog, uint32_t symbol)
{
    uint8_t score = catalog_metrics(catalog, symbol).risk;
    RiskLevels levels = risk_levels(catalog);
    return !score                  ? GRAPH_RISK_UNKNOWN
           : score < levels.medium ? GRAPH_RISK_LOW
           : score < levels.high   ? GRAPH_RISK_MEDIUM
                                   : GRAPH_RISK_HIGH;
}

static GraphNode make_node(Arena *arena, const Catalog *catalog, const Modules *modules,
                           const Neighbour *neighbour)
{
    if (neighbour->symbol == SYMBOL_NOWHERE) {
        Str name = catalog_name(catalog, neighbour->external);
        return (GraphNode){.id = name, .label = name, .kind = STR("external")};
    }
    SymbolPlace place = catalog_place(catalog, neighbour->symbol);
    const Entry *entry = catalog_entry(catalog, neighbour->symbol);
    Str kind = place.index ? symbol_kind_name((SymbolKind)entry->kind) : STR("file");
    return (GraphNode){
        .id = catalog_symbol_hash(catalog, arena, neighbour->symbol),
        .label = catalog_qualified_name(catalog, arena, neighbour->symbol),
        .handle = query_place(catalog, arena, neighbour->symbol),
        .group = modules->list.ptr[modules->of_file[place.file]].name,
        .kind = kind,
        .weight = entry->end_line - entry->start_line + 1,
        .risk = risk_of_symbol(catalog, neighbour->symbol),
        .focus = neighbour->steps == 0,
        .more_in = neighbour->more_in,
        .more_out = neighbour->more_out,
    };
}

/* Of merged declarations (TypeScript), the caller is the declaration that makes the call. */
static void place_callers(Arena *arena, const Catalog *catalog, const Neighbourhood *found,
                          GraphNode *nodes)
{
    for (size_t i = found->edges.len; i-- > 0;) {
        const NeighbourEdge *edge = &found->edges.ptr[i];
        uint32_t symbol = found->nodes.ptr[edge->from].symbol;
        uint32_t part = merged_part_at(catalog, symbol, edge->line);
        if (part == symbol || nodes[edge->from].focus)
            continue;
        nodes[edge->from].handle = query_place(catalog, arena, part);
        nodes[edge->from].kind = symbol_kind_name((SymbolKind)catalog_entry(catalog, part)->kind);
    }
}

static bool is_picture(GraphFormat format)
{
    return format == GRAPH_SVG || format == GRAPH_HTML;
}

/* Adds signatures, which a picture shows on hovering. Tables have none, as it would double their
   size. */
static bool add_signatures(SessionRequest *request, const Catalog *catalog,
                           const Neighbourhood *found, GraphNode *nodes, Err *err)
{
    Outline outline = {0};
    uint32_t known = FILE_NOWHERE;
    for (size_t i = 0; i < found->nodes.len; i++) {
        if (found->nodes.ptr[i].symbol == SYMBOL_NOWHERE)
            continue;
        SymbolPlace place = catalog_place(catalog, found->nodes.ptr[i].symbol);
        if (place.file != known &&
            !catalog_outline(catalog, request->arena, place.file, false, &outline, err))
            return false;
        known = place.file;
        if (place.index && place.index <= outline.symbols.len)
            nodes[i].detail = outline.symbols.ptr[place.index - 1].signature;
    }
    return true;
}

bool graph_answer_model(SessionRequest *request, const GraphModel *model,
                        const GraphOptions *options, bool by_dot, Err *err)
{
    Buf out = buf_open(request->arena, 0);
    GraphOptions own = *options;
    GraphLayout layout;
    if (by_dot && is_picture(own.format)) {
        if (!graph_dot_lay_out(request, model, &layout, err))
            return false;
        own.layout = &layout;
    }
    return graph_write(&out, *request->scratch, model, &own, err) &&
           session_send_buf(request, &out, err);
}

static Str quoted_elsewhere(const GraphQuestion *question)
{
    return question->elsewhere ? question->elsewhere->asked : (Str){0};
}

/* The text that names the focus in the next call: its hash, or the name that all joined have. */
static Str focus_handle(SessionRequest *request, const Catalog *catalog,
                        const GraphQuestion *question)
{
    uint32_t symbol = question->focus[0];
    if (!question->options.joined || !question->options.joined->len)
        return catalog_symbol_hash(catalog, request->arena, symbol);
    Str path = catalog->files.ptr[catalog_place(catalog, symbol).file].path;
    Str name = catalog_qualified_name(catalog, request->arena, symbol);
    return shell_quote(request->arena,
                       str_format(request->arena, "%.*s::%.*s", STR_ARG(path), STR_ARG(name)));
}

/* The same question with the highest limit; empty if it had that. */
static Str show_more(SessionRequest *request, const Catalog *catalog, const GraphQuestion *question)
{
    static const char *const directions[] = {[NEIGHBOURS_BOTH] = "",
                                             [NEIGHBOURS_IN] = " --direction in",
                                             [NEIGHBOURS_OUT] = " --direction out"};
    const NeighbourOptions *options = &question->options;
    bool of_file = question->focus_count > 1;
    Str quoted = of_file ? shell_quote_path(request->arena, query_place(catalog, request->arena,
                                                                        question->focus[0]))
                         : focus_handle(request, catalog, question);
    if (question->limit >= GRAPH_LIMIT_MAX)
        return (Str){0};
    return session_hint(
        request,
        str_format(request->arena, "fovea %s %.*s --depth %u%s%s%s%.*s%.*s --limit %u",
                   request->command, STR_ARG(quoted), options->depth,
                   question->direction_given ? directions[options->direction] : "",
                   options->external ? " --external" : "", options->types ? " --types" : "",
                   STR_ARG(query_left_out(request->arena, question->filter)),
                   STR_ARG(quoted_elsewhere(question)), GRAPH_LIMIT_MAX));
}

static bool is_member(SymbolKind kind)
{
    return kind == SYMBOL_METHOD || kind == SYMBOL_PROPERTY;
}

/* Called methods of bases and interfaces that the symbol overrides or implements: `Shape.area
   (a.go:2): fovea callers HASH`; else empty. */
static Str called_as(SessionRequest *request, Catalog *catalog, uint32_t symbol)
{
    IdVec bases = {0};
    size_t called = 0;
    Buf out = buf_open(request->arena, 0);
    override_bases(catalog, request->arena, symbol, &bases);
    for (size_t i = 0; i < bases.len; i++) {
        uint32_t base = bases.ptr[i];
        if (!catalog_metrics(catalog, base).fan_in || called++ >= CALLED_AS_SHOWN)
            continue;
        Str name = catalog_qualified_name(catalog, request->arena, base);
        Str place = query_place(catalog, request->arena, base);
        Str hash = catalog_symbol_hash(catalog, request->arena, base);
        buf_printf(&out, "%s%.*s (%.*s): fovea callers %.*s", out.len ? ", " : "", STR_ARG(name),
                   STR_ARG(place), STR_ARG(hash));
    }
    if (called > CALLED_AS_SHOWN)
        buf_printf(&out, ", and as %zu more", called - CALLED_AS_SHOWN);
    return buf_str(&out);
}

/* Notes how many symbols use members of a type, and the most used member: most users of a type name
   only its members. */
static void note_members(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    const Catalog *catalog = session->catalog;
    Arena *arena = request->arena;
    IdVec focus = {0};
    Neighbourhood found;
    *VEC_PUSH(arena, &focus) = symbol;
    members_of(catalog, arena, symbol, &focus);
    if (focus.len == 1)
        return;
    NeighbourOptions options = {
        .direction = NEIGHBOURS_IN, .depth = 1, .limit = MEMBERS_MAX + MEMBER_USERS_MAX};
    neighbours_find(session->catalog, arena, focus.ptr, focus.len, &options, &found);
    uint32_t *uses = NEW(arena, uint32_t, found.nodes.len + 1), best = 0, users = 0;
    bool *counted = NEW(arena, bool, found.nodes.len + 1);
    for (size_t i = 0; i < found.edges.len; i++) {
        const NeighbourEdge *edge = &found.edges.ptr[i];
        if (edge->from < found.focus_count || !edge->to)
            continue;
        users += !counted[edge->from];
        counted[edge->from] = true;
        if (++uses[edge->to] > uses[best])
            best = edge->to;
    }
    if (!users)
        return;
    uint32_t member = found.nodes.ptr[best].symbol;
    Str name = catalog_name(catalog, catalog_entry(catalog, member)->name);
    Str hash = catalog_symbol_hash(catalog, arena, symbol);
    Str of_member = catalog_symbol_hash(catalog, arena, member);
    session_note(
        request, session,
        session_hint(request,
                     str_format(arena,
                                "its members are used by %u symbol%s elsewhere%s, most "
                                "%.*s (%u): fovea impact %.*s, fovea callers %.*s",
                                users, users == 1 ? "" : "s", found.left_out ? " and more" : "",
                                STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)), uses[best],
                                STR_ARG(hash), STR_ARG(of_member))));
}

/* Whether it is a method, in a language where calls through unknown values have no edges. */
static bool is_left_out(const Catalog *catalog, const Language *language, uint32_t symbol)
{
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    return resolve_is_strict(language) && is_member(kind) && calls_have_few(catalog, symbol);
}

/* Where calls have no edges, all text says what names the symbol. */
static Str not_followed(SessionRequest *request, IndexSession *session, uint32_t symbol,
                        const CallsSeen *seen, Json **named)
{
    Catalog *catalog = session->catalog;
    Str kind = catalog_unfollowed(catalog_row(catalog, catalog_place(catalog, symbol).file));
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    bool is_word = str_find_byte(name, '.') == STR_NONE; /* `proto.o` is a file */
    Str text =
        is_word && !seen->any ? calls_unresolved(request, session, symbol, seen, named) : (Str){0};
    if (text.len)
        return str_format(request->arena, "calls are not followed in %.*s; %.*s", STR_ARG(kind),
                          STR_ARG(text));
    return str_format(request->arena, "calls are not followed in %.*s: fovea grep %.*s",
                      STR_ARG(kind),
                      STR_ARG(shell_quote(request->arena, str_slice(name, 0, PATH_SHOWN_BYTES))));
}

/* Notes that callers may be missing: calls through values whose types are known only at run time
   have no edges. */
static void note_missing(SessionRequest *request, IndexSession *session,
                         const GraphQuestion *question, const CallsSeen *seen,
                         const FoundUses *uses, Json **named)
{
    Catalog *catalog = session->catalog;
    bool found = seen->any;
    uint32_t symbol = question->focus[0];
    Str through = uses->dispatched ? (Str){0} : called_as(request, catalog, symbol);
    const Entry *entry = catalog_entry(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, symbol).file];
    const Language *language = file->language;
    Str name = str_slice(catalog_name(catalog, entry->name), 0, PATH_SHOWN_BYTES);
    Str quoted = shell_quote(request->arena, name);
    Str hash = catalog_symbol_hash(catalog, request->arena, symbol);
    Str hint = {0};
    bool typeless = resolve_is_dynamic(language) || resolve_is_named(language);
    if (!catalog_follows_calls(file))
        hint = not_followed(request, session, symbol, seen, named);
    else if (!found && usage_has_mentions((SymbolKind)entry->kind) && !question->options.types &&
             !question->counted)
        hint = str_format(request->arena, "where the type is mentioned: fovea callers %.*s --types",
                          STR_ARG(hash));
    else if (!found && usage_has_mentions((SymbolKind)entry->kind) && question->counted)
        hint = calls_unresolved(request, session, symbol, seen, named);
    else if (through.len)
        hint = str_format(request->arena, "may be called as %.*s", STR_ARG(through));
    else if (!found && entry->kind >= SYMBOL_SECTION)
        hint = str_format(request->arena, "uses of a %.*s are not followed: fovea grep %.*s",
                          STR_ARG(symbol_kind_name((SymbolKind)entry->kind)), STR_ARG(quoted));
    else if (uses->looked || graph_unread_kind((SymbolKind)entry->kind, found) || uses->reason.len)
        hint = graph_unread_places(request, session, symbol, seen, uses, named);
    else if (!found || (typeless && is_member((SymbolKind)entry->kind)) ||
             calls_operator(language, entry, name).len)
        hint = calls_unresolved(request, session, symbol, seen, named);
    else if (calls_protocol(language, entry, name).len)
        hint = calls_protocol_text(request->arena, calls_protocol(language, entry, name));
    else
        hint = graph_unread_pointers(request->arena, catalog, symbol);
    if (hint.len)
        session_note(request, session, session_hint(request, hint));
    bool asked = !hint.len || through.len, told = hint.len > 0;
    bool called = !found && through.len && calls_have_few(catalog, symbol);
    CallsSeen all = *seen;
    all.whole = true;
    all.elsewhere = called;
    hint = asked && (called || is_left_out(catalog, language, symbol))
               ? calls_unresolved(request, session, symbol, &all, named)
               : (Str){0};
    if (!told && !hint.len && question->counted && !question->before)
        hint = graph_unread_others(request, session, symbol, question->options.joined);
    if (hint.len)
        session_note(request, session, session_hint(request, hint));
    BeyondOptions options = {.no_templates =
                                 question->counted && graph_tells_templates(catalog, symbol),
                             .frugal = !question->counted};
    if (found)
        beyond_note(request, session, &symbol, 1, options);
}

/* Removes isolated symbols of a file from the graph, except one that was asked for. */
static void leave_out_lonely(SessionRequest *request, IndexSession *session,
                             const GraphQuestion *question, Neighbourhood *found)
{
    uint32_t *places = NEW(request->scratch, uint32_t, found->nodes.len + 1);
    uint32_t kept = 0, lonely;
    for (size_t i = 0; i < found->edges.len; i++)
        places[found->edges.ptr[i].from] = places[found->edges.ptr[i].to] = 1;
    for (uint32_t i = 0; i < found->nodes.len; i++) {
        const Neighbour *node = &found->nodes.ptr[i];
        if (!places[i] && !node->more_in && !node->more_out)
            continue;
        places[i] = kept;
        found->nodes.ptr[kept++] = *node;
    }
    lonely = (uint32_t)found->nodes.len - kept;
    found->nodes.len = kept;
    for (size_t i = 0; i < found->edges.len; i++) {
        NeighbourEdge *edge = &found->edges.ptr[i];
        edge->from = places[edge->from];
        edge->to = places[edge->to];
    }
    Str path = query_place(session->catalog, request->arena, question->focus[0]);
    if (lonely > 1) // the file itself is one
        session_note(
            request, session,
            session_hint(request,
                         str_format(request->arena,
                                    "%u symbols without calls left out: fovea map %.*s", lonely - 1,
                                    STR_ARG(shell_quote_path(request->arena, path)))));
}

/* ---- all neighbours ---- */

typedef struct Callees {
    Arena *arena;
    IdMap seen;
    GraphTotals *totals;
} Callees;

/* Counts distinct callees of the certain edges, or of the ambiguous ones. */
static void count_callees(Callees *callees, const Catalog *catalog, const GraphQuestion *question,
                          const EdgeVec *edges, bool sure)
{
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        bool outside = edge->callee == SYMBOL_NOWHERE, mention = edge->kind == REFERENCE_TYPE;
        if ((outside && !question->options.external) || (mention && !question->options.types) ||
            edge->callee == edge->caller ||
            exclude_has(question->options.exclude, catalog, edge->callee) ||
            (edge->confidence != EDGE_AMBIGUOUS) != sure)
            continue;
        uint64_t key = outside ? id_pair(1, edge->external) : edge->callee;
        callees->totals->sites += mention ? 0 : MAX(edge->count, 1);
        if (id_map_put(&callees->seen, callees->arena, key, 0) == ID_MAP_NONE)
            *(sure ? &callees->totals->neighbours : &callees->totals->ambiguous) += 1;
    }
}

static bool is_joined(const IdVec *joined, uint32_t symbol)
{
    for (size_t i = 0; i < joined->len; i++)
        if (joined->ptr[i] == symbol)
            return true;
    return false;
}

/* The edges of the focus, with what is joined to it as one symbol. */
static void joined_edges(const Catalog *catalog, Arena *arena, const GraphQuestion *question,
                         EdgeVec *edges)
{
    const IdVec *joined = question->options.joined;
    parts_edges_of(catalog, arena, question->focus[0], edges);
    for (size_t i = 0; joined && i < joined->len; i++)
        catalog_edges_of(catalog, arena, joined->ptr[i], edges);
    for (size_t i = 0; joined && joined->len && i < edges->len; i++) {
        edges->ptr[i].caller = question->focus[0];
        if (is_joined(joined, edges->ptr[i].callee))
            edges->ptr[i].callee = question->focus[0];
    }
}

static void count_out(const Catalog *catalog, Arena scratch, const GraphQuestion *question,
                      GraphTotals *totals)
{
    EdgeVec edges = {0};
    Callees callees = {.arena = &scratch, .totals = totals};
    joined_edges(catalog, &scratch, question, &edges);
    count_callees(&callees, catalog, question, &edges, true);
    count_callees(&callees, catalog, question, &edges, false);
}

static GraphTotals count_all(SessionRequest *request, const Catalog *catalog,
                             const GraphQuestion *question)
{
    GraphTotals totals = {.known = question->counted};
    if (question->counted && question->options.direction == NEIGHBOURS_IN) {
        const IdVec none = {0}, *joined = question->options.joined;
        Usage usage = usage_of_joined(catalog, *request->scratch, question->focus[0],
                                      joined ? joined : &none, question->options.exclude);
        totals.excluded = usage.excluded;
        totals.tests = usage.tests;
        totals.neighbours = usage.callers;
        totals.ambiguous = usage.ambiguous;
        totals.sites = usage.sites;
        totals.mentions = usage.mentions;
        totals.with_mentions = question->options.types;
        if (!question->options.types)
            totals.show_mentions = session_hint(request, STR(" (--types)"));
    } else if (question->counted) {
        count_out(catalog, *request->scratch, question, &totals);
    }
    return totals;
}

typedef struct Rest {
    SessionRequest *request;
    const IndexSession *session;
    const GraphQuestion *question;
    Str quoted;
} Rest;

/* The same question, continued after what was shown. */
static Str show_rest(const void *state, Arena *arena, uint64_t shown)
{
    const Rest *rest = state;
    const NeighbourOptions *options = &rest->question->options;
    bool out = options->direction == NEIGHBOURS_OUT && rest->question->has_direction;
    const GraphElsewhere *elsewhere = rest->question->elsewhere;
    Str cursor = elsewhere ? cursor_make_at(arena, elsewhere->version, rest->question->rest, shown)
                           : cursor_make(arena, rest->session, rest->question->rest, shown);
    Str limit = rest->question->limit_given
                    ? str_format(arena, " --limit %llu", (unsigned long long)rest->question->limit)
                    : (Str){0};
    Str text =
        str_format(arena, "fovea %s %.*s%s%s%s%.*s%.*s%.*s --cursor %.*s", rest->request->command,
                   STR_ARG(rest->quoted), out ? " --direction out" : "",
                   options->external ? " --external" : "", options->types ? " --types" : "",
                   STR_ARG(query_left_out(arena, rest->question->filter)), STR_ARG(limit),
                   STR_ARG(quoted_elsewhere(rest->question)), STR_ARG(cursor));
    return session_hint(rest->request, text);
}

/* Notes calls that lead out of the index, where no other is known. */
static void note_external(SessionRequest *request, IndexSession *session,
                          const GraphQuestion *question)
{
    GraphQuestion outside = *question;
    GraphTotals totals = {0};
    outside.options.external = true;
    count_out(session->catalog, *request->scratch, &outside, &totals);
    uint64_t names = totals.neighbours + totals.ambiguous;
    if (names)
        session_note(
            request, session,
            session_hint(request, str_format(request->arena,
                                             "%llu name%s that the index has no symbol of: "
                                             "--external lists %s",
                                             (unsigned long long)names, names == 1 ? "" : "s",
                                             names == 1 ? "it" : "them")));
}

static bool has_callers(const Neighbourhood *found)
{
    for (size_t i = 0; i < found->edges.len; i++)
        if (found->edges.ptr[i].to < found->focus_count)
            return true;
    return false;
}

/* Notes calls of the symbol that have no edge. */
static void note_unled(SessionRequest *request, IndexSession *session,
                       const GraphQuestion *question)
{
    EdgeVec edges = {0};
    joined_edges(session->catalog, request->arena, question, &edges);
    Str text = calls_out_text(request, session, question->focus[0], &edges);
    if (text.len)
        session_note(request, session, text);
}

/* Notes why callees may be missing: their file was read in part, or what of the tree was not looked
   at may declare them. */
static void note_callees(SessionRequest *request, IndexSession *session,
                         const GraphQuestion *question, const Neighbourhood *found)
{
    Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, question->focus[0]);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    Str path = address_shown(request->arena, file->path);
    if (!catalog_follows_calls(file))
        session_note(request, session,
                     str_format(request->arena, "calls are not followed in %.*s",
                                STR_ARG(catalog_unfollowed(file))));
    else if (file->degraded)
        session_note(request, session,
                     str_format(request->arena, "calls may be missing: %.*s was read in part",
                                STR_ARG(path)));
    else if (!question->before && question->focus_count == 1)
        note_unled(request, session, question);
    if (!found->edges.len && !question->options.external && !question->before)
        note_external(request, session, question);
    unseen_note_short(request, session, UNSEEN_SUM, UNSEEN_NOTE_BYTES);
}

/* What an answer has found, for the notes on what it lacks. */
typedef struct Callers {
    Neighbourhood *found;
    GraphTotals *totals;
    FoundUses *uses;
} Callers;

/* Calls of the methods that it overrides. */
static uint64_t count_shared(const FoundUses *uses)
{
    uint64_t sites = 0;
    for (size_t i = 0; i < uses->list.len; i++)
        sites += uses->list.ptr[i].as ? uses->list.ptr[i].count : 0;
    return sites;
}

/* What the list may lack, by the files of the tree. */
static void note_all(SessionRequest *request, IndexSession *session, const GraphQuestion *question,
                     const Callers *callers, Json **named)
{
    const Neighbourhood *found = callers->found;
    const GraphTotals *totals = callers->totals;
    bool any = has_callers(found);
    if (question->options.direction == NEIGHBOURS_OUT)
        note_callees(request, session, question, found);
    else if (question->focus_count > 1)
        beyond_note(request, session, question->focus, question->focus_count,
                    (BeyondOptions){.frugal = true});
    else if (!totals->mentions)
        note_missing(request, session, question,
                     &(CallsSeen){any, totals->tests > 0, totals->sites,
                                  .shared = count_shared(callers->uses)},
                     callers->uses, named);
    if (question->options.direction == NEIGHBOURS_IN)
        note_members(request, session, question->focus[0]);
    bool told = *named && !any; // the sentence has all lines
    if (question->counted && question->options.direction == NEIGHBOURS_IN && !question->before &&
        !told)
        graph_note_named(request, session, question->focus[0],
                         !totals->tests && !query_left_out(request->arena, question->filter).len);
}

static void set_labels(Arena *arena, const Catalog *catalog, const GraphQuestion *question,
                       const Neighbourhood *found, const RouteTable *routes, GraphEdge *edges)
{
    const GraphElsewhere *elsewhere = question->elsewhere;
    for (size_t i = 0; i < found->edges.len; i++) {
        const NeighbourEdge *edge = &found->edges.ptr[i];
        if (elsewhere)
            edges[i].label = elsewhere->label(elsewhere->state, found->nodes.ptr[edge->from].symbol,
                                              found->nodes.ptr[edge->to].symbol);
        if (edge->kind == EDGE_ROUTE)
            edges[i].label = route_edges_label(arena, routes, found->nodes.ptr[edge->from].symbol,
                                               found->nodes.ptr[edge->to].symbol);
        if (edge->as)
            edges[i].as = catalog_qualified_name(catalog, arena, edge->as - 1);
        if (question->why)
            edges[i].why = graph_edge_why(arena, edge);
    }
}

/* Whether users without edges belong to the answer: one step of callers of one symbol. */
static bool asks_users(const GraphQuestion *question)
{
    return question->counted && question->options.direction == NEIGHBOURS_IN &&
           question->options.depth == 1 && !question->elsewhere;
}

/* Adds users that have no edges to the answer and its counts. */
static void add_users(Arena *arena, const Catalog *catalog, const GraphQuestion *question,
                      const FoundUses *uses, Neighbourhood *found, GraphTotals *totals)
{
    FoundCounts more = found_uses_join(arena, catalog, uses, question->options.exclude, found);
    totals->neighbours += more.sure;
    totals->ambiguous += more.ambiguous;
    totals->sites += more.sites;
    totals->tests += more.tests;
    totals->excluded += uses->excluded;
}

/* Adds requests over HTTP: to the users of one symbol, or to what it calls. */
static bool add_routes(SessionRequest *request, IndexSession *session,
                       const GraphQuestion *question, RouteTable *routes, const Callers *callers,
                       Err *err)
{
    bool out = question->counted && question->options.direction == NEIGHBOURS_OUT &&
               question->options.depth == 1 && !question->elsewhere;
    if (asks_users(question) &&
        !route_edges_in(request, session, question->focus[0], routes, callers->uses, err))
        return false;
    if (out && !route_edges_open(request, session, routes, err))
        return false;
    const FoundCounts counts =
        out ? route_edges_out(request->arena, routes, question->focus[0], callers->found)
            : (FoundCounts){0};
    callers->totals->neighbours += counts.sure;
    callers->totals->ambiguous += counts.ambiguous;
    return true;
}

bool graph_answer(SessionRequest *request, IndexSession *session, const GraphQuestion *question,
                  Err *err)
{
    Catalog *catalog = session->catalog;
    Arena *arena = request->arena;
    Neighbourhood found;
    neighbours_find(catalog, arena, question->focus, question->focus_count, &question->options,
                    &found);
    GraphTotals totals = count_all(request, catalog, question);
    FoundUses uses = {0};
    if (asks_users(question) &&
        !found_uses_of(request, session, question->focus[0], question->options.joined, &uses, err))
        return false;
    if (asks_users(question))
        uses.dispatched =
            dispatched_add(arena, catalog, question->focus[0], question->options.exclude, &uses);
    RouteTable routes = {0};
    if (!add_routes(request, session, question, &routes, &(Callers){&found, &totals, &uses}, err))
        return false;
    route_edges_note(request, session, question->focus[0], &routes);
    add_users(arena, catalog, question, &uses, &found, &totals);
    Json *named = NULL;
    if (!question->elsewhere)
        note_all(request, session, question, &(Callers){&found, &totals, &uses}, &named);
    if (question->counted && question->options.depth == 1)
        graph_cut_page(*request->scratch, catalog, question, question->limit, &found);
    if (question->focus_count > 1)
        leave_out_lonely(request, session, question, &found);
    const Modules *modules = modules_layout(arena, catalog);
    bool picture = is_picture(question->format);
    GraphNode *nodes = NEW(arena, GraphNode, found.nodes.len + 1);
    GraphEdge *edges = NEW(arena, GraphEdge, found.edges.len + 1);
    for (size_t i = 0; i < found.nodes.len; i++)
        nodes[i] = make_node(arena, catalog, modules, &found.nodes.ptr[i]);
    place_callers(arena, catalog, &found, nodes);
    for (size_t i = 0; i < found.edges.len; i++)
        edges[i] = graph_edge_make(&found.edges.ptr[i]);
    set_labels(arena, catalog, question, &found, &routes, edges);
    if ((picture || question->format == GRAPH_DOT) &&
        !add_signatures(request, catalog, &found, nodes, err))
        return false;
    GraphModel model = {.subject = GRAPH_OF_CALLS,
                        .title = question->title,
                        .note = query_note(session),
                        .nodes = nodes,
                        .node_count = found.nodes.len,
                        .edges = edges,
                        .edge_count = found.edges.len,
                        .nodes_left_out = found.left_out,
                        .edges_left_out = found.edges_left_out,
                        .show_in = session_hint(request, STR("fovea callers")),
                        .show_out = session_hint(request, STR("fovea callees")),
                        .show_all = show_more(request, catalog, question),
                        .totals = totals,
                        .limits = session->limits,
                        .imports = question->imports,
                        .named = named,
                        .before = question->before};
    Rest rest = {request, session, question, focus_handle(request, catalog, question)};
    if (totals.known && question->options.depth == 1) {
        model.show_rest = show_rest;
        model.rest_state = &rest;
    }
    static const GraphDirection directions[] = {
        [NEIGHBOURS_BOTH] = GRAPH_BOTH, [NEIGHBOURS_IN] = GRAPH_IN, [NEIGHBOURS_OUT] = GRAPH_OUT};
    if (question->summary_only)
        return graph_answer_summary(request, &model, question->format, err);
    GraphOptions options = {.format = question->format,
                            .budget = picture ? 0 : GRAPH_TEXT_BYTES,
                            .direction = directions[question->options.direction],
                            .depth = question->options.depth};
    return graph_answer_model(request, &model, &options, question->by_dot, err);
}
