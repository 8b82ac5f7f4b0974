#include "explore/search_feedback.h"

#include "explore/search_ask.h"
#include "explore/search_cache.h"

const char *const search_feedbacks[] = {"good", "bad", NULL};

static bool fail_none(Err *err)
{
    err_set(err, ERR_FAILED, "feedback: there is no answer to rate");
    return err_hint(err, "search first, with --level auto: feedback rates a level that a word of "
                         "the question decided, once for each answer");
}

bool search_feedback(SessionRequest *request, bool good, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SearchCache cache SCOPED(search_cache_close) = {0};
    Str phrase;
    int score;
    if (!session_open(request, (Str){0}, &session, err))
        return false;
    search_cache_open(request, &session, &cache);
    if (!cache.answers || !answers_judge(cache.answers, request->arena, good, &phrase, &score))
        return fail_none(err);
    Intent intent = intent_of(phrase);
    IntentRules rules = search_intent_rules(request);
    intent_weigh(&intent, score, &rules);
    Buf out = buf_open(request->arena, 0);
    buf_printf(&out,
               "noted for '%.*s' in this repository (%+d): level %s; fovea cache clear forgets "
               "it\n",
               STR_ARG(phrase), score, search_levels[intent.level]);
    return session_send_buf(request, &out, err);
}
