/* `log`: which commits changed a symbol or a path, and how. */
#include "differ/symbol_history.h"
#include "query/query.h"
#include "relations/graph_answer.h"
#include "session/require.h"
#include "text/date.h"
#include "tools/params.h"

#define NOTES_SHOWN 3

static const ToolParam params[] = {
    QUERY_PARAM_SYMBOL(QUERY_SYMBOL_HELP "; or a file"),
    GRAPH_PARAM_FILE,
    {.name = "limit",
     .type = TOOL_NUMBER,
     .fallback = "20",
     .min = 1,
     .max = 200,
     .capped = true,
     .value = "N",
     .help = "how many commits to show"},
};

static const char *const examples[] = {"log dictAdd", "log src/dict.c::dictAdd --limit 5",
                                       "log src/dict.c", NULL};

static void put_entry(Buf *out, Arena scratch, const HistoryEntry *entry)
{
    Str date = date_day(&scratch, entry->time), id = str_slice(entry->commit, 0, 10);
    Str kind = change_kind_name(entry->kind);
    buf_printf(out, "%.*s %.*s ", STR_ARG(date), STR_ARG(id));
    view_put_line_text(out, entry->author);
    buf_printf(out, "  %.*s%s", STR_ARG(kind), kind.len ? ": " : "");
    view_put_line_text(out, entry->summary);
    buf_put_byte(out, '\n');
    if (entry->old_qualified.len || entry->old_path.len) {
        buf_put(out, STR("    was "));
        view_put_address(out, entry->old_path.len ? entry->old_path : entry->path);
        if (entry->qualified.len) {
            buf_put(out, STR("::"));
            view_put_line_text(out,
                               entry->old_qualified.len ? entry->old_qualified : entry->qualified);
        }
        if (entry->similarity && entry->similarity < 100)
            buf_printf(out, " (%u %% alike)", entry->similarity);
        buf_put_byte(out, '\n');
    }
    const StrVec *lists[] = {&entry->breaking, &entry->what};
    size_t shown = 0;
    for (size_t l = 0; l < COUNT(lists); l++)
        for (size_t i = 0; i < lists[l]->len && shown < NOTES_SHOWN; i++) {
            buf_put(out, shown++ ? STR("; ") : STR("    "));
            view_put_line_text(out, lists[l]->ptr[i]);
        }
    if (shown)
        buf_put_byte(out, '\n');
}

static void put_text(Buf *out, Arena scratch, const SymbolHistory *history)
{
    size_t count = history->entries.len;
    buf_put(out, STR("history of "));
    view_put_address(out, history->path);
    if (history->qualified.len) {
        buf_put(out, STR("::"));
        view_put_line_text(out, history->qualified);
    }
    buf_printf(out, ": %zu commit%s, newest first\n", count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++)
        put_entry(out, scratch, &history->entries.ptr[i]);
    if (history->end.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(history->end));
}

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

static Json *answer_value(Arena *arena, const IndexSession *session, const SymbolHistory *history)
{
    Json *value = query_frame(arena, session, STR("history")), *list = json_array(arena);
    json_set_text(arena, value, STR("path"), history->path);
    json_set_text(arena, value, STR("qualified"), history->qualified);
    for (size_t i = 0; i < history->entries.len; i++)
        json_add(list, entry_value(arena, &history->entries.ptr[i]));
    json_set(value, STR("commits"), list);
    json_set(value, STR("looked_at"), json_u64(arena, history->looked));
    json_set_text(arena, value, STR("ends"), history->end);
    return value;
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
    if (!symbol_history_find(&call->request, &session, &history, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT)
        put_text(&out, *call->scratch, &history);
    else
        view_put_value(&out, *call->scratch, call->format,
                       answer_value(call->arena, &session, &history));
    return call->format == VIEW_TEXT ? query_put_text(&call->request, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
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
