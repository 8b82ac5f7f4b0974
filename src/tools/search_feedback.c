#include "tools/search_feedback.h"

#include "tools/search_ask.h"
#include "tools/search_cache.h"

const char *const search_feedbacks[] = {"good", "bad", NULL};

static bool fail_none(Err *err)
{
    err_set(err, ERR_FAILED, "feedback: there is no answer to rate");
    return err_hint(err, "search first, with --level auto: feedback rates a level that a word of "
                         "the question decided, once for each answer");
}

bool search_feedback(ToolCall *call, bool good, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SearchCache cache SCOPED(search_cache_close) = {0};
    Str phrase;
    int score;
    if (tool_text(call, "query").len) {
        err_set(err, ERR_USAGE, "feedback: it is about the last answer, and takes no question");
        return err_hint(err, "fovea search --feedback bad");
    }
    if (!session_open(&call->request, (Str){0}, &session, err))
        return false;
    search_cache_open(call, &session, &cache);
    if (!cache.answers || !answers_judge(cache.answers, call->arena, good, &phrase, &score))
        return fail_none(err);
    Intent intent = intent_of(phrase);
    IntentRules rules = search_intent_rules(call);
    intent_weigh(&intent, score, &rules);
    Buf out = buf_open(call->arena, 0);
    buf_printf(&out,
               "noted for '%.*s' in this repository (%+d): level %s; fovea cache clear forgets "
               "it\n",
               STR_ARG(phrase), score, search_levels[intent.level]);
    return tool_put_buf(call, &out, err);
}
