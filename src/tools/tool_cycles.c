/* `cycles`: strongly connected components of modules, and of functions that call each other, with a
   feedback arc set of module edges. */
#include "base/feedback.h"
#include "index/graph/modules.h"
#include "query/query.h"
#include "query/response.h"
#include "query/unseen.h"
#include "search/call_graph.h"
#include "session/notices.h"
#include "session/require.h"
#include "tools/params.h"

#define MEMBERS_SHOWN 12
#define CUTS_SHOWN 3
/* Minimum length to which a list of members is halved to fit: a shorter one would not show a
   cycle. */
#define MEMBERS_SHOWN_MIN 3
/* About 4,000 tokens. */
#define ANSWER_BYTES 16000

static const char *const levels[] = {"both", "modules", "functions", NULL};

static const ToolParam params[] = {
    {.name = "of",
     .type = TOOL_CHOICE,
     .choices = levels,
     .fallback = "both",
     .help = "which cycles to look for"},
    PARAM_LIMIT("10", 100, "how many of each"),
};

static const char *const examples[] = {"cycles", "cycles --of modules --format json", NULL};

typedef struct Circles {
    Modules modules;
    ModuleEdgeVec edges; /* heaviest first */
    CallGroupVec of_modules, of_functions;
    CallGraph overrides;       /* calls, also of methods that override the called ones … */
    CallGroupVec of_overrides; /* … and its components with such a method */
    size_t limit;
    const bool *cuts; /* by module edge: is in the feedback arc set */
    uint32_t members; /* maximum number of members shown of each */
} Circles;

/* The module graph, with links grouped by source, as the edges are not sorted so. */
static CallGraph module_graph(Arena *arena, const Modules *modules, const ModuleEdgeVec *edges)
{
    uint32_t count = (uint32_t)modules->list.len;
    CallGraph graph = {.count = count,
                       .starts = NEW(arena, uint32_t, count + 2),
                       .links = NEW(arena, CallLink, edges->len + 1)};
    uint32_t *next = NEW(arena, uint32_t, count + 1);
    for (size_t i = 0; i < edges->len; i++)
        graph.starts[edges->ptr[i].from + 1]++;
    for (uint32_t i = 0; i < count; i++)
        graph.starts[i + 1] += graph.starts[i];
    memcpy(next, graph.starts, count * sizeof *next);
    for (size_t i = 0; i < edges->len; i++)
        graph.links[next[edges->ptr[i].from]++] = (CallLink){.target = edges->ptr[i].to};
    return graph;
}

static const bool *find_cuts(Arena *arena, const Circles *circles)
{
    WeightedArc *arcs = NEW(arena, WeightedArc, circles->edges.len + 1);
    for (size_t i = 0; i < circles->edges.len; i++) {
        const ModuleEdge *edge = &circles->edges.ptr[i];
        arcs[i] = (WeightedArc){edge->from, edge->to, edge->calls + edge->imports};
    }
    return feedback_arcs(arena, (uint32_t)circles->modules.list.len, arcs,
                         (uint32_t)circles->edges.len);
}

/* Finds components that contain an override. Members are ascending, so the last of a component
   decides. */
static void find_overrides(Catalog *catalog, Arena *arena, Circles *circles)
{
    OverrideSetVec sets = override_sets(catalog, arena);
    CallGraphOptions options = {.calls_only = true, .overrides = &sets};
    circles->overrides = call_graph_of(catalog, arena, &options);
    CallGroupVec all = call_graph_groups(&circles->overrides, arena);
    for (size_t i = 0; i < all.len; i++)
        if (call_graph_is_override(&circles->overrides, all.ptr[i].members[all.ptr[i].count - 1]))
            *VEC_PUSH(arena, &circles->of_overrides) = all.ptr[i];
}

static void find(ToolCall *call, Catalog *catalog, Circles *circles)
{
    Str of = tool_text(call, "of");
    Arena *arena = call->arena;
    *circles = (Circles){.limit = tool_number(call, "limit"), .members = MEMBERS_SHOWN};
    if (!str_equal(of, STR("functions"))) {
        circles->modules = modules_of(arena, catalog);
        circles->edges = modules_edges(arena, catalog, &circles->modules, false, NULL);
        CallGraph graph = module_graph(arena, &circles->modules, &circles->edges);
        circles->of_modules = call_graph_groups(&graph, arena);
        circles->cuts = find_cuts(arena, circles);
    }
    if (!str_equal(of, STR("modules"))) {
        CallGraph graph = call_graph_of(catalog, arena, &(CallGraphOptions){.calls_only = true});
        circles->of_functions = call_graph_groups(&graph, arena);
        find_overrides(catalog, arena, circles);
    }
}

static bool holds(const CallGroup *group, uint32_t member)
{
    for (uint32_t i = 0; i < group->count; i++)
        if (group->members[i] == member)
            return true;
    return false;
}

/* ---- the answer ---- */

#define GROUP_WORDING \
    "  {all}:\n{*members}    {>}\n{/}{*sets}    {>}  -> those that override or implement it\n{/}" \
    "{?left}    [{left} more]\n{/}"

static const char wording[] =
    "{?asks_modules}circles of modules (without tests): {modules_total}\n"
    "{*modules}  {count}: {*members|, }{.}{/}{?left}, …{/}\n"
    "{?cuts}    cut most easily: {*cuts 3|, }{from} -> {to} {weight}{/}"
    "{?more_cuts}, … {more_cuts} more{/}{/}\n{/}{/}"
    "{?asks_functions}functions that call each other in a circle: {functions_total} "
    "group{functions_total:s}\n{*functions}" GROUP_WORDING
    "{/}{?overrides_total}circles that close where a call of a base's or an interface's method "
    "runs one that overrides or implements it: {overrides_total} group{overrides_total:s}\n"
    "{*overrides}" GROUP_WORDING "{/}{/}{/}"
    "{?larger}[the largest of each; {!--limit N} shows more]\n{/}";

/* The next edge of the feedback arc set within the group, lightest first. */
static const ModuleEdge *next_cut(const Circles *circles, const CallGroup *group, size_t *next)
{
    while (*next > 0) {
        const ModuleEdge *edge = &circles->edges.ptr[--*next];
        if (circles->cuts[*next] && holds(group, edge->from) && holds(group, edge->to))
            return edge;
    }
    return NULL;
}

/* A list of the answer and of its words. */
typedef struct GroupList {
    Json *values, *words;
} GroupList;

/* Returns the value of a further group; *words: its words. */
static Json *add_group(Arena *arena, const GroupList *list, uint64_t count, Json **words)
{
    Json *value = json_object(arena);
    *words = json_object(arena);
    json_set(value, STR("count"), json_u64(arena, count));
    json_add(list->values, value);
    json_add(list->words, *words);
    return value;
}

static void set_left(Arena *arena, Json *words, const Circles *circles, const CallGroup *group)
{
    json_set(words, STR("left"),
             json_u64(arena, group->count - MIN(group->count, circles->members)));
}

static void add_cuts(Arena *arena, const Circles *circles, const CallGroup *group, Json *value,
                     Json *words)
{
    Json *list = json_array(arena);
    size_t next = circles->edges.len, count = 0;
    for (const ModuleEdge *edge; (edge = next_cut(circles, group, &next));) {
        if (++count > circles->members)
            continue;
        Json *row = json_object(arena);
        json_set(row, STR("from"), json_str(arena, circles->modules.list.ptr[edge->from].name));
        json_set(row, STR("to"), json_str(arena, circles->modules.list.ptr[edge->to].name));
        json_set(row, STR("weight"), json_u64(arena, edge->calls + edge->imports));
        json_add(list, row);
    }
    json_set(value, STR("cuts"), list);
    json_set(words, STR("more_cuts"), json_u64(arena, count - MIN(count, (size_t)CUTS_SHOWN)));
}

static GroupList open_list(Response *response, const char *total, const char *name, size_t count)
{
    Arena *arena = response->request->arena;
    GroupList list = {json_array(arena), json_array(arena)};
    json_set(response->value, str_from(total), json_u64(arena, count));
    json_set(response->value, str_from(name), list.values);
    json_set(response->words, str_from(name), list.words);
    return list;
}

static void add_modules(Response *response, const Circles *circles)
{
    Arena *arena = response->request->arena;
    GroupList list = open_list(response, "modules_total", "modules", circles->of_modules.len);
    for (size_t g = 0; g < MIN(circles->of_modules.len, circles->limit); g++) {
        const CallGroup *group = &circles->of_modules.ptr[g];
        Json *names = json_array(arena), *words;
        Json *value = add_group(arena, &list, group->count, &words);
        for (uint32_t i = 0; i < MIN(group->count, circles->members); i++)
            json_add(names, json_str(arena, circles->modules.list.ptr[group->members[i]].name));
        json_set(value, STR("members"), names);
        set_left(arena, words, circles, group);
        add_cuts(arena, circles, group, value, words);
    }
}

/* Members that are sets of overriding methods come last; only the text has them, since the methods
   are members, too. */
static void add_groups(Response *response, const GroupList *list, const Circles *circles,
                       const CallGroupVec *groups)
{
    Arena *arena = response->request->arena;
    const Catalog *catalog = response->session->catalog;
    for (size_t g = 0; g < MIN(groups->len, circles->limit); g++) {
        const CallGroup *group = &groups->ptr[g];
        Json *members = json_array(arena), *sets = json_array(arena), *words;
        uint32_t symbols = group->count;
        while (symbols && group->members[symbols - 1] >= catalog->symbol_count)
            symbols--;
        for (uint32_t i = 0; i < MIN(group->count, circles->members); i++) {
            uint32_t member = group->members[i];
            uint32_t symbol = i < symbols ? member : call_graph_symbol(&circles->overrides, member);
            json_add(i < symbols ? members : sets, query_value(arena, catalog, symbol));
        }
        json_set(add_group(arena, list, symbols, &words), STR("members"), members);
        json_set(words, STR("all"), json_u64(arena, group->count));
        json_set(words, STR("sets"), sets);
        set_left(arena, words, circles, group);
    }
}

static Response response_of(ToolCall *call, const IndexSession *session, const Circles *circles)
{
    Arena *arena = call->arena;
    Str of = tool_text(call, "of");
    Response response = response_open(&call->request, session, STR("cycles"), wording);
    size_t most = MAX(circles->of_modules.len, circles->of_functions.len);
    add_modules(&response, circles);
    GroupList functions =
        open_list(&response, "functions_total", "functions", circles->of_functions.len);
    add_groups(&response, &functions, circles, &circles->of_functions);
    GroupList overrides =
        open_list(&response, "overrides_total", "overrides", circles->of_overrides.len);
    add_groups(&response, &overrides, circles, &circles->of_overrides);
    json_set(response.words, STR("asks_modules"),
             json_bool(arena, !str_equal(of, STR("functions"))));
    json_set(response.words, STR("asks_functions"),
             json_bool(arena, !str_equal(of, STR("modules"))));
    json_set(response.words, STR("larger"),
             json_bool(arena, MAX(most, circles->of_overrides.len) > tool_number(call, "limit")));
    return response;
}

/* Sends what fits: first fewer members of each component, then fewer components. */
static bool send_what_fits(ToolCall *call, IndexSession *session, Circles *circles, Err *err)
{
    Response response = response_of(call, session, circles);
    for (bool noted = false; response_len(&response) > ANSWER_BYTES && circles->limit > 1;
         noted = true) {
        if (!noted)
            session_note(&call->request, session,
                         tool_hint(call, STR("shortened to 4,000 tokens, the counts are whole: "
                                             "--of modules or --of functions shows more")));
        if (circles->members > MEMBERS_SHOWN_MIN)
            circles->members /= 2;
        else
            circles->limit = circles->limit * 3 / 4;
        response = response_of(call, session, circles);
    }
    return response_send(&response, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    const SessionNeeds needs = {.parts = CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LINKS,
                                .calls = true};
    Circles circles;
    if (!session_begin(&call->request, &session, needs, err))
        return false;
    find(call, session.catalog, &circles);
    if (!circles.of_modules.len && !circles.of_functions.len && !circles.of_overrides.len)
        unseen_note(&call->request, &session, (Str){0}, UNSEEN_ALL, (Str){0});
    return send_what_fits(call, &session, &circles, err);
}

const Tool cycles_tool = {
    .name = "cycles",
    .mcp_name = "find_cycles",
    .summary = "Finds dependency cycles: modules, functions that call each other",
    .about = "Only exact and likely edges count. For modules, also shows where a "
             "cycle is most easily cut. For functions, cycles that close only through "
             "an implementation or override of a called method are listed separately. "
             "At most about 4,000 tokens: of large cycles only some members are shown.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"1,200", "2,500 a page"},
    .next = "find_path, get_module",
    .run = run,
};
