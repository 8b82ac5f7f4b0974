/* Module graph: edges are sums of imports and references. With a focus its own edges are shown and
   the rest is counted; without one, all modules are drawn as a picture or listed by weight. */
#include "relations/graph_modules.h"

#include "base/shell.h"
#include "index/graph/module_uses.h"
#include "query/unseen.h"
#include "relations/module_picture.h"
#include "session/notices.h"

#define LEFT_OUT UINT32_MAX

typedef struct ModuleGraph {
    GraphNode *nodes;
    GraphEdge *edges;
    size_t node_count, edge_count;
    uint64_t left_out;
    uint32_t *node_of; /* by module: index + 1, or LEFT_OUT */
} ModuleGraph;

static bool add_module(Arena *arena, const Modules *modules, uint32_t module,
                       const GraphModulesQuestion *question, ModuleGraph *graph)
{
    uint64_t limit = question->limit_given ? question->limit : PICTURE_MODULES_MAX;
    if (graph->node_of[module])
        return graph->node_of[module] != LEFT_OUT;
    if (graph->node_count >= limit) {
        graph->left_out++;
        graph->node_of[module] = LEFT_OUT;
        return false;
    }
    GraphNode *node = &graph->nodes[graph->node_count++];
    *node = module_box(arena, &modules->list.ptr[module]);
    node->focus = module == question->focus;
    graph->node_of[module] = (uint32_t)graph->node_count;
    return true;
}

static bool touches(const ModuleEdge *edge, size_t focus)
{
    return focus == SIZE_MAX || edge->from == focus || edge->to == focus;
}

/* Counts neighbour modules that are not in the graph. */
static void count_more(const ModuleEdgeVec *all, ModuleGraph *graph)
{
    for (size_t i = 0; i < all->len; i++) {
        uint32_t from = graph->node_of[all->ptr[i].from], to = graph->node_of[all->ptr[i].to];
        bool has_from = from && from != LEFT_OUT, has_to = to && to != LEFT_OUT;
        if (has_from && !has_to)
            graph->nodes[from - 1].more_out++;
        if (has_to && !has_from)
            graph->nodes[to - 1].more_in++;
    }
}

/* The same question with the highest limit; empty if it had that. */
static Str show_more_modules(SessionRequest *request, const GraphModulesQuestion *question,
                             Str focus)
{
    if (question->limit >= GRAPH_LIMIT_MAX)
        return (Str){0};
    return session_hint(request,
                        str_format(request->arena, "fovea graph%s%.*s%.*s --limit %u",
                                   focus.len ? " --module " : "",
                                   STR_ARG(focus.len ? shell_quote(request->arena, focus) : focus),
                                   STR_ARG(query_left_out(request->arena, question->filter)),
                                   GRAPH_LIMIT_MAX));
}

/* Edges between modules that the question does not exclude. */
static ModuleEdgeVec edges_asked(Arena *arena, const Catalog *catalog, const Modules *modules,
                                 const GraphModulesQuestion *question)
{
    ModuleEdgeVec kept = {0};
    size_t focus = question->focus;
    bool tests = !question->filter.no_tests;
    const bool *left_out = module_left_out(arena, catalog, modules, question->filter);
    ModuleEdgeVec all = tests ? modules_references(arena, catalog, modules)
                              : modules_edges(arena, catalog, modules, false, NULL);
    for (size_t i = 0; i < all.len; i++) {
        const ModuleEdge *edge = &all.ptr[i];
        if ((edge->from == focus || !left_out[edge->from]) &&
            (edge->to == focus || !left_out[edge->to]))
            *VEC_PUSH(arena, &kept) = *edge;
    }
    return kept;
}

/* Where no edge is shown: imports that lead to no file of the tree may be dependencies. */
static void note_no_edges(SessionRequest *request, IndexSession *session, const Modules *modules,
                          size_t focus)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    size_t lost = 0;
    for (uint32_t f = 0; f < session->catalog->files.len; f++) {
        ImportLinkVec imports = {0};
        if (!session->catalog->files.ptr[f].path.len ||
            (focus != SIZE_MAX && modules->of_file[f] != focus))
            continue;
        arena_reset(&scratch);
        catalog_imports(session->catalog, &scratch, f, &imports);
        for (size_t i = 0; i < imports.len; i++)
            lost += imports.ptr[i].target == FILE_NOWHERE;
    }
    Str rest = lost ? str_format(request->arena, "; %zu import%s external or not resolved", lost,
                                 lost == 1 ? " is" : "s are")
                    : (Str){0};
    session_note(
        request, session,
        str_format(request->arena, "no dependency between modules is known%.*s", STR_ARG(rest)));
}

static void list_modules(SessionRequest *request, IndexSession *session,
                         const GraphModulesQuestion *question, const Modules *modules,
                         GraphModel *model)
{
    size_t focus = question->focus;
    ModuleEdgeVec all = edges_asked(request->arena, session->catalog, modules, question);
    ModuleGraph graph = {.nodes = NEW(request->arena, GraphNode, modules->list.len + 1),
                         .edges = NEW(request->arena, GraphEdge, all.len + 1),
                         .node_of = NEW(request->arena, uint32_t, modules->list.len + 1)};
    if (focus != SIZE_MAX)
        add_module(request->arena, modules, (uint32_t)focus, question, &graph);
    for (size_t i = 0; i < all.len; i++) {
        const ModuleEdge *edge = &all.ptr[i];
        if (!touches(edge, focus))
            continue;
        bool has_from = add_module(request->arena, modules, edge->from, question, &graph);
        if (!add_module(request->arena, modules, edge->to, question, &graph) || !has_from)
            continue;
        graph.edges[graph.edge_count++] = (GraphEdge){.from = graph.node_of[edge->from] - 1,
                                                      .to = graph.node_of[edge->to] - 1,
                                                      .weight = edge->imports + edge->calls};
    }
    if (!graph.edge_count && !graph.left_out) {
        const bool *left_out =
            module_left_out(request->arena, session->catalog, modules, question->filter);
        for (uint32_t i = 0; focus == SIZE_MAX && i < modules->list.len; i++)
            if (!left_out[i])
                add_module(request->arena, modules, i, question, &graph);
        note_no_edges(request, session, modules, focus);
    }
    count_more(&all, &graph);
    Str around = focus == SIZE_MAX ? (Str){0} : modules->list.ptr[focus].name;
    *model = (GraphModel){.subject = GRAPH_OF_MODULES,
                          .title = str_format(request->arena, "Modules%s%.*s",
                                              around.len ? " around " : "", STR_ARG(around)),
                          .nodes = graph.nodes,
                          .node_count = graph.node_count,
                          .edges = graph.edges,
                          .edge_count = graph.edge_count,
                          .nodes_left_out = graph.left_out,
                          .show_in = session_hint(request, STR("fovea graph")),
                          .show_out = session_hint(request, STR("fovea graph")),
                          .show_all = show_more_modules(request, question, around)};
}

static bool is_picture(const GraphModulesQuestion *question)
{
    GraphFormat format = question->format;
    bool drawn = format == GRAPH_SVG || format == GRAPH_HTML || format == GRAPH_DOT ||
                 format == GRAPH_MERMAID;
    return drawn && !question->limit_given && !question->summary_only;
}

static bool draw_modules(SessionRequest *request, IndexSession *session, const Modules *modules,
                         const GraphModulesQuestion *question, GraphModel *model, Err *err)
{
    Str inside = question->inside;
    while (inside.len && (str_ends(inside, STR("/")) || str_ends(inside, STR("/**"))))
        inside = str_slice(inside, 0, inside.len - (str_ends(inside, STR("/")) ? 1 : 3));
    if (str_equal(inside, STR(".")))
        inside = (Str){0};
    if (str_starts(inside, STR("./")))
        inside = str_from_offset(inside, 2);
    ModulePicture picture = {.inside = inside,
                             .views = question->format == GRAPH_HTML,
                             .all = question->all,
                             .filter = question->filter};
    if (module_picture(request, session->catalog, modules, &picture, model))
        return true;
    err_set(err, ERR_NOT_FOUND, "no module with dependencies is in '%.*s'",
            STR_ARG(str_slice(inside, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "--all includes tests and third-party code");
}

bool graph_answer_modules(SessionRequest *request, IndexSession *session, const Modules *modules,
                          const GraphModulesQuestion *question, Err *err)
{
    GraphModel model;
    GraphOptions options = {.format = question->format};
    bool drawn = question->focus == SIZE_MAX && (is_picture(question) || question->inside.len);
    if (!drawn)
        list_modules(request, session, question, modules, &model);
    else if (!draw_modules(request, session, modules, question, &model, err))
        return false;
    unseen_note_tree(request, session, 0);
    model.limits = session->limits;
    Str note = query_note(session), own = model.note;
    model.note = !own.len ? note
                 : !note.len
                     ? own
                     : str_format(request->arena, "%.*s; %.*s", STR_ARG(note), STR_ARG(own));
    if (question->summary_only)
        return graph_answer_summary(request, &model, options.format, err);
    return graph_answer_model(request, &model, &options, question->by_dot, err);
}
