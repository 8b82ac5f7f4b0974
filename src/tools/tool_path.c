/* `path`: shortest paths from one symbol to another in the graph of calls and uses. */
#include "query/query.h"
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
    {.name = "limit",
     .type = TOOL_NUMBER,
     .fallback = "3",
     .min = 1,
     .max = PATHS_MAX,
     .capped = true,
     .value = "N",
     .help = "how many paths of the same length"},
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

static const char *link_note(const CallLink *link)
{
    static const char *const notes[][2] = {
        [EDGE_AMBIGUOUS] = {" (ambiguous)", " (named, ambiguous)"},
        [EDGE_LIKELY] = {" (likely)", " (named, likely)"},
        [EDGE_EXACT] = {"", " (named)"}};
    if (link->compiled)
        return link->kind == REFERENCE_USE ? " (named, exact (scip))" : " (exact (scip))";
    return notes[link->confidence][link->kind == REFERENCE_USE];
}

static void put_path(Buf *out, Arena scratch, const Catalog *catalog, const CallPath *path)
{
    for (uint32_t i = 0; i <= path->steps; i++) {
        buf_put(out, STR("  "));
        query_put_line(out, scratch, catalog, path->symbols[i]);
        if (i < path->steps && path->links[i]->kind == REFERENCE_BASE)
            buf_put(out, STR("  -> implemented or overridden by"));
        else if (i < path->steps)
            buf_printf(out, "  -> line %u%s", path->links[i]->line, link_note(path->links[i]));
        buf_put_byte(out, '\n');
    }
}

static void put_text(Buf *out, ToolCall *call, const Catalog *catalog, const PathAnswer *answer)
{
    const CallPaths *found = &answer->found;
    if (answer->from == answer->to) {
        buf_put(out, STR("both are the same symbol\n"));
        return;
    }
    if (!found->count) {
        buf_printf(out,
                   "no way of at most %d calls leads from one to the other; calls that could not "
                   "be resolved are not counted\n",
                   PATH_STEPS_MAX);
        return;
    }
    if (answer->reversed)
        buf_put(out, STR("nothing leads there, but the other way round:\n"));
    for (size_t i = 0; i < found->count; i++) {
        buf_printf(out, "%u step%s:\n", found->paths[i].steps,
                   found->paths[i].steps == 1 ? "" : "s");
        put_path(out, *call->scratch, catalog, &found->paths[i]);
    }
    if (found->more)
        buf_printf(out, "[more of that length; %.*s shows up to %d that fit]\n",
                   STR_ARG(tool_hint(call, STR("--limit N"))), PATHS_MAX);
}

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
        json_add(rows, row);
    }
    return rows;
}

static Json *answer_value(Arena *arena, const IndexSession *session, const PathAnswer *answer)
{
    Json *value = query_frame(arena, session, STR("path")), *paths = json_array(arena);
    json_set(value, STR("reversed"), json_bool(arena, answer->reversed));
    json_set(value, STR("more"), json_bool(arena, answer->found.more));
    for (size_t i = 0; i < answer->found.count; i++)
        json_add(paths, path_value(arena, session->catalog, &answer->found.paths[i]));
    json_set(value, STR("paths"), paths);
    return value;
}

static void put_answer(Buf *out, ToolCall *call, const IndexSession *session,
                       const PathAnswer *answer)
{
    Arena scratch = *call->scratch;
    if (call->format == VIEW_TEXT)
        put_text(out, call, session->catalog, answer);
    else
        view_put_value(out, scratch, call->format, answer_value(call->arena, session, answer));
}

/* Writes as many paths as fit, at least one. */
static void put_what_fits(Buf *out, ToolCall *call, const IndexSession *session, PathAnswer *answer)
{
    size_t note = call->format == VIEW_TEXT ? query_note(session).len : 0;
    put_answer(out, call, session, answer);
    while (out->len + note > PATH_ANSWER_BYTES && answer->found.count > 1) {
        answer->found.count--;
        answer->found.more = true;
        out->len = 0;
        put_answer(out, call, session, answer);
    }
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
    Buf out = buf_open(call->arena, 0);
    put_what_fits(&out, call, &session, &answer);
    return call->format == VIEW_TEXT ? query_put_text(&call->request, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
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
