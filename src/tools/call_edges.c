#include "tools/call_edges.h"
#include "tools/params.h"

#include "query/cursor.h"
#include "query/org_symbol.h"
#include "query/org_target.h"
#include "relations/impact_focus.h"
#include "relations/importers_answer.h"
#include "session/notices.h"
#include "session/require.h"

/* Maximum number of neighbours in one direction; all are sorted before a page is cut. */
#define CALLS_MAX 100000

static const char *const directions[] = {"in", "out", NULL};

const ToolParam callers_params[CALLS_PARAM_COUNT + 1] = {
    PARAM_SYMBOL(QUERY_SYMBOL_HELP),
    {.name = "direction",
     .type = TOOL_CHOICE,
     .fallback = "in",
     .choices = directions,
     .help = "in: its callers; out: what it calls"},
    PARAM_DEPTH("1"),
    PARAM_FILE,
    PARAM_NODES("how many symbols"),
    PARAM_CURSOR,
    PARAM_EXCLUDE,
    PARAM_NO_TESTS,
    PARAM_EXTERNAL,
    PARAM_TYPES,
    PARAM_WHY,
    PARAM_ORG,
    PARAM_BRANCH,
};

const ToolParam callees_params[CALLS_PARAM_COUNT] = {
    PARAM_SYMBOL(QUERY_SYMBOL_HELP),
    PARAM_DEPTH("1"),
    PARAM_FILE,
    PARAM_NODES("how many symbols"),
    PARAM_CURSOR,
    PARAM_EXCLUDE,
    PARAM_NO_TESTS,
    PARAM_EXTERNAL,
    PARAM_TYPES,
    PARAM_WHY,
    PARAM_ORG,
    PARAM_BRANCH,
};

/* Identity of the question: a cursor is valid only for the same one. */
static Str question_of(ToolCall *call, const Catalog *catalog, const IdVec *symbols,
                       NeighbourDirection direction)
{
    Str hash = catalog_symbol_hash(catalog, call->arena, symbols->ptr[0]);
    Str more = symbols->len > 1 ? str_format(call->arena, " %zu", symbols->len) : (Str){0};
    return str_format(call->arena, "calls %.*s%.*s %d%d%d%d %.*s", STR_ARG(hash), STR_ARG(more),
                      direction, tool_flag(call, "external"), tool_flag(call, "types"),
                      tool_flag(call, "no_tests"), STR_ARG(tool_text(call, "exclude")));
}

static bool read_cursor(ToolCall *call, const IndexSession *session, GraphQuestion *question,
                        Err *err)
{
    Str cursor = tool_text(call, "cursor");
    const GraphElsewhere *elsewhere = question->elsewhere;
    if (cursor.len && question->options.depth > 1)
        return err_set(err, ERR_USAGE, "cursor: only of answers of one step");
    if (elsewhere
            ? !cursor_read_at(elsewhere->version, question->rest, cursor, &question->before, err)
            : !cursor_read(session, question->rest, cursor, &question->before, err))
        return false;
    question->before = MIN(question->before, (uint64_t)session->catalog->symbol_count);
    if (question->options.depth == 1)
        question->options.limit = CALLS_MAX;
    return true;
}

static NeighbourOptions options_of(ToolCall *call, NeighbourDirection direction)
{
    return (NeighbourOptions){.direction = direction,
                              .depth = (uint32_t)tool_number(call, "depth"),
                              .limit = tool_number(call, "limit") + 1,
                              .external = tool_flag(call, "external"),
                              .types = tool_flag(call, "types")};
}

/* What goes with the calls: imports of a file, or the database they are from. */
typedef struct CallsBeside {
    Json *imports;
    const GraphElsewhere *elsewhere;
} CallsBeside;

/* `callers` can be asked in both directions; what a file calls is asked of `callees`. */
static bool has_direction(const ToolCall *call)
{
    return tool_param(call->tool, STR("direction")) != NULL;
}

/* `symbols`: the one asked for, and others that are one with it. */
static bool answer(ToolCall *call, IndexSession *session, const IdVec *symbols,
                   NeighbourDirection direction, const CallsBeside *beside, Err *err)
{
    uint32_t symbol = symbols->ptr[0];
    const IdVec joined = {.ptr = symbols->ptr + 1, .len = symbols->len - 1};
    static const GraphFormat formats[] = {
        [VIEW_TEXT] = GRAPH_TEXT, [VIEW_JSON] = GRAPH_JSON, [VIEW_TOON] = GRAPH_TOON};
    Str name = catalog_qualified_name(session->catalog, call->arena, symbol);
    Exclusion exclude = query_leave_out(call->arena, session->catalog, params_filter(call));
    GraphQuestion question = {
        .focus = &symbol,
        .focus_count = 1,
        .options = options_of(call, direction),
        .title = str_format(call->arena, "%s of %.*s",
                            direction == NEIGHBOURS_IN ? "Callers" : "Callees", STR_ARG(name)),
        .format = formats[call->format],
        .counted = true,
        .rest = question_of(call, session->catalog, symbols, direction),
        .imports = beside->imports,
        .elsewhere = beside->elsewhere,
        .why = tool_flag(call, "why") && !beside->elsewhere,
        .filter = params_filter(call),
        .limit = tool_number(call, "limit"),
        .limit_given = tool_value(call, "limit")->given,
        .has_direction = has_direction(call),
        .direction_given = has_direction(call) && tool_value(call, "direction")->given,
    };
    question.options.joined = &joined;
    question.options.exclude = &exclude;
    return read_cursor(call, session, &question, err) &&
           graph_answer(&call->request, session, &question, err);
}

/* ---- an organisation's database ---- */

static Str package_label(const void *state, uint32_t caller, uint32_t callee)
{
    return org_calls_package(state, caller, callee);
}

static bool run_org(ToolCall *call, NeighbourDirection direction, Err *err)
{
    IndexSession session = {0};
    Org org SCOPED(org_close) = {0};
    OrgAsked asked;
    OrgPlace place;
    OrgCalls calls;
    Str text;
    NeighbourOptions options = options_of(call, direction);
    const OrgScope scope = {.org = &org, .asked = &asked, .session = &session};
    if (!params_symbol(call, &text, err) ||
        !org_open_asked(&call->request, params_org(call), &org, err) ||
        !org_ask(&org, call->arena, tool_text(call, "branch"), &asked, err) ||
        !org_symbol(&call->request, &scope, text, &place, err))
        return false;
    OrgCallsQuestion question = {
        .asked = &asked, .focus = &place, .focus_count = 1, .options = &options};
    if (!org_calls_fetch(&org, call->arena, &question, &calls, err))
        return false;
    if (calls.symbol == SYMBOL_NOWHERE)
        return err_set(err, ERR_STALE, "the symbol is no longer in the database");
    session.catalog = calls.tree.catalog;
    if (calls.more)
        session_note(&call->request, &session,
                     STR("the database has more edges than were looked at: counts are too low"));
    GraphElsewhere elsewhere = {.label = package_label,
                                .state = &calls,
                                .version = asked.state,
                                .asked = org_asked_again(call->arena, params_org(call))};
    const IdVec found = {.ptr = &calls.symbol, .len = 1};
    return answer(call, &session, &found, direction, &(CallsBeside){.elsewhere = &elsewhere}, err);
}

/* Answers about the calls of a symbol, or about the imports of a file or a module. */
static bool answer_named(ToolCall *call, IndexSession *session, Str asked,
                         NeighbourDirection direction, Err *err)
{
    IdVec symbols;
    HandleMatch match;
    ImportersQuestion imports = {.direction = direction,
                                 .depth = (uint32_t)tool_number(call, "depth"),
                                 .limit = tool_number(call, "limit")};
    handle_find(session->catalog, call->arena, asked, &match);
    if (!focus_names_code(session->catalog, &match) &&
        importers_take_module(&call->request, session, asked, &imports))
        return importers_answer(&call->request, session, &imports, err);
    if (!query_symbols(&call->request, session, asked, &symbols, err))
        return false;
    bool file = importers_take_file(&call->request, session->catalog, symbols.ptr[0], &imports);
    if (file && has_direction(call))
        return importers_answer(&call->request, session, &imports, err);
    Json *files = file ? importers_tell(&call->request, session, symbols.ptr[0]) : NULL;
    return answer(call, session, &symbols, direction, &(CallsBeside){.imports = files}, err);
}

bool call_edges_run(ToolCall *call, NeighbourDirection direction, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Str asked;
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    if (params_org(call).asked)
        return run_org(call, direction, err);
    return params_symbol(call, &asked, err) &&
           session_begin(&call->request, &session, needs, err) &&
           answer_named(call, &session, asked, direction, err);
}
