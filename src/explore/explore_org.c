/* `explore --org`: the hits of a search in an organisation's database, with the edges around all of
   them, fetched at once. */
#include "explore/explore.h"

#include "explore/search_org_near.h"
#include "org/org_search.h"
#include "query/org_symbol.h"
#include "query/org_target.h"
#include "query/query.h"
#include "session/notices.h"

/* Each seed costs a look-up. */
#define SEEDS_MAX 20
/* Number of the best files whose functions are fetched, and functions of one file: a longer list
   would be cut anyway. */
#define WHOLE_FILES 2
#define WHOLE_MAX 1000

/* ---- fetching ---- */

typedef struct Fetching {
    SessionRequest *request;
    const ExploreQuestion *wanted;
    IndexSession *session;
    Org org;
    OrgAsked asked;
    OrgSearched found;
    PackQuestion question;
    OrgPlaceVec focus; /* seeds, then hits */
    OrgPlaceVec also;  /* further hits, and the functions of the best files */
    PackHits hits;     /* symbols of the search's catalog */
    VEC(Str) whole;    /* paths of files with all their functions */
} Fetching;

static bool take_seeds(Fetching *fetching, Err *err)
{
    Str list = fetching->wanted->seeds, name;
    const OrgScope scope = {
        .org = &fetching->org, .asked = &fetching->asked, .session = fetching->session};
    while (str_take_until(&list, '\n', &name)) {
        OrgPlace place;
        if (fetching->focus.len == SEEDS_MAX)
            return err_set(err, ERR_USAGE, "seed: at most %d with org", SEEDS_MAX);
        if (!org_symbol(fetching->request, &scope, str_trim(name), &place, err))
            return false;
        *VEC_PUSH(fetching->request->arena, &fetching->focus) = place;
    }
    fetching->question.seed_count = fetching->focus.len;
    return true;
}

static bool search(Fetching *fetching, Err *err)
{
    SessionRequest *request = fetching->request;
    Question question = question_read(request->arena, *request->scratch, fetching->question.text);
    question_add(request->arena, &question, fetching->question.also);
    question_widen(request->arena, &question);
    OrgSearchQuery query = {.question = &question,
                            .exclude = fetching->wanted->filter.exclude,
                            .no_tests = fetching->wanted->filter.no_tests};
    SearchWanted wanted = context_pack_wanted(&fetching->question);
    if (!search_org_near(request, &fetching->org, &fetching->asked, &query, &wanted, err) ||
        !org_search(&fetching->org, request->arena, &fetching->asked, &query, &fetching->found,
                    err))
        return false;
    fetching->question.near = wanted.near;
    fetching->session->catalog = fetching->found.catalog;
    Exclusion out =
        query_leave_out(request->arena, fetching->found.catalog, fetching->wanted->filter);
    fetching->question.left_out = out.files;
    size_t excluded = 0;
    for (size_t i = 0; out.files && i < fetching->found.catalog->files.len; i++)
        excluded += out.files[i];
    if (excluded && fetching->found.catalog->files.len >= ORG_SEARCHED_MAX)
        session_note(request, fetching->session,
                     str_format(request->arena,
                                "of the %d best files %zu are excluded; others were not looked at",
                                ORG_SEARCHED_MAX, excluded));
    return context_pack_search(request, fetching->session, &fetching->question, &fetching->hits,
                               err);
}

static OrgPlace place_of(const Fetching *fetching, uint32_t symbol)
{
    SymbolPlace place = catalog_place(fetching->found.catalog, symbol);
    OrgPlace found = fetching->found.files.ptr[place.file];
    found.index = place.index;
    return found;
}

/* Adds the functions of a file, unless it has very many. */
static void add_functions(Fetching *fetching, uint32_t file)
{
    const CatalogFile *row = catalog_row(fetching->found.catalog, file);
    if (row->count > WHOLE_MAX)
        return;
    for (uint32_t i = 1; i < row->count; i++)
        if (symbol_is_function((SymbolKind)row->entries[i].kind))
            *VEC_PUSH(fetching->request->arena, &fetching->also) =
                place_of(fetching, row->first + i);
    *VEC_PUSH(fetching->request->arena, &fetching->whole) = row->path;
}

static void add_hits(Fetching *fetching)
{
    Arena *arena = fetching->request->arena;
    uint32_t best[WHOLE_FILES];
    size_t count = 0;
    for (size_t i = 0; i < fetching->hits.list.len; i++) {
        OrgPlace place = place_of(fetching, fetching->hits.list.ptr[i].symbol);
        uint32_t file =
            catalog_place(fetching->found.catalog, fetching->hits.list.ptr[i].symbol).file;
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
    return org_calls_fetch(&fetching->org, fetching->request->arena, &question, calls, err);
}

static void note(const Fetching *fetching, bool more)
{
    const SessionRequest *request = fetching->request;
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
    session_note(
        request, session,
        session_hint(fetching->request,
                     STR("the database has no bodies: fovea read PATH:FROM-TO in a clone of "
                         "the repository that a path begins with")));
}

/* Seeds and hits as symbols of the catalog that has their edges. */
static void take_symbols(Fetching *fetching, const OrgTree *tree, PackHits *hits)
{
    Arena *arena = fetching->request->arena;
    PackQuestion *question = &fetching->question;
    uint32_t *seeds = NEW(arena, uint32_t, question->seed_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < question->seed_count; i++) {
        seeds[count] = org_tree_symbol(tree, arena, &fetching->focus.ptr[i]);
        count += seeds[count] != SYMBOL_NOWHERE;
    }
    question->seeds = seeds;
    question->seed_count = count;
    for (size_t i = 0; i < fetching->hits.list.len; i++) {
        PackHit hit = fetching->hits.list.ptr[i];
        OrgPlace place = place_of(fetching, hit.symbol);
        hit.symbol = org_tree_symbol(tree, arena, &place);
        if (hit.symbol != SYMBOL_NOWHERE)
            *VEC_PUSH(arena, &hits->list) = hit;
    }
}

static const bool *find_whole(const Fetching *fetching, const OrgTree *tree)
{
    bool *whole = NEW(fetching->request->arena, bool, tree->catalog->files.len + 1);
    for (size_t i = 0; i < fetching->whole.len; i++) {
        const uint64_t *id = map_find(&tree->files, fetching->whole.ptr[i]);
        if (id)
            whole[*id] = true;
    }
    return whole;
}

bool explore_org_open(SessionRequest *request, IndexSession *session,
                      const ExploreQuestion *question, ExploreOrg *org,
                      PackCandidateVec *candidates, Err *err)
{
    Fetching fetching = {.request = request,
                         .session = session,
                         .wanted = question,
                         .question = {.text = question->text, .also = question->also}};
    Org connection SCOPED(org_close) = {0};
    PackHits hits = {0};
    if (!org_open_asked(request, question->org, &connection, err))
        return false;
    fetching.org = connection;
    if (!org_ask(&connection, request->arena, question->org.branch, &fetching.asked, err) ||
        !take_seeds(&fetching, err) || !search(&fetching, err))
        return false;
    add_hits(&fetching);
    if (!fetch_edges(&fetching, &org->calls, err))
        return false;
    const OrgTree *tree = &org->calls.tree;
    session->catalog = tree->catalog;
    org->out = query_leave_out(request->arena, tree->catalog, question->filter);
    org->asked = org_asked_again(request->arena, question->org);
    org->elsewhere = explore_org_elsewhere(org, find_whole(&fetching, tree));
    org->words = fetching.hits.words;
    take_symbols(&fetching, tree, &hits);
    fetching.question.left_out = org->out.files;
    context_pack_expand(request, tree->catalog, &fetching.question, &hits, candidates);
    note(&fetching, org->calls.more);
    return true;
}
