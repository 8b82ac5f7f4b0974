/* `explore --org`: the hits of a search in an organisation's database, with the edges around all of
   them, which are asked for at once. Instead of bodies, which the database does not have, the pack
   tells signature, comment, callees and callers of each. */
#include "tools/explore.h"

#include "org/search.h"
#include "search/tests.h"
#include "session/notices.h"
#include "tools/org_symbol.h"
#include "tools/org_target.h"
#include "tools/query.h"
#include "view/format.h"

#include <stdlib.h>

/* Each is looked up by itself. */
#define SEEDS_MAX 20
/* Callees, and callers, that are told of one declaration. */
#define TOLD_MAX 6
#define SIGNATURE_BYTES 160
#define DOC_BYTES 200
/* The best files of a search whose functions are fetched, and the most of one file: a list of more
   would be cut in any case. */
#define WHOLE_FILES 2
#define WHOLE_MAX 1000

bool explore_org_check(const ToolCall *call, Err *err)
{
    if (!tool_text(call, "session").len || tool_text(call, "seen").len)
        return true;
    err_set(err, ERR_USAGE,
            "session: it is stored with a repository's index, which an "
            "organisation's database does not have");
    return err_hint(err, "leave it out; on a command line --seen FILE does the same");
}

/* ---- the neighbours of a symbol ---- */

typedef struct Near {
    uint32_t symbol, line, order;
    uint8_t kind, confidence;
    bool test;
    bool across; /* it is in another repository */
    uint16_t rank;
} Near;
typedef VEC(Near) NearVec;

typedef struct Nearby {
    NearVec list;  /* best first, each symbol once */
    uint64_t more; /* that were not fetched */
    bool cut;      /* there may be more in other repositories */
} Nearby;

typedef struct Gathering {
    const ExploreOrg *org;
    Arena *arena;
    uint32_t symbol;
    bool in;
    IdMap known; /* symbol -> index in the list */
    Nearby *nearby;
    uint64_t own; /* callers in its own repository that were fetched */
} Gathering;

static Str repository_of(const ExploreOrg *org, uint32_t symbol)
{
    return org->calls.tree.repository[catalog_place(org->calls.tree.catalog, symbol).file];
}

static bool take_edge(void *context, const Edge *edge)
{
    Gathering *gathering = context;
    const ExploreOrg *org = gathering->org;
    const Catalog *catalog = org->calls.tree.catalog;
    uint32_t other = gathering->in ? edge->caller : edge->callee;
    if (edge->kind == REFERENCE_TYPE || other == SYMBOL_NOWHERE || other == gathering->symbol)
        return true;
    uint32_t at = id_map_get(&gathering->known, other);
    if (at != ID_MAP_NONE) {
        if (at < gathering->nearby->list.len) {
            Near *near = &gathering->nearby->list.ptr[at];
            near->confidence = MAX(near->confidence, edge->confidence);
        }
        return true;
    }
    bool across = !str_equal(repository_of(org, other), repository_of(org, gathering->symbol));
    bool out = exclude_has(&org->out, catalog, other);
    gathering->own += !across;
    id_map_put(&gathering->known, gathering->arena, other,
               out ? ID_MAP_NONE - 1 : (uint32_t)gathering->nearby->list.len);
    if (!out)
        *VEC_PUSH(gathering->arena, &gathering->nearby->list) =
            (Near){.symbol = other,
                   .line = gathering->in ? 0 : edge->line,
                   .order = (uint32_t)gathering->nearby->list.len,
                   .kind = edge->kind,
                   .confidence = edge->confidence,
                   .test = tests_hold(catalog, other),
                   .across = across,
                   .rank = catalog_metrics(catalog, other).rank};
    return true;
}

/* Sure edges come first, callers in code before tests, those in other repositories before those at
   home; callees in the order of the text. */
static int compare_near(const void *a, const void *b)
{
    const Near *x = a, *y = b;
    bool vague = x->confidence == EDGE_AMBIGUOUS, also = y->confidence == EDGE_AMBIGUOUS;
    if (vague != also)
        return vague - also;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->test != y->test)
        return x->test - y->test;
    if (x->across != y->across)
        return y->across - x->across;
    if (x->rank != y->rank)
        return x->rank > y->rank ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static Nearby nearby_of(const ExploreOrg *org, Arena *arena, uint32_t symbol, bool in)
{
    const Catalog *catalog = org->calls.tree.catalog;
    Nearby nearby = {0};
    Gathering gathering = {
        .org = org, .arena = arena, .symbol = symbol, .in = in, .nearby = &nearby};
    if (in) {
        catalog_edges_to(catalog, symbol, take_edge, &gathering);
        const OrgCallers *callers = org_calls_callers(&org->calls, symbol);
        nearby.more =
            callers && callers->count > gathering.own ? callers->count - gathering.own : 0;
        nearby.cut = callers && callers->cut;
    } else {
        EdgeVec edges = {0};
        catalog_edges_of(catalog, arena, symbol, &edges);
        for (size_t i = 0; i < edges.len; i++)
            (void)take_edge(&gathering, &edges.ptr[i]);
    }
    if (nearby.list.len)
        qsort(nearby.list.ptr, nearby.list.len, sizeof *nearby.list.ptr, compare_near);
    if (nearby.list.len > TOLD_MAX) {
        nearby.more += nearby.list.len - TOLD_MAX;
        nearby.list.len = TOLD_MAX;
    }
    return nearby;
}

/* The package by which an edge leads into another repository, as `package NAME`. */
static Str package_of(const ExploreOrg *org, uint32_t symbol, const Near *near, bool in)
{
    return in ? org_calls_package(&org->calls, near->symbol, symbol)
              : org_calls_package(&org->calls, symbol, near->symbol);
}

static const char *relation_of(const Near *near, bool in)
{
    switch (near->kind) {
    case REFERENCE_BASE: return in ? "extended by" : "extends";
    case REFERENCE_USE: return in ? "used by" : "uses";
    default: return in ? "called by" : "calls";
    }
}

/* ---- what is told ---- */

static Str signature_of(const void *state, uint32_t symbol)
{
    const ExploreOrg *org = state;
    const OrgTree *tree = &org->calls.tree;
    return tree->signature[symbol];
}

static void put_head(Buf *out, const ExploreOrg *org, uint32_t symbol)
{
    const OrgTree *tree = &org->calls.tree;
    const Entry *entry = catalog_entry(tree->catalog, symbol);
    Str signature = tree->signature[symbol], doc = tree->doc[symbol];
    if (!signature.len)
        signature =
            str_format(out->arena, "%.*s %.*s", STR_ARG(symbol_kind_name((SymbolKind)entry->kind)),
                       STR_ARG(catalog_name(tree->catalog, entry->name)));
    view_put_line_text(out, view_cut_end(out->arena, signature, SIGNATURE_BYTES));
    buf_put_byte(out, '\n');
    if (!doc.len)
        return;
    buf_put(out, STR("| "));
    view_put_line_text(out, view_cut_end(out->arena, doc, DOC_BYTES));
    buf_put_byte(out, '\n');
}

static Str key_of(const void *state, Arena *arena, uint32_t symbol)
{
    Buf out = buf_open(arena, 0);
    put_head(&out, state, symbol);
    return buf_str(&out);
}

static void put_near(Buf *out, const ExploreOrg *org, uint32_t symbol, const Near *near, bool in,
                     IdMap *told)
{
    const OrgTree *tree = &org->calls.tree;
    Str signature = in ? (Str){0} : tree->signature[near->symbol];
    Str package = package_of(org, symbol, near, in);
    buf_printf(out, "  %s ", relation_of(near, in));
    if (signature.len && id_map_get(told, near->symbol) == ID_MAP_NONE) {
        view_put_address(out, query_place(tree->catalog, out->arena, near->symbol));
        buf_put(out, STR("  "));
        view_put_line_text(out, view_cut_end(out->arena, signature, SIGNATURE_BYTES));
    } else {
        query_put_line(out, *org->call->scratch, tree->catalog, near->symbol);
    }
    id_map_put(told, out->arena, near->symbol, 1);
    if (near->confidence != EDGE_EXACT)
        buf_printf(out, "  %.*s", STR_ARG(edge_confidence_name(near->confidence)));
    if (package.len) {
        buf_put(out, STR(" \""));
        view_put_line_text(out, package);
        buf_put_byte(out, '"');
    }
    buf_put_byte(out, '\n');
}

static void put_nearby(Buf *out, const ExploreOrg *org, uint32_t symbol, bool in, IdMap *told)
{
    Nearby nearby = nearby_of(org, out->arena, symbol, in);
    for (size_t i = 0; i < nearby.list.len; i++)
        put_near(out, org, symbol, &nearby.list.ptr[i], in, told);
    if (!nearby.more && !nearby.cut)
        return;
    buf_printf(out, "  %s ", in ? "called by" : "calls");
    if (nearby.more)
        buf_printf(out, "%s%llu more%s\n", org->out.files ? "up to " : "",
                   (unsigned long long)nearby.more,
                   nearby.cut ? ", and others in other repositories" : "");
    else
        buf_put(out, STR("others in other repositories\n"));
}

static Str tell(const void *state, Arena *arena, uint32_t symbol, bool bare, IdMap *told)
{
    const ExploreOrg *org = state;
    Buf out = buf_open(arena, 0);
    put_head(&out, org, symbol);
    if (bare) {
        buf_put(&out, STR("  (its callers and callees: with a larger --budget)\n"));
        return buf_str(&out);
    }
    put_nearby(&out, org, symbol, false, told);
    put_nearby(&out, org, symbol, true, told);
    return buf_str(&out);
}

/* ---- JSON ---- */

static Json *near_value(const ExploreOrg *org, uint32_t symbol, const Near *near, bool in)
{
    Arena *arena = org->call->arena;
    Json *value = query_value(arena, org->calls.tree.catalog, near->symbol);
    Str package = package_of(org, symbol, near, in);
    json_set(value, STR("repository"), json_str(arena, repository_of(org, near->symbol)));
    if (near->kind != REFERENCE_CALL)
        json_set(value, STR("relation"), json_str(arena, str_from(relation_of(near, in))));
    json_set(value, STR("confidence"), json_str(arena, edge_confidence_name(near->confidence)));
    if (package.len)
        json_set(value, STR("package"),
                 json_str(arena, str_from_offset(package, strlen("package "))));
    return value;
}

static void set_nearby(const ExploreOrg *org, Json *value, uint32_t symbol, bool in)
{
    Arena *arena = org->call->arena;
    Nearby nearby = nearby_of(org, arena, symbol, in);
    Json *list = json_array(arena);
    for (size_t i = 0; i < nearby.list.len; i++)
        json_add(list, near_value(org, symbol, &nearby.list.ptr[i], in));
    json_set(value, in ? STR("callers") : STR("calls"), list);
    if (nearby.more)
        json_set(value, in ? STR("callers_more") : STR("calls_more"), json_u64(arena, nearby.more));
    if (nearby.cut)
        json_set(value, STR("callers_cut"), json_bool(arena, true));
}

void explore_org_value(const ExploreOrg *org, Json *value, uint32_t symbol, bool bare)
{
    Arena *arena = org->call->arena;
    const OrgTree *tree = &org->calls.tree;
    if (tree->signature[symbol].len)
        json_set(value, STR("signature"), json_str(arena, tree->signature[symbol]));
    if (tree->doc[symbol].len)
        json_set(value, STR("doc"), json_str(arena, tree->doc[symbol]));
    if (bare) {
        json_set(value, STR("edges_left_out"), json_bool(arena, true));
        return;
    }
    set_nearby(org, value, symbol, false);
    set_nearby(org, value, symbol, true);
}

/* ---- fetching ---- */

typedef struct Fetching {
    ToolCall *call;
    IndexSession *session;
    Org org;
    OrgAsked asked;
    OrgSearched found;
    PackQuestion question;
    OrgPlaceVec focus; /* seeds, then hits */
    OrgPlaceVec also;  /* further hits, and the functions of the best files */
    PackHitVec hits;   /* symbols of the search's catalog */
    VEC(Str) whole;    /* paths of files whose functions are all there */
} Fetching;

static bool take_seeds(Fetching *fetching, Err *err)
{
    Str list = tool_text(fetching->call, "seed"), name;
    const OrgScope scope = {
        .org = &fetching->org, .asked = &fetching->asked, .session = fetching->session};
    while (str_take_until(&list, '\n', &name)) {
        OrgPlace place;
        if (fetching->focus.len == SEEDS_MAX)
            return err_set(err, ERR_USAGE, "seed: at most %d with org", SEEDS_MAX);
        if (!org_symbol(fetching->call, &scope, str_trim(name), &place, err))
            return false;
        *VEC_PUSH(fetching->call->arena, &fetching->focus) = place;
    }
    fetching->question.seed_count = fetching->focus.len;
    return true;
}

static bool search(Fetching *fetching, Err *err)
{
    ToolCall *call = fetching->call;
    Question question = question_read(call->arena, *call->scratch, fetching->question.text);
    question_widen(call->arena, &question);
    const OrgSearchQuery query = {.question = &question, .no_tests = tool_flag(call, "no_tests")};
    if (!org_search(&fetching->org, call->arena, &fetching->asked, &query, &fetching->found, err))
        return false;
    fetching->session->catalog = fetching->found.catalog;
    Exclusion out = query_leave_out(call, fetching->found.catalog);
    fetching->question.left_out = out.files;
    size_t excluded = 0;
    for (size_t i = 0; out.files && i < fetching->found.catalog->files.len; i++)
        excluded += out.files[i];
    if (excluded && fetching->found.catalog->files.len >= ORG_SEARCHED_MAX)
        session_note(&call->request, fetching->session,
                     str_format(call->arena,
                                "of the %d best files %zu are excluded; others were not looked at",
                                ORG_SEARCHED_MAX, excluded));
    return context_pack_search(call, fetching->session, &fetching->question, &fetching->hits, err);
}

static OrgPlace place_of(const Fetching *fetching, uint32_t symbol)
{
    SymbolPlace place = catalog_place(fetching->found.catalog, symbol);
    OrgPlace found = fetching->found.files.ptr[place.file];
    found.index = place.index;
    return found;
}

/* Adds the functions of a file; a file of very many is left alone. */
static void add_functions(Fetching *fetching, uint32_t file)
{
    const CatalogFile *row = catalog_row(fetching->found.catalog, file);
    if (row->count > WHOLE_MAX)
        return;
    for (uint32_t i = 1; i < row->count; i++)
        if (symbol_is_function((SymbolKind)row->entries[i].kind))
            *VEC_PUSH(fetching->call->arena, &fetching->also) = place_of(fetching, row->first + i);
    *VEC_PUSH(fetching->call->arena, &fetching->whole) = row->path;
}

static void add_hits(Fetching *fetching)
{
    Arena *arena = fetching->call->arena;
    uint32_t best[WHOLE_FILES];
    size_t count = 0;
    for (size_t i = 0; i < fetching->hits.len; i++) {
        OrgPlace place = place_of(fetching, fetching->hits.ptr[i].symbol);
        uint32_t file = catalog_place(fetching->found.catalog, fetching->hits.ptr[i].symbol).file;
        bool known = count == WHOLE_FILES;
        if (place.index)
            *VEC_PUSH(arena, &fetching->focus) = place;
        else
            *VEC_PUSH(arena, &fetching->also) = place;
        for (size_t k = 0; k < count && !known; k++)
            known = best[k] == file;
        if (!known) {
            best[count++] = file;
            add_functions(fetching, file);
        }
    }
}

static bool fetch_edges(Fetching *fetching, OrgCalls *calls, Err *err)
{
    const NeighbourOptions options = {.direction = NEIGHBOURS_BOTH, .depth = 1};
    const OrgCallsQuestion question = {.asked = &fetching->asked,
                                       .focus = fetching->focus.ptr,
                                       .focus_count = fetching->focus.len,
                                       .options = &options,
                                       .each = PACK_CALLERS_MAX,
                                       .also = &fetching->also};
    return org_calls_fetch(&fetching->org, fetching->call->arena, &question, calls, err);
}

static void note(const Fetching *fetching, bool more)
{
    const SessionRequest *request = &fetching->call->request;
    IndexSession *session = fetching->session;
    if (!fetching->asked.repositories)
        session_note(request, session,
                     STR("no repository here has such a branch and lets this user read it"));
    if (fetching->found.more)
        session_note(request, session,
                     STR("words of the question that very many files have were left aside"));
    if (more)
        session_note(request, session,
                     STR("the database has more edges than were looked at: calls may be missing"));
    session_note(request, session,
                 tool_hint(fetching->call,
                           STR("the database has no bodies: fovea read PATH:FROM-TO in a clone of "
                               "the repository that a path begins with")));
}

/* Seeds and hits as symbols of the catalog that has their edges. */
static void take_symbols(Fetching *fetching, const OrgTree *tree, PackHitVec *hits)
{
    Arena *arena = fetching->call->arena;
    PackQuestion *question = &fetching->question;
    uint32_t *seeds = NEW(arena, uint32_t, question->seed_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < question->seed_count; i++) {
        seeds[count] = org_tree_symbol(tree, arena, &fetching->focus.ptr[i]);
        count += seeds[count] != SYMBOL_NOWHERE;
    }
    question->seeds = seeds;
    question->seed_count = count;
    for (size_t i = 0; i < fetching->hits.len; i++) {
        PackHit hit = fetching->hits.ptr[i];
        OrgPlace place = place_of(fetching, hit.symbol);
        hit.symbol = org_tree_symbol(tree, arena, &place);
        if (hit.symbol != SYMBOL_NOWHERE)
            *VEC_PUSH(arena, hits) = hit;
    }
}

static const bool *find_whole(const Fetching *fetching, const OrgTree *tree)
{
    bool *whole = NEW(fetching->call->arena, bool, tree->catalog->files.len + 1);
    for (size_t i = 0; i < fetching->whole.len; i++) {
        const uint64_t *id = map_find(&tree->files, fetching->whole.ptr[i]);
        if (id)
            whole[*id] = true;
    }
    return whole;
}

bool explore_org_open(ToolCall *call, IndexSession *session, Str question, ExploreOrg *org,
                      PackCandidateVec *candidates, Err *err)
{
    Fetching fetching = {.call = call, .session = session, .question = {.text = question}};
    Org connection SCOPED(org_close) = {0};
    PackHitVec hits = {0};
    if (!org_open_asked(call, &connection, err))
        return false;
    fetching.org = connection;
    if (!org_ask(&connection, call->arena, tool_text(call, "branch"), &fetching.asked, err) ||
        !take_seeds(&fetching, err) || !search(&fetching, err))
        return false;
    add_hits(&fetching);
    if (!fetch_edges(&fetching, &org->calls, err))
        return false;
    const OrgTree *tree = &org->calls.tree;
    session->catalog = tree->catalog;
    org->out = query_leave_out(call, tree->catalog);
    org->asked = org_asked_again(call);
    org->elsewhere = (PackElsewhere){.state = org,
                                     .signature = signature_of,
                                     .key = key_of,
                                     .tell = tell,
                                     .whole = find_whole(&fetching, tree)};
    take_symbols(&fetching, tree, &hits);
    fetching.question.left_out = org->out.files;
    context_pack_expand(call, tree->catalog, &fetching.question, &hits, candidates);
    note(&fetching, org->calls.more);
    return true;
}
