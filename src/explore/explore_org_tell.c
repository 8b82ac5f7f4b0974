/* The description of a declaration in `explore --org`, in place of its body: signature, comment,
   callees and callers. */
#include "explore/explore.h"
#include "query/query.h"
#include "search/tests.h"
#include "view/format.h"

#include <stdlib.h>

/* At most this many callees, and callers, are named for a declaration. */
#define TOLD_MAX 6
#define SIGNATURE_BYTES 160
#define DOC_BYTES 200

/* ---- the neighbours of a symbol ---- */

typedef struct Near {
    uint32_t symbol, line, order;
    uint8_t kind, confidence;
    bool test;
    bool across; /* it is in another repository */
    uint16_t rank;
    uint32_t others; /* other symbols of its name that the same reference may mean */
} Near;
typedef VEC(Near) NearVec;

typedef struct Nearby {
    NearVec list;  /* best first, each symbol once */
    uint64_t more; /* edges not fetched */
    bool cut;      /* other repositories may have more */
} Nearby;

typedef struct Gathering {
    const ExploreOrg *org;
    Arena *arena;
    uint32_t symbol;
    bool in;
    IdMap known; /* symbol -> index in the list */
    Nearby *nearby;
    uint64_t own; /* fetched callers in its own repository */
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

/* Unambiguous edges come first, callers in code before tests, those in other repositories before
   local ones; callees in source order. */
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

/* Alternatives under conditions (`#ifdef`) are one callee. */
static void fold(const Catalog *catalog, NearVec *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++) {
        const Near *near = &list->ptr[i];
        uint32_t name = catalog_entry(catalog, near->symbol)->name;
        size_t k = 0;
        while (k < kept &&
               (near->confidence == EDGE_EXACT || !near->line || list->ptr[k].line != near->line ||
                list->ptr[k].kind != near->kind || list->ptr[k].confidence != near->confidence ||
                catalog_entry(catalog, list->ptr[k].symbol)->name != name))
            k++;
        if (k < kept)
            list->ptr[k].others++;
        else
            list->ptr[kept++] = *near;
    }
    list->len = kept;
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
    fold(catalog, &nearby.list);
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

/* ---- the description ---- */

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
        query_put_line(out, *org->request->scratch, tree->catalog, near->symbol);
    }
    id_map_put(told, out->arena, near->symbol, 1);
    if (near->confidence != EDGE_EXACT)
        buf_printf(out, "  %.*s", STR_ARG(edge_confidence_name(near->confidence)));
    if (package.len) {
        buf_put(out, STR(" \""));
        view_put_line_text(out, package);
        buf_put_byte(out, '"');
    }
    if (near->others)
        buf_printf(out, "  (or %u other%s of this name)", near->others,
                   near->others == 1 ? "" : "s");
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
    Arena *arena = org->request->arena;
    Json *value = query_value(arena, org->calls.tree.catalog, near->symbol);
    Str package = package_of(org, symbol, near, in);
    json_set(value, STR("repository"), json_str(arena, repository_of(org, near->symbol)));
    if (near->kind != REFERENCE_CALL)
        json_set(value, STR("relation"), json_str(arena, str_from(relation_of(near, in))));
    json_set(value, STR("confidence"), json_str(arena, edge_confidence_name(near->confidence)));
    if (near->others)
        json_set(value, STR("others_of_this_name"), json_u64(arena, near->others));
    if (package.len)
        json_set(value, STR("package"),
                 json_str(arena, str_from_offset(package, strlen("package "))));
    return value;
}

static void set_nearby(const ExploreOrg *org, Json *value, uint32_t symbol, bool in)
{
    Arena *arena = org->request->arena;
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
    Arena *arena = org->request->arena;
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

PackElsewhere explore_org_elsewhere(const ExploreOrg *org, const bool *whole)
{
    return (PackElsewhere){
        .state = org, .signature = signature_of, .key = key_of, .tell = tell, .whole = whole};
}
