/* `log`: which commits changed a symbol or a path, and how. */
#include "differ/symbol_history.h"
#include "query/response.h"
#include "relations/graph_answer.h"
#include "session/require.h"
#include "text/date.h"
#include "tools/params.h"

static const ToolParam params[] = {
    PARAM_SYMBOL(QUERY_SYMBOL_HELP "; or a file"),
    PARAM_FILE,
    PARAM_LIMIT("20", 200, "how many commits to show"),
};

static const char *const examples[] = {"log dictAdd", "log src/dict.c::dictAdd --limit 5",
                                       "log src/dict.c", NULL};

static const char wording[] =
    "history of {path:address}{?qualified}::{qualified}{/}: {#commits} commit{#commits:s}, newest "
    "first\n"
    "{*commits}{date} {commit:first 10} {author}  {change}{?change}: {/}{summary}\n"
    "{?old_path|old_qualified}"
    "    was {?old_path}{old_path:address}{:}{path:address}{/}"
    "{?qualified}::{?old_qualified}{old_qualified}{:}{qualified}{/}{/}"
    "{?similarity=100}{:}{?similarity} ({similarity} % alike){/}{/}\n{/}"
    "{?breaking|what}    {*breaking,what 3|; }{.}{/}\n{/}{/}"
    "{?ends}[{ends}]\n{/}";

static Json *entry_value(Arena *arena, const HistoryEntry *entry)
{
    Json *value = json_object(arena);
    json_set_text(arena, value, STR("commit"), entry->commit);
    json_set_text(arena, value, STR("date"), date_day(arena, entry->time));
    json_set_text(arena, value, STR("author"), entry->author);
    json_set_text(arena, value, STR("summary"), entry->summary);
    json_set_text(arena, value, STR("change"), change_kind_name(entry->kind));
    json_set_text(arena, value, STR("path"), entry->path);
    json_set_text(arena, value, STR("qualified"), entry->qualified);
    json_set_text(arena, value, STR("old_path"), entry->old_path);
    json_set_text(arena, value, STR("old_qualified"), entry->old_qualified);
    if (entry->similarity)
        json_set(value, STR("similarity"), json_u64(arena, entry->similarity));
    json_set(value, STR("breaking"), json_texts(arena, entry->breaking.ptr, entry->breaking.len));
    json_set(value, STR("what"), json_texts(arena, entry->what.ptr, entry->what.len));
    return value;
}

static bool answer(ToolCall *call, const IndexSession *session, const SymbolHistory *history,
                   Err *err)
{
    Arena *arena = call->arena;
    Response response = response_open(&call->request, session, STR("history"), wording);
    Json *value = response.value, *list = json_array(arena);
    json_set_text(arena, value, STR("path"), history->path);
    json_set_text(arena, value, STR("qualified"), history->qualified);
    for (size_t i = 0; i < history->entries.len; i++)
        json_add(list, entry_value(arena, &history->entries.ptr[i]));
    json_set(value, STR("commits"), list);
    json_set(value, STR("looked_at"), json_u64(arena, history->looked));
    json_set_text(arena, value, STR("ends"), history->end);
    return response_send(&response, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SymbolHistory history = {.most = tool_number(call, "limit")};
    HistorySubject subject;
    Str text;
    if (!session_begin(&call->request, &session, (SessionNeeds){.parts = QUERY_PARTS}, err) ||
        !params_symbol(call, &text, err) ||
        !symbol_history_choose(&call->request, &session, text, &subject, err))
        return false;
    history.path = subject.path;
    history.qualified = subject.qualified;
    return symbol_history_find(&call->request, &session, &history, err) &&
           answer(call, &session, &history, err);
}

const Tool log_tool = {
    .name = "log",
    .mcp_name = "symbol_history",
    .summary = "Lists the commits that changed a symbol or a file, and what each did to it",
    .about = "Newest first, from HEAD. Each commit is compared with its first parent "
             "by symbol, as fovea diff does; a symbol is followed through renames and "
             "moves, a file through renames. For a type, commits that changed its "
             "members are listed, too. Merges are skipped.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"55", "2,500 a page"},
    .next = "analyze_diff with the commit",
    .run = run,
};
