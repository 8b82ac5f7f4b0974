#include "explore/search_org.h"

#include "explore/search_org_near.h"
#include "query/org_target.h"
#include "session/notices.h"

static bool check(const SearchAsk *ask, Err *err)
{
    const char *what = ask->dependencies ? "include_dependencies" : NULL;
    return !what ||
           err_set(err, ERR_USAGE, "%s: an organisation's database does not know it", what);
}

bool search_org_open(SessionRequest *request, const SearchAsk *ask, SearchWanted *wanted,
                     IndexSession *session, Err *err)
{
    Org org SCOPED(org_close) = {0};
    OrgAsked asked;
    OrgSearched found;
    OrgSearchQuery query = {
        .path = ask->path, .exclude = ask->filter.exclude, .no_tests = ask->filter.no_tests};
    Question question = question_read(request->arena, *request->scratch, wanted->text);
    if (wanted->mode != SEARCH_LEXICAL)
        question_widen(request->arena, &question);
    query.question = &question;
    if (!check(ask, err) || !search_language(ask->language, &query.language, err) ||
        !org_open_asked(request, ask->org, &org, err) ||
        !org_ask(&org, request->arena, ask->org.branch, &asked, err) ||
        !search_org_near(request, &org, &asked, &query, wanted, err) ||
        !org_search(&org, request->arena, &asked, &query, &found, err))
        return false;
    session->catalog = found.catalog;
    if (!asked.repositories)
        session_note(request, session,
                     STR("no repository here has such a branch and lets this user read it"));
    if (found.more)
        session_note(request, session,
                     STR("words of the question that very many files have were left aside"));
    if (wanted->level == LEVEL_METHOD || wanted->level == LEVEL_FULL || wanted->docs)
        session_note(request, session,
                     STR("the database has no texts: declarations are shown without bodies"));
    return true;
}
