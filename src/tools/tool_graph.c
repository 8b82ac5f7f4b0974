/* One graph tool for every rung: a symbol's neighbourhood, a file's, a module's, or, with nothing
   named, the modules of the whole repository. */
#include "tools/graph_answer.h"

#include "base/shell.h"

#define MODULE_NODES_MAX 60 /* more is no picture; --limit shows others */

static const char *const directions[] = {"both", "in", "out", NULL};
static const char *const formats[] = {
#define X(name, text) text,
    GRAPH_FORMATS(X)
#undef X
        NULL};

static const char *const layouts[] = {"built-in", "dot", NULL};

static const ToolParam params[] = {
    {.name = "of",
     .type = TOOL_TEXT,
     .positional = true,
     .cli_only = true,
     .value = "WHAT",
     .help = "a symbol, a file, or a module; nothing: the modules of the repository"},
    {.name = "symbol",
     .type = TOOL_TEXT,
     .value = "SYMBOL",
     .help = "around it: " QUERY_SYMBOL_HELP},
    {.name = "module", .type = TOOL_TEXT, .value = "MODULE", .help = "around this module"},
    {.name = "path",
     .type = TOOL_TEXT,
     .value = "PATH",
     .help = "around the symbols of a file, or the module of a directory"},
    {.name = "direction",
     .type = TOOL_CHOICE,
     .fallback = "both",
     .choices = directions,
     .help = "who points to it, what it points to, or both"},
    GRAPH_PARAM_DEPTH("1"),
    GRAPH_PARAM_LIMIT("how many symbols; of modules 60 unless given"),
    {.name = "format",
     .type = TOOL_CHOICE,
     .fallback = "text",
     .choices = formats,
     .help = "form of the answer"},
    {.name = "summary_only",
     .type = TOOL_FLAG,
     .help = "counts by module, kind and confidence instead of the graph"},
    {.name = "layout",
     .type = TOOL_CHOICE,
     .fallback = "built-in",
     .choices = layouts,
     .cli_only = true,
     .help = "of a picture: our own, or Graphviz's dot, which must be installed"},
    QUERY_PARAM_EXCLUDE,
    QUERY_PARAM_NO_TESTS,
    GRAPH_PARAM_EXTERNAL,
    GRAPH_PARAM_TYPES,
};

static const char *const examples[] = {"graph --format svg > modules.svg",
                                       "graph dictAdd --direction in --depth 2",
                                       "graph src/dict.c --format mermaid", NULL};

/* ---- modules ---- */

static GraphNode module_node(Arena *arena, const Module *module, bool focus)
{
    Buf detail = buf_open(arena, 0);
    buf_put_thousands(&detail, module->files);
    buf_put(&detail, STR(" files, "));
    buf_put_thousands(&detail, module->lines);
    buf_put(&detail, STR(" lines"));
    return (GraphNode){.id = module->name,
                       .label = module->name,
                       .handle = module->directory,
                       .group = str_slice(module->name, 0, str_find_byte(module->name, '.')),
                       .detail = buf_str(&detail),
                       .kind = STR("module"),
                       .weight = module->lines,
                       .focus = focus};
}

#define LEFT_OUT UINT32_MAX

typedef struct ModuleGraph {
    GraphNode *nodes;
    GraphEdge *edges;
    size_t node_count, edge_count;
    uint64_t left_out;
    uint32_t *node_of; /* index + 1 by module; LEFT_OUT */
} ModuleGraph;

static bool add_module(ToolCall *call, const Modules *modules, uint32_t module, size_t focus,
                       ModuleGraph *graph)
{
    size_t limit = tool_value(call, "limit")->given ? tool_number(call, "limit") : MODULE_NODES_MAX;
    if (graph->node_of[module])
        return graph->node_of[module] != LEFT_OUT;
    if (graph->node_count >= limit) {
        graph->left_out++;
        graph->node_of[module] = LEFT_OUT;
        return false;
    }
    graph->nodes[graph->node_count++] =
        module_node(call->arena, &modules->list.ptr[module], module == focus);
    graph->node_of[module] = (uint32_t)graph->node_count;
    return true;
}

static bool touches(const ModuleEdge *edge, size_t focus)
{
    return focus == SIZE_MAX || edge->from == focus || edge->to == focus;
}

/* Modules beyond those of the graph. */
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

/* The same question with the highest limit; empty when that was asked. */
static Str show_more_modules(const ToolCall *call, Str focus)
{
    if (tool_number(call, "limit") >= GRAPH_LIMIT_MAX)
        return (Str){0};
    return tool_hint(call, str_format(call->arena, "fovea graph%s%.*s --limit %u",
                                      focus.len ? " --module " : "",
                                      STR_ARG(focus.len ? shell_quote(call->arena, focus) : focus),
                                      GRAPH_LIMIT_MAX));
}

static bool module_graph(ToolCall *call, IndexSession *session, size_t focus,
                         const Modules *modules, Err *err)
{
    ModuleEdgeVec all = modules_references(call->arena, session->catalog, modules);
    ModuleGraph graph = {.nodes = NEW(call->arena, GraphNode, modules->list.len + 1),
                         .edges = NEW(call->arena, GraphEdge, all.len + 1),
                         .node_of = NEW(call->arena, uint32_t, modules->list.len + 1)};
    if (focus != SIZE_MAX)
        add_module(call, modules, (uint32_t)focus, focus, &graph);
    for (size_t i = 0; i < all.len; i++) {
        const ModuleEdge *edge = &all.ptr[i];
        if (!touches(edge, focus))
            continue;
        bool has_from = add_module(call, modules, edge->from, focus, &graph);
        if (!add_module(call, modules, edge->to, focus, &graph) || !has_from)
            continue;
        graph.edges[graph.edge_count++] = (GraphEdge){.from = graph.node_of[edge->from] - 1,
                                                      .to = graph.node_of[edge->to] - 1,
                                                      .weight = edge->imports + edge->calls};
    }
    count_more(&all, &graph);
    Str around = focus == SIZE_MAX ? (Str){0} : modules->list.ptr[focus].name;
    GraphModel model = {.subject = GRAPH_OF_MODULES,
                        .title = str_format(call->arena, "Modules%s%.*s",
                                            around.len ? " around " : "", STR_ARG(around)),
                        .note = query_note(session),
                        .nodes = graph.nodes,
                        .node_count = graph.node_count,
                        .edges = graph.edges,
                        .edge_count = graph.edge_count,
                        .nodes_left_out = graph.left_out,
                        .show_in = tool_hint(call, STR("fovea graph")),
                        .show_out = tool_hint(call, STR("fovea graph")),
                        .show_all = show_more_modules(call, around)};
    GraphOptions options = {.format = (GraphFormat)tool_number(call, "format")};
    if (tool_flag(call, "summary_only"))
        return graph_answer_summary(call, &model, options.format, err);
    return graph_answer_model(call, &model, &options, err);
}

/* ---- symbols ---- */

static bool symbol_graph(ToolCall *call, IndexSession *session, uint32_t symbol, Err *err)
{
    const Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    size_t count = place.index ? 1 : catalog->files.ptr[place.file].count;
    uint32_t *focus = NEW(call->arena, uint32_t, count);
    for (size_t i = 0; i < count; i++)
        focus[i] = symbol + (uint32_t)i;
    Str name = catalog_qualified_name(catalog, call->arena, symbol);
    Str where = query_place(catalog, call->arena, symbol);
    LeaveOut leave_out = query_leave_out(call, catalog);
    GraphQuestion question = {
        .focus = focus,
        .focus_count = count,
        .options = {.direction = (NeighbourDirection)tool_number(call, "direction"),
                    .depth = (uint32_t)tool_number(call, "depth"),
                    .limit = count + tool_number(call, "limit"),
                    .external = tool_flag(call, "external"),
                    .types = tool_flag(call, "types"),
                    .leave_out = &leave_out},
        .title = str_format(call->arena, "Around %.*s%s%.*s", STR_ARG(place.index ? name : where),
                            place.index ? ", " : "", STR_ARG(place.index ? where : (Str){0})),
        .format = (GraphFormat)tool_number(call, "format"),
        .summary_only = tool_flag(call, "summary_only"),
    };
    return graph_answer(call, session, &question, err);
}

typedef struct Focus {
    size_t module;   /* SIZE_MAX: not a module */
    uint32_t symbol; /* SYMBOL_NOWHERE: not a symbol */
} Focus;

/* A name alone is a module's first. */
static bool find_focus(ToolCall *call, IndexSession *session, Modules *modules, Focus *focus,
                       Err *err)
{
    Str of = tool_text(call, "of"), symbol = tool_text(call, "symbol");
    Str module = tool_text(call, "module"), path = tool_text(call, "path");
    *focus = (Focus){SIZE_MAX, SYMBOL_NOWHERE};
    if ((of.len > 0) + (symbol.len > 0) + (module.len > 0) + (path.len > 0) > 1)
        return err_set(err, ERR_USAGE, "give one of symbol, module, path");
    if (module.len)
        return query_module(call, session->catalog, modules, module, &focus->module, err);
    if (path.len || of.len)
        focus->module = modules_find(modules, path.len ? path : of);
    if (focus->module != SIZE_MAX || !(symbol.len || path.len || of.len))
        return true;
    symbol = symbol.len ? symbol : path.len ? path : of;
    return query_symbol(call, session, symbol, &focus->symbol, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    unsigned parts = QUERY_PARTS | CATALOG_LINKS | SESSION_CALLS;
    Focus focus;
    if (!session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, parts, err))
        return false;
    Modules modules = modules_of(call->arena, session.catalog);
    if (!find_focus(call, &session, &modules, &focus, err))
        return false;
    return focus.symbol == SYMBOL_NOWHERE
               ? module_graph(call, &session, focus.module, &modules, err)
               : symbol_graph(call, &session, focus.symbol, err);
}

const Tool graph_tool = {
    .name = "graph",
    .mcp_name = "get_call_graph",
    .summary = "Draws what depends on what: around a symbol, a file, a module, or of all modules",
    .about = "Every edge says how sure it is. As a text tree, TOON or JSON for agents; DOT, "
             "Mermaid, SVG and a searchable HTML page for people.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .run = run,
};
