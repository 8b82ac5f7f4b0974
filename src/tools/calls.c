#include "tools/calls.h"

#include "session/require.h"
#include "tools/cursor.h"

#define PARAM_SYMBOL \
    { \
        .name = "symbol", .type = TOOL_TEXT, .positional = true, .lines = true, .value = "SYMBOL", \
        .help = QUERY_SYMBOL_HELP \
    }
#define PARAM_CURSOR \
    { \
        .name = "cursor", .type = TOOL_TEXT, .rare = true, .value = "CURSOR", \
        .help = "continue the last answer" \
    }

/* Maximum number of neighbours in one direction; all are sorted before a page is cut. */
#define CALLS_MAX 100000

static const char *const directions[] = {"in", "out", NULL};

const ToolParam callers_params[CALLS_PARAM_COUNT + 1] = {
    PARAM_SYMBOL,
    {.name = "direction",
     .type = TOOL_CHOICE,
     .fallback = "in",
     .choices = directions,
     .help = "in: its callers; out: what it calls"},
    GRAPH_PARAM_DEPTH("1"),
    GRAPH_PARAM_FILE,
    GRAPH_PARAM_LIMIT("how many symbols"),
    PARAM_CURSOR,
    QUERY_PARAM_EXCLUDE,
    QUERY_PARAM_NO_TESTS,
    GRAPH_PARAM_EXTERNAL,
    GRAPH_PARAM_TYPES,
};

const ToolParam callees_params[CALLS_PARAM_COUNT] = {
    PARAM_SYMBOL,         GRAPH_PARAM_DEPTH("1"),
    GRAPH_PARAM_FILE,     GRAPH_PARAM_LIMIT("how many symbols"),
    PARAM_CURSOR,         QUERY_PARAM_EXCLUDE,
    QUERY_PARAM_NO_TESTS, GRAPH_PARAM_EXTERNAL,
    GRAPH_PARAM_TYPES,
};

/* Identity of the question: a cursor is valid only for the same one. */
static Str question_of(ToolCall *call, const Catalog *catalog, uint32_t symbol,
                       NeighbourDirection direction)
{
    Str hash = catalog_symbol_hash(catalog, call->arena, symbol);
    return str_format(call->arena, "calls %.*s %d%d%d%d %.*s", STR_ARG(hash), direction,
                      tool_flag(call, "external"), tool_flag(call, "types"),
                      tool_flag(call, "no_tests"), STR_ARG(tool_text(call, "exclude")));
}

static bool read_cursor(ToolCall *call, const IndexSession *session, GraphQuestion *question,
                        Err *err)
{
    Str cursor = tool_text(call, "cursor");
    if (cursor.len && question->options.depth > 1)
        return err_set(err, ERR_USAGE, "cursor: only of answers of one step");
    if (!cursor_read(session, question->rest, cursor, &question->before, err))
        return false;
    question->before = MIN(question->before, (uint64_t)session->catalog->symbol_count);
    if (question->options.depth == 1)
        question->options.limit = CALLS_MAX;
    return true;
}

bool calls_run(ToolCall *call, NeighbourDirection direction, Err *err)
{
    static const GraphFormat formats[] = {
        [VIEW_TEXT] = GRAPH_TEXT, [VIEW_JSON] = GRAPH_JSON, [VIEW_TOON] = GRAPH_TOON};
    IndexSession session SCOPED(session_close) = {0};
    uint32_t symbol;
    Str asked;
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    if (!query_text(call, &asked, err) || !session_begin(&call->request, &session, needs, err) ||
        !query_symbol(call, &session, asked, &symbol, err))
        return false;
    Str name = catalog_qualified_name(session.catalog, call->arena, symbol);
    Exclusion exclude = query_leave_out(call, session.catalog);
    GraphQuestion question = {
        .focus = &symbol,
        .focus_count = 1,
        .options = {.direction = direction,
                    .depth = (uint32_t)tool_number(call, "depth"),
                    .limit = tool_number(call, "limit") + 1,
                    .external = tool_flag(call, "external"),
                    .types = tool_flag(call, "types"),
                    .exclude = &exclude},
        .title = str_format(call->arena, "%s of %.*s",
                            direction == NEIGHBOURS_IN ? "Callers" : "Callees", STR_ARG(name)),
        .format = formats[call->format],
        .counted = true,
        .rest = question_of(call, session.catalog, symbol, direction),
    };
    return read_cursor(call, &session, &question, err) &&
           graph_answer(call, &session, &question, err);
}
