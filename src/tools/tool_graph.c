/* `graph`: the neighbourhood of a symbol, a file or a module, or, without an argument, all modules
   of the repository. */
#include "relations/graph_modules.h"
#include "relations/importers_answer.h"
#include "session/require.h"
#include "tools/params.h"

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
     .help = "a symbol, a file, or a module; default: the modules of the repository"},
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
     .help = "edges to it (in), from it (out), or both"},
    PARAM_DEPTH("1"),
    PARAM_NODES("how many symbols; for modules 60 by default"),
    {.name = "format",
     .type = TOOL_CHOICE,
     .fallback = "text",
     .choices = formats,
     .help = "format of the answer"},
    {.name = "summary_only",
     .type = TOOL_FLAG,
     .help = "counts by module, kind and confidence instead of the graph"},
    {.name = "layout",
     .type = TOOL_CHOICE,
     .fallback = "built-in",
     .choices = layouts,
     .cli_only = true,
     .help = "of a picture: built-in, or Graphviz's dot, which must be installed"},
    {.name = "inside",
     .type = TOOL_TEXT,
     .cli_only = true,
     .value = "DIR",
     .help = "of a picture of modules: those in and below a directory"},
    {.name = "all",
     .type = TOOL_FLAG,
     .cli_only = true,
     .help = "of a picture of modules: also tests and third-party code"},
    PARAM_EXCLUDE,
    PARAM_NO_TESTS,
    PARAM_EXTERNAL,
    PARAM_TYPES,
};

static const char *const examples[] = {"graph --format svg > modules.svg",
                                       "graph dictAdd --direction in --depth 2",
                                       "graph src/dict.c --format mermaid", NULL};

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
    Exclusion exclude = query_leave_out(call->arena, catalog, params_filter(call));
    GraphQuestion question = {
        .focus = focus,
        .focus_count = count,
        .options = {.direction = (NeighbourDirection)tool_number(call, "direction"),
                    .depth = (uint32_t)tool_number(call, "depth"),
                    .limit = count + tool_number(call, "limit"),
                    .external = tool_flag(call, "external"),
                    .types = tool_flag(call, "types"),
                    .exclude = &exclude},
        .title = str_format(call->arena, "Around %.*s%s%.*s", STR_ARG(place.index ? name : where),
                            place.index ? ", " : "", STR_ARG(place.index ? where : (Str){0})),
        .format = (GraphFormat)tool_number(call, "format"),
        .summary_only = tool_flag(call, "summary_only"),
        .filter = params_filter(call),
        .limit = tool_number(call, "limit"),
        .limit_given = tool_value(call, "limit")->given,
        .has_direction = true,
        .direction_given = tool_value(call, "direction")->given,
        .by_dot = tool_number(call, "layout") == 1,
        .imports = importers_tell(&call->request, session, symbol),
    };
    return graph_answer(&call->request, session, &question, err);
}

static bool module_graph(ToolCall *call, IndexSession *session, const Modules *modules,
                         size_t focus, Err *err)
{
    GraphModulesQuestion question = {.focus = focus,
                                     .format = (GraphFormat)tool_number(call, "format"),
                                     .limit = tool_number(call, "limit"),
                                     .limit_given = tool_value(call, "limit")->given,
                                     .summary_only = tool_flag(call, "summary_only"),
                                     .all = tool_flag(call, "all"),
                                     .by_dot = tool_number(call, "layout") == 1,
                                     .inside = tool_text(call, "inside"),
                                     .filter = params_filter(call)};
    return graph_answer_modules(&call->request, session, modules, &question, err);
}

typedef struct Focus {
    size_t module;   /* SIZE_MAX: not a module */
    uint32_t symbol; /* SYMBOL_NOWHERE: not a symbol */
} Focus;

/* The module of that name or directory; SIZE_MAX: none. */
static size_t module_meant(ToolCall *call, const IndexSession *session, Modules *modules, Str name)
{
    Err ignored;
    size_t module = modules_find(modules, name);
    if (module == SIZE_MAX &&
        !query_module(&call->request, session, modules, name, &module, &ignored))
        return SIZE_MAX;
    return module;
}

/* Finds the focus; an argument without a kind is first looked up as a module. */
static bool find_focus(ToolCall *call, IndexSession *session, Modules *modules, Focus *focus,
                       Err *err)
{
    Str of = tool_text(call, "of"), symbol = tool_text(call, "symbol");
    Str module = tool_text(call, "module"), path = tool_text(call, "path");
    *focus = (Focus){SIZE_MAX, SYMBOL_NOWHERE};
    if ((of.len > 0) + (symbol.len > 0) + (module.len > 0) + (path.len > 0) > 1)
        return err_set(err, ERR_USAGE, "give one of symbol, module, path");
    if (module.len)
        return query_module(&call->request, session, modules, module, &focus->module, err);
    if (path.len || of.len)
        focus->module = module_meant(call, session, modules, path.len ? path : of);
    if (focus->module != SIZE_MAX || !(symbol.len || path.len || of.len))
        return true;
    symbol = symbol.len ? symbol : path.len ? path : of;
    return query_symbol(&call->request, session, symbol, &focus->symbol, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS, .calls = true};
    Focus focus;
    if (!session_begin(&call->request, &session, needs, err))
        return false;
    Modules modules = modules_of(call->arena, session.catalog);
    if (!find_focus(call, &session, &modules, &focus, err))
        return false;
    return focus.symbol == SYMBOL_NOWHERE
               ? module_graph(call, &session, &modules, focus.module, err)
               : symbol_graph(call, &session, focus.symbol, err);
}

const Tool graph_tool = {
    .name = "graph",
    .mcp_name = "get_call_graph",
    .summary = "Draws dependencies around a symbol, a file or a module, or of all modules",
    .about = "Every edge has its confidence. Formats: a text tree, TOON or JSON for "
             "agents; DOT, Mermaid, SVG and a searchable HTML page for people.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .uses_index = true,
    .tokens = {"70", "2,500 a page"},
    .next = "callers, find_path",
    .run = run,
};
