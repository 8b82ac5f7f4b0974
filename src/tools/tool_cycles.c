/* `cycles`: strongly connected components of modules, and of functions that call each other, with a
   feedback arc set of module edges. */
#include "base/feedback.h"
#include "index/graph/modules.h"
#include "query/query.h"
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

/* ---- text ---- */

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

static void put_cuts(Buf *out, const Circles *circles, const CallGroup *group)
{
    size_t next = circles->edges.len, shown = 0;
    for (const ModuleEdge *edge; (edge = next_cut(circles, group, &next));) {
        if (++shown > CUTS_SHOWN)
            continue;
        buf_put(out, shown > 1 ? STR(", ") : STR("    cut most easily: "));
        view_put_line_text(out, circles->modules.list.ptr[edge->from].name);
        buf_put(out, STR(" -> "));
        view_put_line_text(out, circles->modules.list.ptr[edge->to].name);
        buf_printf(out, " %u", edge->calls + edge->imports);
    }
    if (shown > CUTS_SHOWN)
        buf_printf(out, ", … %zu more", shown - CUTS_SHOWN);
    buf_put(out, STR("\n"));
}

static void put_modules(Buf *out, const Circles *circles)
{
    buf_printf(out, "circles of modules (without tests): %zu\n", circles->of_modules.len);
    for (size_t g = 0; g < MIN(circles->of_modules.len, circles->limit); g++) {
        const CallGroup *group = &circles->of_modules.ptr[g];
        buf_printf(out, "  %u: ", group->count);
        for (uint32_t i = 0; i < MIN(group->count, circles->members); i++) {
            buf_put(out, i ? STR(", ") : STR(""));
            view_put_line_text(out, circles->modules.list.ptr[group->members[i]].name);
        }
        buf_put(out, group->count > circles->members ? STR(", …\n") : STR("\n"));
        put_cuts(out, circles, group);
    }
}

static void put_groups(Buf *out, Arena scratch, const Catalog *catalog, const Circles *circles,
                       const CallGroupVec *groups)
{
    for (size_t g = 0; g < MIN(groups->len, circles->limit); g++) {
        const CallGroup *group = &groups->ptr[g];
        buf_printf(out, "  %u:\n", group->count);
        for (uint32_t i = 0; i < MIN(group->count, circles->members); i++) {
            bool named = group->members[i] < catalog->symbol_count;
            buf_put(out, STR("    "));
            query_put_line(out, scratch, catalog,
                           named ? group->members[i]
                                 : call_graph_symbol(&circles->overrides, group->members[i]));
            buf_put(out, named ? STR("\n") : STR("  -> those that override or implement it\n"));
        }
        if (group->count > circles->members)
            buf_printf(out, "    [%u more]\n", group->count - circles->members);
    }
}

static void put_functions(Buf *out, Arena scratch, const Catalog *catalog, const Circles *circles)
{
    buf_printf(out, "functions that call each other in a circle: %zu group%s\n",
               circles->of_functions.len, circles->of_functions.len == 1 ? "" : "s");
    put_groups(out, scratch, catalog, circles, &circles->of_functions);
    if (!circles->of_overrides.len)
        return;
    buf_printf(out,
               "circles that close where a call of a base's or an interface's method runs one that "
               "overrides or implements it: %zu group%s\n",
               circles->of_overrides.len, circles->of_overrides.len == 1 ? "" : "s");
    put_groups(out, scratch, catalog, circles, &circles->of_overrides);
}

static void put_text(Buf *out, ToolCall *call, const Catalog *catalog, const Circles *circles)
{
    Str of = tool_text(call, "of");
    size_t most = MAX(circles->of_modules.len, circles->of_functions.len);
    most = MAX(most, circles->of_overrides.len);
    if (!str_equal(of, STR("functions")))
        put_modules(out, circles);
    if (!str_equal(of, STR("modules")))
        put_functions(out, *call->scratch, catalog, circles);
    if (most > tool_number(call, "limit"))
        buf_printf(out, "[the largest of each; %.*s shows more]\n",
                   STR_ARG(tool_hint(call, STR("--limit N"))));
}

/* ---- values ---- */

static Json *group_value(Arena *arena, uint32_t count, Json *members)
{
    Json *value = json_object(arena);
    json_set(value, STR("count"), json_u64(arena, count));
    json_set(value, STR("members"), members);
    return value;
}

static Json *groups_value(Arena *arena, const Catalog *catalog, const Circles *circles,
                          const CallGroupVec *groups)
{
    Json *list = json_array(arena);
    for (size_t g = 0; g < MIN(groups->len, circles->limit); g++) {
        const CallGroup *group = &groups->ptr[g];
        Json *members = json_array(arena);
        uint32_t count = 0;
        for (uint32_t i = 0; i < group->count; i++)
            if (group->members[i] < catalog->symbol_count && /* a set's members are listed, too */
                count++ < circles->members)
                json_add(members, query_value(arena, catalog, group->members[i]));
        json_add(list, group_value(arena, count, members));
    }
    return list;
}

static Json *cuts_value(Arena *arena, const Circles *circles, const CallGroup *group)
{
    Json *list = json_array(arena);
    size_t next = circles->edges.len, shown = 0;
    for (const ModuleEdge *edge; (edge = next_cut(circles, group, &next));) {
        if (++shown > circles->members)
            break;
        Json *row = json_object(arena);
        json_set(row, STR("from"), json_str(arena, circles->modules.list.ptr[edge->from].name));
        json_set(row, STR("to"), json_str(arena, circles->modules.list.ptr[edge->to].name));
        json_set(row, STR("weight"), json_u64(arena, edge->calls + edge->imports));
        json_add(list, row);
    }
    return list;
}

static Json *modules_value(Arena *arena, const Circles *circles)
{
    Json *list = json_array(arena);
    for (size_t g = 0; g < MIN(circles->of_modules.len, circles->limit); g++) {
        const CallGroup *group = &circles->of_modules.ptr[g];
        Json *names = json_array(arena);
        for (uint32_t i = 0; i < MIN(group->count, circles->members); i++)
            json_add(names, json_str(arena, circles->modules.list.ptr[group->members[i]].name));
        Json *value = group_value(arena, group->count, names);
        json_set(value, STR("cuts"), cuts_value(arena, circles, group));
        json_add(list, value);
    }
    return list;
}

static Json *answer_value(Arena *arena, const IndexSession *session, const Circles *circles)
{
    Json *value = query_frame(arena, session, STR("cycles"));
    json_set(value, STR("modules_total"), json_u64(arena, circles->of_modules.len));
    json_set(value, STR("modules"), modules_value(arena, circles));
    json_set(value, STR("functions_total"), json_u64(arena, circles->of_functions.len));
    json_set(value, STR("functions"),
             groups_value(arena, session->catalog, circles, &circles->of_functions));
    json_set(value, STR("overrides_total"), json_u64(arena, circles->of_overrides.len));
    json_set(value, STR("overrides"),
             groups_value(arena, session->catalog, circles, &circles->of_overrides));
    return value;
}

static void put_answer(Buf *out, ToolCall *call, const IndexSession *session,
                       const Circles *circles)
{
    if (call->format == VIEW_TEXT)
        put_text(out, call, session->catalog, circles);
    else
        view_put_value(out, *call->scratch, call->format,
                       answer_value(call->arena, session, circles));
}

/* Writes what fits: first fewer members of each component, then fewer components. */
static void put_what_fits(Buf *out, ToolCall *call, IndexSession *session, Circles *circles)
{
    for (bool noted = false;; noted = true) {
        out->len = 0;
        put_answer(out, call, session, circles);
        if (out->len <= ANSWER_BYTES || circles->limit <= 1)
            return;
        if (!noted)
            session_note(&call->request, session,
                         tool_hint(call, STR("shortened to 4,000 tokens, the counts are whole: "
                                             "--of modules or --of functions shows more")));
        if (circles->members > MEMBERS_SHOWN_MIN)
            circles->members /= 2;
        else
            circles->limit = circles->limit * 3 / 4;
    }
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
    Buf out = buf_open(call->arena, 0);
    put_what_fits(&out, call, &session, &circles);
    return call->format == VIEW_TEXT ? query_put_text(&call->request, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
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
