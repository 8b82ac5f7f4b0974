/* Execution of a search. Filters and level are chosen first, since they are part of the cache key.
   Then the cached answer is used or the search runs, and the result is passed to the caller's
   function. */
#include "explore/search_ask.h"

#include "config/config.h"
#include "explore/search_cache.h"
#include "explore/search_context.h"
#include "explore/search_org.h"
#include "query/org_target.h"
#include "query/query.h"
#include "query/unseen.h"
#include "search/symbols.h"
#include "session/require.h"
#include "text/tokens.h"

/* ---- filters ---- */

bool search_language(Str name, const Language **language, Err *err)
{
    *language = name.len ? lang_find(name) : NULL;
    if (!name.len || *language)
        return true;
    err_set(err, ERR_USAGE, "language: there is no '%.*s'",
            STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "fovea languages lists them");
}

static bool choose_files(SessionRequest *request, const SearchAsk *ask, const Catalog *catalog,
                         const bool **left_out, Err *err)
{
    const Language *language;
    Str path = ask->path;
    Exclusion out = query_leave_out(request->arena, catalog, ask->filter);
    if (!search_language(ask->language, &language, err))
        return false;
    *left_out = out.files;
    if (!path.len && !language)
        return true;
    bool *files = NEW(request->arena, bool, catalog->files.len + 1);
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        files[i] = (out.files && out.files[i]) || (language && file->language != language) ||
                   (path.len && str_find(file->path, path) == STR_NONE);
    }
    *left_out = files;
    return true;
}

/* ---- the call ---- */

static bool search(SearchAnswer *answer, const SearchAsk *ask, SearchWanted *wanted,
                   SearchFound *found, Err *err)
{
    SessionRequest *request = answer->request;
    if (!choose_files(request, ask, answer->session->catalog, &wanted->left_out, err) ||
        !search_places(request, answer->session, wanted, found, err))
        return false;
    for (size_t i = 0; i < found->count; i++) {
        found->places[i].around = answer->around;
        if (!search_level_fill(request, answer->session, answer->level, &found->places[i], err))
            return false;
        search_describe(answer, &found->places[i]);
    }
    found->files = answer->dependencies
                       ? search_dependencies(request->arena, answer->session->catalog, found)
                       : (SearchFileVec){0};
    return true;
}

bool search_put_answer(const SearchAnswer *answer, void *state, Err *err)
{
    SessionRequest *request = answer->request;
    Buf out = buf_open(request->arena, 0);
    (void)state;
    if (request->format == VIEW_TEXT) {
        search_put_text(&out, answer);
        return !answer->session ? session_send_buf(request, &out, err)
                                : query_put_text(request, answer->session, &out, err);
    }
    search_put_values(&out, answer);
    return session_send_buf(request, &out, err);
}

IntentRules search_intent_rules(const SessionRequest *request)
{
    const SearchConfig *config = &request->config->search;
    return (IntentRules){(unsigned)config->confidence, (SearchLevel)config->fallback};
}

void search_choose_level(const SessionRequest *request, SearchAsk *ask)
{
    const SearchConfig *config = &request->config->search;
    bool off = ask->progressive == SEARCH_PROGRESSIVE_OFF;
    if (ask->level_given && !(off && ask->level == LEVEL_AUTO))
        return;
    SearchLevel level = (SearchLevel)config->level;
    if (!config->progressive || off)
        level = LEVEL_FULL;
    else if (level == LEVEL_AUTO && !config->classified)
        level = (SearchLevel)config->fallback;
    ask->level = level;
    ask->configured = level != LEVEL_AUTO;
}

/* Chooses the level: the requested one, else one that fits the question. */
static void choose_level(SearchAnswer *answer, SearchWanted *wanted, const SearchAsk *ask,
                         SearchCache *cache)
{
    answer->intent = intent_of(wanted->text);
    answer->chosen = ask->level == LEVEL_AUTO;
    answer->configured = ask->configured;
    IntentRules rules = search_intent_rules(answer->request);
    intent_weigh(&answer->intent, search_cache_score(cache, answer->intent.phrase), &rules);
    search_cache_note(cache, answer->chosen ? answer->intent.phrase : (Str){0});
    answer->level = wanted->level = answer->chosen ? answer->intent.level : ask->level;
    answer->progressive = ask->progressive == SEARCH_PROGRESSIVE_AUTO
                              ? answer->request->config->search.progressive
                              : ask->progressive == SEARCH_PROGRESSIVE_ON;
}

/* Takes the answer from the cache, or searches. */
static bool find_answer(SearchAnswer *answer, SearchWanted *wanted, SearchFound *found,
                        const SearchAsk *ask, SearchCache *cache, Err *err)
{
    SessionRequest *request = answer->request;
    answer->kept = !answer->dependencies && !answer->session->catalog->elsewhere &&
                   search_cache_take(request, answer->session, ask, wanted, cache, found);
    if (!answer->kept && !search(answer, ask, wanted, found, err))
        return false;
    bool none = !found->count && !found->total && !answer->session->catalog->elsewhere;
    if (none && !query_check_path(request, answer->session->catalog, ask->path, err))
        return false;
    if (none)
        unseen_note_short(request, answer->session, UNSEEN_ALL, answer->budget / 2);
    if (!ask->deliver(answer, ask->state, err))
        return false;
    if (!answer->session->catalog->elsewhere)
        search_cache_settle(request, answer->session, cache, found);
    return true;
}

bool search_ask(SessionRequest *request, const SearchAsk *ask, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SearchCache cache SCOPED(search_cache_close) = {0};
    SearchFound found;
    SearchWanted wanted = {.text = str_trim(ask->text),
                           .mode = ask->mode,
                           .kind = ask->kind,
                           .count = ask->count,
                           .docs = ask->docs};
    SearchAnswer answer = {.request = request,
                           .session = &session,
                           .wanted = &wanted,
                           .found = &found,
                           .explain = ask->explain,
                           .project = ask->project,
                           .around = ask->around,
                           .dependencies = ask->dependencies,
                           .options = ask->options,
                           .path = ask->path,
                           .budget =
                               MIN(ask->tokens, ANSWER_BYTES_MAX / TOKEN_BYTES) * TOKEN_BYTES};
    bool org = ask->org.asked;
    unsigned kind;
    if (!search_check("query", wanted.text, err) || !symbols_read_kind(ask->kind, &kind, err) ||
        (!org && !session_open(request, (Str){0}, &session, err)))
        return false;
    if (!org)
        search_cache_open(request, &session, &cache);
    choose_level(&answer, &wanted, ask, &cache);
    const SessionNeeds needs = {.parts = QUERY_PARTS | (ask->dependencies ? CATALOG_LINKS : 0)};
    if (!(org ? search_org_open(request, ask, &wanted, &session, err)
              : session_require(request, &session, needs, err)))
        return false;
    if (request->format == VIEW_TEXT)
        answer.budget -= MIN(answer.budget, query_note_bytes(&session));
    return find_answer(&answer, &wanted, &found, ask, &cache, err);
}
