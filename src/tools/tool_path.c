/* `path`: shortest paths from one symbol to another in the graph of calls and uses. */
#include "query/query.h"
#include "query/response.h"
#include "query/unseen.h"
#include "search/call_graph.h"
#include "session/notices.h"
#include "session/require.h"
#include "tools/params.h"

static const ToolParam params[] = {
    {.name = "from",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "FROM",
     .help = QUERY_SYMBOL_HELP},
    {.name = "to",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "TO",
     .help = "the symbol to reach"},
    PARAM_LIMIT("3", PATHS_MAX, "how many paths of the same length"),
};

#define PATH_ANSWER_BYTES 6000 /* 1,500 tokens */
/* The part of them for other meanings of each end's name. */
#define PATH_OTHERS_BYTES 250

static const char *const examples[] = {"path main dictAdd", NULL};

typedef struct PathAnswer {
    uint32_t from, to;
    bool reversed; /* there is no path, except in the opposite direction */
    CallPaths found;
} PathAnswer;

/* Chooses, among several symbols of a name, the one nearest to the other end. False if the name is
   not ambiguous, or if none is connected. */
static bool choose_nearest(ToolCall *call, IndexSession *session, Str text, bool from,
                           PathAnswer *answer)
{
    HandleMatch match;
    CallPaths found;
    uint32_t least = UINT32_MAX, nearest = SYMBOL_NOWHERE;
    handle_find(session->catalog, call->arena, text, &match);
    if (match.total < 2 || (match.clear && !match.alike))
        return false;
    CallGraph graph = call_graph_of(session->catalog, call->arena, &(CallGraphOptions){0});
    for (size_t i = 0; i < match.symbols.len; i++) {
        uint32_t symbol = match.symbols.ptr[i];
        call_graph_paths(&graph, *call->scratch, from ? symbol : answer->from,
                         from ? answer->to : symbol, 1, &found);
        if (!found.count || found.paths[0].steps >= least)
            continue;
        least = found.paths[0].steps;
        nearest = symbol;
    }
    if (nearest == SYMBOL_NOWHERE)
        return false;
    *(from ? &answer->from : &answer->to) = nearest;
    session_note(&call->request, session,
                 str_format(call->arena, "%zu symbols are called '%.*s'; shown is the nearest",
                            match.total, STR_ARG(str_slice(text, 0, PATH_SHOWN_BYTES))));
    return true;
}

/* Finds both ends. The unambiguous one comes first, so that the other can be chosen by distance. */
static bool find_ends(ToolCall *call, IndexSession *session, PathAnswer *answer, Err *err)
{
    Str from = str_trim(tool_text(call, "from")), to = str_trim(tool_text(call, "to"));
    Err ignored;
    if (query_symbol(&call->request, session, to, &answer->to, &ignored))
        return choose_nearest(call, session, from, true, answer) ||
               query_symbol(&call->request, session, from, &answer->from, err);
    return query_symbol(&call->request, session, from, &answer->from, err) &&
           (choose_nearest(call, session, to, false, answer) ||
            query_symbol(&call->request, session, to, &answer->to, err));
}

/* Searches paths forward, then backward. In each direction it tries certain edges, then includes
   overriding methods, then ambiguous edges. */
static void find(ToolCall *call, Catalog *catalog, PathAnswer *answer)
{
    CallGraph graphs[3];
    OverrideSetVec overrides = {0};
    size_t limit = tool_number(call, "limit");
    for (int way = 0; way < 6 && !answer->found.count; way++) {
        int most = way % 3;
        bool back = way >= 3;
        if (way == 1)
            overrides = override_sets(catalog, call->arena);
        if (!back)
            graphs[most] = call_graph_of(
                catalog, call->arena,
                &(CallGraphOptions){.ambiguous = most == 2, .overrides = most ? &overrides : NULL});
        call_graph_paths(&graphs[most], *call->scratch, back ? answer->to : answer->from,
                         back ? answer->from : answer->to, limit, &answer->found);
        answer->reversed = back && answer->found.count;
    }
}

/* ---- text ---- */

static Str link_confidence(const CallLink *link)
{
    const Edge edge = {.confidence = link->confidence, .compiled = link->compiled};
    return edge_confidence(&edge);
}

/* The link to a step is written after the step before it. */
static const char wording[] =
    "{?same}both are the same symbol\n{:}"
    "{?paths}{:}no way of at most {steps_most} calls leads from one to the other; calls that could "
    "not be resolved are not counted\n{/}{/}"
    "{?reversed}nothing leads there, but the other way round:\n{/}"
    "{*paths}{steps} step{steps:s}:\n"
    "{*.}{?stands_in}  -> implemented or overridden by\n{:}{?confidence}  -> line {called_at}"
    "{?named}{?confidence=exact} (named){:} (named, {confidence}){/}"
    "{:}{?confidence=exact}{:} ({confidence}){/}{/}\n{/}{/}  {>}{/}\n{/}"
    "{?more}[more of that length; {!--limit N} shows up to {paths_most} that fit]\n{/}";

/* ---- values ---- */

static Json *path_value(Arena *arena, const Catalog *catalog, const CallPath *path)
{
    Json *rows = json_array(arena);
    for (uint32_t i = 0; i <= path->steps; i++) {
        Json *row = query_value(arena, catalog, path->symbols[i]);
        const CallLink *link = i ? path->links[i - 1] : NULL;
        json_set(row, STR("called_at"), json_u64(arena, link ? link->line : 0));
        json_set(row, STR("confidence"), json_str(arena, link ? link_confidence(link) : (Str){0}));
        json_set(row, STR("stands_in"), json_bool(arena, link && link->kind == REFERENCE_BASE));
        if (link && link->kind == REFERENCE_USE)
            json_set(row, STR("named"), json_bool(arena, true));
        json_add(rows, row);
    }
    return rows;
}

static Response response_of(ToolCall *call, const IndexSession *session, const PathAnswer *answer)
{
    Arena *arena = call->arena;
    Response response = response_open(&call->request, session, STR("path"), wording);
    Json *paths = json_array(arena), *words = json_array(arena);
    if (answer->from == answer->to)
        json_set(response.value, STR("same"), json_bool(arena, true));
    json_set(response.value, STR("reversed"), json_bool(arena, answer->reversed));
    json_set(response.value, STR("more"), json_bool(arena, answer->found.more));
    for (size_t i = 0; i < answer->found.count; i++) {
        Json *word = json_object(arena);
        json_add(paths, path_value(arena, session->catalog, &answer->found.paths[i]));
        json_set(word, STR("steps"), json_u64(arena, answer->found.paths[i].steps));
        json_add(words, word);
    }
    json_set(response.value, STR("paths"), paths);
    json_set(response.words, STR("paths"), words);
    json_set(response.words, STR("steps_most"), json_u64(arena, PATH_STEPS_MAX));
    json_set(response.words, STR("paths_most"), json_u64(arena, PATHS_MAX));
    return response;
}

/* Sends as many paths as fit, at least one. */
static bool put_answer(ToolCall *call, const IndexSession *session, PathAnswer *answer, Err *err)
{
    Response response = response_of(call, session, answer);
    while (response_len(&response) > PATH_ANSWER_BYTES && answer->found.count > 1) {
        answer->found.count--;
        answer->found.more = true;
        response = response_of(call, session, answer);
    }
    return response_send(&response, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    PathAnswer answer = {0};
    const SessionNeeds needs = {.parts = CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LINKS,
                                .calls = true};
    if (!session_begin(&call->request, &session, needs, err))
        return false;
    session.others_bytes = PATH_OTHERS_BYTES;
    if (!find_ends(call, &session, &answer, err))
        return false;
    if (answer.from != answer.to)
        find(call, session.catalog, &answer);
    if (answer.from != answer.to && !answer.found.count)
        unseen_note(&call->request, &session, (Str){0}, UNSEEN_ALL, (Str){0});
    return put_answer(call, &session, &answer, err);
}

const Tool path_tool = {
    .name = "path",
    .mcp_name = "find_path",
    .summary = "Finds the shortest call paths from one symbol to another",
    .about = "Follows calls and references to functions. If no path exists, also goes "
             "from a method of a base or interface to those that implement or "
             "override it, which the answer says. If there is still none, the "
             "opposite direction is tried. At most 16 steps. Of several symbols with "
             "the name, the nearest is taken. At most about 1,500 tokens: fewer paths "
             "are shown when they are long.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"75", "2,500 a page"},
    .next = "read PATH::NAME of a step",
    .run = run,
};
