#include "tools/search_org.h"

#include "session/notices.h"
#include "tools/org_target.h"
#include "tools/search_org_near.h"

static bool check(const ToolCall *call, const SearchAsk *ask, Err *err)
{
    const char *what = ask->dependencies ? "include_dependencies" : NULL;
    if (tool_param(call->tool, STR("cross_project")) && tool_text(call, "cross_project").len)
        what = "cross_project";
    return !what ||
           err_set(err, ERR_USAGE, "%s: an organisation's database does not know it", what);
}

static bool read_query(ToolCall *call, OrgSearchQuery *query, Err *err)
{
    Str language = tool_text(call, "language");
    query->path = tool_text(call, "path");
    query->no_tests = tool_flag(call, "no_tests");
    query->language = language.len ? lang_find(language) : NULL;
    if (!language.len || query->language)
        return true;
    err_set(err, ERR_USAGE, "language: there is no '%.*s'",
            STR_ARG(str_slice(language, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "fovea languages lists them");
}

bool search_org_open(ToolCall *call, const SearchAsk *ask, SearchWanted *wanted,
                     IndexSession *session, Err *err)
{
    Org org SCOPED(org_close) = {0};
    OrgAsked asked;
    OrgSearched found;
    OrgSearchQuery query = {0};
    Question question = question_read(call->arena, *call->scratch, wanted->text);
    if (wanted->mode != SEARCH_LEXICAL)
        question_widen(call->arena, &question);
    query.question = &question;
    if (!check(call, ask, err) || !read_query(call, &query, err) ||
        !org_open_asked(call, &org, err) ||
        !org_ask(&org, call->arena, tool_text(call, "branch"), &asked, err) ||
        !search_org_near(call, &org, &asked, &query, wanted, err) ||
        !org_search(&org, call->arena, &asked, &query, &found, err))
        return false;
    session->catalog = found.catalog;
    if (!asked.repositories)
        session_note(&call->request, session,
                     STR("no repository here has such a branch and lets this user read it"));
    if (found.more)
        session_note(&call->request, session,
                     STR("words of the question that very many files have were left aside"));
    if (wanted->level == LEVEL_METHOD || wanted->level == LEVEL_FULL || wanted->docs)
        session_note(&call->request, session,
                     STR("the database has no texts: declarations are shown without bodies"));
    return true;
}
