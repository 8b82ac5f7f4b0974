/* Cache warming: repeats the most frequent questions so that their answers are cached. Each is a
   call of its own with the recorded arguments, whose output is dropped. */
#include "tools/cache_warm.h"

#include "base/proc.h"
#include "base/varint.h"
#include "explore/search_cache.h"
#include "index/store/answers.h"
#include "query/query.h"
#include "session/answer.h"
#include "session/require.h"

/* Maximum number of questions repeated, the most frequent first. */
#define WARM_QUESTIONS_MAX 50

static bool ignore(void *state, Str bytes, Err *err)
{
    (void)state;
    (void)bytes;
    (void)err;
    return true;
}

/* Restores tool and arguments from the record. False if this version has no such tool or
   parameter. */
static bool set_words(ToolCall *call, Str words)
{
    VarintReader in = varint_open(words);
    Err ignored;
    call->tool = tool_find(varint_str(&in));
    while (call->tool && !varint_is_done(&in)) {
        const ToolParam *param = tool_param(call->tool, varint_str(&in));
        if (!param || !tool_set(call, param, varint_str(&in), &ignored))
            return false;
    }
    return call->tool && !in.failed;
}

static void ask_again(const ToolCall *call, Str words)
{
    Arena arena SCOPED(arena_close) = {0}, scratch SCOPED(arena_close) = {0};
    ToolContext context = *call->context;
    Err ignored = {0};
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    context.warms_cache = true;
    context.indexer = NULL;
    ToolCall inner = {.context = &context,
                      .arena = &arena,
                      .scratch = &scratch,
                      .format = VIEW_JSON,
                      .sink = {.put = ignore}};
    if (set_words(&inner, words))
        (void)!tool_run(&inner, &ignored);
}

static uint64_t count_kept(ToolCall *call, const AnswersOptions *options)
{
    Answers *answers SCOPED(answers_close) = answers_open(call->arena, options);
    return answers ? answers_info(answers).answers : 0;
}

static bool list_asked(ToolCall *call, AnswersOptions *options, AnswersAsked *asked, size_t *count,
                       Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    if (!session_begin(&call->request, &session, (SessionNeeds){.parts = QUERY_PARTS}, err))
        return false;
    Str directory;
    *count = 0;
    if (!session.database.len || store_is_private(session.store) ||
        !search_cache_directory(&call->request, &directory))
        return true;
    *options = (AnswersOptions){.index = session.database, .tree = store_tree(session.store)};
    Answers *answers SCOPED(answers_close) = answers_open(call->arena, options);
    *count = answers ? answers_asked(answers, call->arena, asked, WARM_QUESTIONS_MAX) : 0;
    return true;
}

bool cache_warm(ToolCall *call, WarmReport *report, Err *err)
{
    AnswersAsked asked[WARM_QUESTIONS_MAX];
    AnswersOptions options;
    size_t count;
    *report = (WarmReport){0};
    session_want_current(&call->request); /* must precede any counting */
    if (!list_asked(call, &options, asked, &count, err))
        return false;
    uint64_t before = count ? count_kept(call, &options) : 0;
    for (; report->asked < count && !tool_is_cancelled(call); report->asked++)
        ask_again(call, asked[report->asked].words);
    uint64_t after = count ? count_kept(call, &options) : 0;
    report->made = after - MIN(before, after);
    return true;
}

bool cache_warm_start(ToolCall *call, Err *err)
{
    const char *program = call->context->indexer;
    const char *argv[8] = {"fovea", "cache", "warm"};
    size_t count = 3;
    if (call->context->no_ignore)
        argv[count++] = "--no-ignore";
    if (call->context->root.len) {
        argv[count++] = "--root";
        argv[count++] = str_terminate(call->arena, call->context->root);
    }
    if (program && proc_start(program, argv))
        return true;
    err_set(err, ERR_FAILED, "background: cannot start a process");
    return err_hint(err, "fovea cache warm does it in this one");
}
