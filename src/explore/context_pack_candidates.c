/* Candidates of a context pack: the hits of a search are seeds, expanded by one step in the call
   graph. Callers, callees and tests get a share of the seed's score. Each symbol is listed once. */
#include "base/id_map.h"
#include "explore/context_pack.h"
#include "search/tests.h"
#include "session/notices.h"

#include <stdlib.h>

#define HITS 60
/* Number of hits that are expanded. */
#define FOLLOWED 8
/* Share of the seed's score that a neighbour gets. */
#define CALLEE_SHARE 0.25F
#define CALLER_SHARE 0.15F
/* Number of tests added for one seed, and their share of its score. */
#define TESTS_MAX 2
#define TEST_SHARE 0.1F
/* Hits with less than this share of the best one's score do not lead. */
#define SCORE_GAP 0.6F
/* Score added to seeds, so that they precede their neighbours. */
#define SEED_SCORE 100.0F

typedef struct Gathering {
    SessionRequest *request;
    const Catalog *catalog;
    const bool *left_out;
    IdMap known; /* symbol → index in `list` */
    PackCandidateVec *list;
    const PackCandidate *from; /* the seed being expanded */
    float share;
    bool asked;       /* seeds, or what is next to one, are being added */
    uint32_t callers; /* number of the hit whose callers are being added, from 1; else 0 */
    size_t count, tests;
} Gathering;

static Str name_of(const Catalog *catalog, const PackCandidate *candidate)
{
    const CatalogFile *row = catalog_row(catalog, candidate->file);
    return catalog_name(catalog, row->entries[candidate->entry].name);
}

static void add(Gathering *gathering, uint32_t symbol, float score, bool brief, Str why)
{
    SymbolPlace place = catalog_place(gathering->catalog, symbol);
    uint32_t at = id_map_get(&gathering->known, symbol);
    if (gathering->left_out && gathering->left_out[place.file])
        return;
    if (at != ID_MAP_NONE) {
        PackCandidate *known = &gathering->list->ptr[at];
        known->score += score;
        known->asked = known->asked || gathering->asked;
        if (gathering->callers && !known->calls)
            known->why = str_format(gathering->request->arena, "%.*s; %.*s", STR_ARG(why),
                                    STR_ARG(known->why));
        known->calls = known->calls ? known->calls : gathering->callers;
        return;
    }
    uint32_t order = (uint32_t)gathering->list->len;
    id_map_put(&gathering->known, gathering->request->arena, symbol,
               (uint32_t)gathering->list->len);
    *VEC_PUSH(gathering->request->arena, gathering->list) =
        (PackCandidate){.file = place.file,
                        .entry = place.index,
                        .score = score,
                        .order = order,
                        .asked = gathering->asked,
                        .brief = brief,
                        .calls = gathering->callers,
                        .why = why};
}

static void add_hit(Gathering *gathering, const PackHit *hit)
{
    add(gathering, hit->symbol, hit->score, false, hit->why);
    uint32_t at = id_map_get(&gathering->known, hit->symbol);
    if (at == ID_MAP_NONE)
        return;
    gathering->list->ptr[at].own = hit->score;
    gathering->list->ptr[at].lines = hit->lines;
}

static Str relation_of(const Gathering *gathering, const char *relation)
{
    return str_format(gathering->request->arena, "%s %.*s", relation,
                      STR_ARG(name_of(gathering->catalog, gathering->from)));
}

/* Adds a neighbour if it is a function with a body outside tests. */
static void add_neighbour(Gathering *gathering, uint32_t symbol, const char *relation)
{
    if (symbol == SYMBOL_NOWHERE || !catalog_place(gathering->catalog, symbol).index ||
        tests_hold(gathering->catalog, symbol))
        return;
    const Entry *entry = catalog_entry(gathering->catalog, symbol);
    bool code = symbol_is_function((SymbolKind)entry->kind);
    if (code && entry->modifiers & ENTRY_HAS_BODY)
        add(gathering, symbol, gathering->from->score * gathering->share,
            gathering->catalog->elsewhere != NULL, relation_of(gathering, relation));
}

static void add_test(Gathering *gathering, uint32_t symbol)
{
    if (++gathering->tests <= TESTS_MAX && catalog_place(gathering->catalog, symbol).index)
        add(gathering, symbol, gathering->from->score * TEST_SHARE, true,
            relation_of(gathering, "tests"));
}

static bool take_caller(void *context, const Edge *edge)
{
    Gathering *gathering = context;
    if (edge->kind != REFERENCE_CALL || edge->confidence == EDGE_AMBIGUOUS)
        return ++gathering->count < PACK_CALLERS_MAX;
    if (tests_hold(gathering->catalog, edge->caller))
        add_test(gathering, edge->caller);
    else
        add_neighbour(gathering, edge->caller, "calls");
    return ++gathering->count < PACK_CALLERS_MAX;
}

static void follow(Gathering *gathering, const PackCandidate *hit, uint32_t place)
{
    const Catalog *catalog = gathering->catalog;
    uint32_t symbol = catalog_row(catalog, hit->file)->first + hit->entry;
    EdgeVec edges = {0};
    gathering->from = hit;
    gathering->asked = hit->asked;
    gathering->share = CALLEE_SHARE;
    catalog_edges_of(catalog, gathering->request->arena, symbol, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_CALL && edges.ptr[i].confidence != EDGE_AMBIGUOUS)
            add_neighbour(gathering, edges.ptr[i].callee, "called by");
    gathering->share = CALLER_SHARE;
    gathering->count = gathering->tests = 0;
    gathering->callers = place;
    catalog_edges_to(catalog, symbol, take_caller, gathering);
    gathering->callers = 0;
}

/* What was asked for, then the hits that lead by themselves, then all by their neighbours, too. */
static int compare_candidates(const void *a, const void *b)
{
    const PackCandidate *x = a, *y = b;
    if (x->asked != y->asked || x->leads != y->leads)
        return x->asked != y->asked ? (x->asked ? -1 : 1) : x->leads ? -1 : 1;
    float one = x->leads && !x->asked ? x->own : x->score;
    float other = x->leads && !x->asked ? y->own : y->score;
    if (one != other)
        return one > other ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void mark_leading(PackCandidateVec *candidates)
{
    float best = 0;
    for (size_t i = 0; i < candidates->len; i++)
        best = MAX(best, candidates->ptr[i].own);
    for (size_t i = 0; i < candidates->len; i++)
        candidates->ptr[i].leads =
            candidates->ptr[i].own > 0 && candidates->ptr[i].own >= best * SCORE_GAP;
}

SearchWanted context_pack_wanted(const PackQuestion *question)
{
    return (SearchWanted){.text = question->text,
                          .also = question->also,
                          .level = LEVEL_METHOD,
                          .count = HITS,
                          .left_out = question->left_out,
                          .near = question->near};
}

bool context_pack_search(SessionRequest *request, IndexSession *session,
                         const PackQuestion *question, PackHits *hits, Err *err)
{
    SearchFound found;
    SearchWanted wanted = context_pack_wanted(question);
    if (!search_places(request, session, &wanted, &found, err))
        return false;
    if (found.note.len)
        session_note(request, session, found.note);
    hits->words = found.words;
    for (size_t i = 0; i < found.count; i++) {
        const SearchPlace *place = &found.places[i];
        *VEC_PUSH(request->arena, &hits->list) =
            (PackHit){.symbol = catalog_row(session->catalog, place->file)->first + place->entry,
                      .score = place->score,
                      .lines = place->declaration ? place->declaration->lines : NULL,
                      .why = place->why};
    }
    return true;
}

void context_pack_expand(SessionRequest *request, const Catalog *catalog,
                         const PackQuestion *question, const PackHits *hits,
                         PackCandidateVec *candidates)
{
    Gathering gathering = {
        .request = request, .catalog = catalog, .left_out = question->left_out, .list = candidates};
    gathering.asked = true;
    for (size_t i = 0; i < question->seed_count; i++)
        add(&gathering, question->seeds[i], SEED_SCORE - (float)i, false, STR("asked for"));
    gathering.asked = false;
    for (size_t i = 0; i < hits->list.len; i++)
        add_hit(&gathering, &hits->list.ptr[i]);
    size_t followed = MIN(candidates->len, (size_t)FOLLOWED);
    PackCandidate *first = NEW(request->arena, PackCandidate, followed + 1);
    for (size_t i = 0; i < followed; i++)
        first[i] = candidates->ptr[i];
    for (size_t i = 0; i < followed; i++)
        if (first[i].entry)
            follow(&gathering, &first[i], (uint32_t)i + 1);
    mark_leading(candidates);
    if (candidates->len)
        qsort(candidates->ptr, candidates->len, sizeof *candidates->ptr, compare_candidates);
}
