/* What a change of a symbol may reach: its callers, their callers, …, counted by module. */
#include "tools/graph_answer.h"

#include <stdlib.h>

#define NODES_MAX 20000 /* a count, not a list: enough for the hottest symbol of a kernel */
#define MODULES_SHOWN 20
#define SYMBOLS_SHOWN 15

static const ToolParam params[] = {
    {.name = "symbol",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "SYMBOL",
     .help = QUERY_SYMBOL_HELP},
    GRAPH_PARAM_DEPTH("3"),
};

static const char *const examples[] = {"impact dictAdd", "impact src/dict.c::dictAdd --depth 1",
                                       NULL};

typedef struct ModuleCount {
    uint32_t module, symbols, tests;
} ModuleCount;

typedef struct Impact {
    ModuleCount *modules; /* most first */
    size_t module_count;
    uint32_t steps[NEIGHBOURS_DEPTH_MAX + 1]; /* symbols by distance */
    uint32_t files, tests;
} Impact;

static int more_first(const void *a, const void *b)
{
    const ModuleCount *x = a, *y = b;
    if (x->symbols != y->symbols)
        return x->symbols < y->symbols ? 1 : -1;
    return (x->module > y->module) - (x->module < y->module);
}

static Impact count(Arena *arena, const Catalog *catalog, const Modules *modules,
                    const Neighbourhood *found)
{
    Impact impact = {.modules = NEW(arena, ModuleCount, modules->list.len + 1)};
    bool *seen = NEW(arena, bool, catalog->files.len + 1);
    for (uint32_t i = 0; i < modules->list.len; i++)
        impact.modules[i].module = i;
    for (size_t i = 1; i < found->nodes.len; i++) {
        const Neighbour *node = &found->nodes.ptr[i];
        uint32_t file = catalog_place(catalog, node->symbol).file;
        bool test = catalog->files.ptr[file].class == FILE_TEST;
        ModuleCount *module = &impact.modules[modules->of_file[file]];
        module->symbols++;
        module->tests += test;
        impact.tests += test;
        impact.steps[node->steps]++;
        impact.files += !seen[file];
        seen[file] = true;
    }
    if (modules->list.len)
        qsort(impact.modules, modules->list.len, sizeof *impact.modules, more_first);
    while (impact.module_count < modules->list.len && impact.modules[impact.module_count].symbols)
        impact.module_count++;
    return impact;
}

static void put_text(Buf *out, ToolCall *call, const Catalog *catalog, const Modules *modules,
                     const Impact *impact, const Neighbourhood *found)
{
    query_put_line(out, *call->scratch, catalog, found->nodes.ptr[0].symbol);
    buf_printf(out, "\n%zu symbols in %u files depend on it (%u in tests)", found->nodes.len - 1,
               impact->files, impact->tests);
    for (uint32_t step = 1; step <= NEIGHBOURS_DEPTH_MAX && impact->steps[step]; step++)
        buf_printf(out, "%s%u at %u step%s", step == 1 ? ": " : ", ", impact->steps[step], step,
                   step == 1 ? "" : "s");
    buf_put_byte(out, '\n');
    for (size_t i = 0; i < MIN(impact->module_count, (size_t)MODULES_SHOWN); i++)
        buf_printf(out, "  %.*s  %u\n", STR_ARG(modules->list.ptr[impact->modules[i].module].name),
                   impact->modules[i].symbols);
    if (impact->module_count > MODULES_SHOWN)
        buf_printf(out, "  [%zu more modules]\n", impact->module_count - MODULES_SHOWN);
    for (size_t i = 1; i < found->nodes.len && i <= SYMBOLS_SHOWN; i++) {
        buf_put(out, i == 1 ? STR("nearest:\n  ") : STR("  "));
        query_put_line(out, *call->scratch, catalog, found->nodes.ptr[i].symbol);
        buf_put_byte(out, '\n');
    }
}

static Json *answer_value(ToolCall *call, const IndexSession *session, const Modules *modules,
                          const Impact *impact, const Neighbourhood *found)
{
    Arena *arena = call->arena;
    const Catalog *catalog = session->catalog;
    Json *value = query_frame(arena, session, STR("impact")), *list = json_array(arena);
    json_set(value, STR("symbol"), query_value(arena, catalog, found->nodes.ptr[0].symbol));
    json_set(value, STR("symbols"), json_u64(arena, found->nodes.len - 1));
    json_set(value, STR("files"), json_u64(arena, impact->files));
    json_set(value, STR("tests"), json_u64(arena, impact->tests));
    for (size_t i = 0; i < MIN(impact->module_count, (size_t)MODULES_SHOWN); i++) {
        Json *row = json_object(arena);
        Str name = modules->list.ptr[impact->modules[i].module].name;
        json_set(row, STR("module"), json_str(arena, name));
        json_set(row, STR("symbols"), json_u64(arena, impact->modules[i].symbols));
        json_set(row, STR("tests"), json_u64(arena, impact->modules[i].tests));
        json_add(list, row);
    }
    json_set(value, STR("modules"), list);
    Json *nearest = json_array(arena);
    for (size_t i = 1; i < found->nodes.len && i <= SYMBOLS_SHOWN; i++)
        json_add(nearest, query_value(arena, catalog, found->nodes.ptr[i].symbol));
    json_set(value, STR("nearest"), nearest);
    return value;
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    uint32_t symbol;
    Neighbourhood found;
    unsigned parts = CATALOG_SYMBOLS | CATALOG_STANDINGS | CATALOG_LINKS;
    if (!session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, parts, err) ||
        !query_symbol(call, &session, tool_text(call, "symbol"), &symbol, err))
        return false;
    NeighbourOptions options = {.direction = NEIGHBOURS_IN,
                                .depth = (uint32_t)tool_number(call, "depth"),
                                .limit = NODES_MAX,
                                .types = true,
                                .sure_only = true};
    neighbours_find(session.catalog, call->arena, &symbol, 1, &options, &found);
    Modules modules = modules_of(call->arena, session.catalog);
    Impact impact = count(call->arena, session.catalog, &modules, &found);
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT) {
        put_text(&out, call, session.catalog, &modules, &impact, &found);
        return query_put_text(call, &session, &out, err);
    }
    view_put_value(&out, *call->scratch, call->format,
                   answer_value(call, &session, &modules, &impact, &found));
    return tool_put_buf(call, &out, err);
}

const Tool impact_tool = {
    .name = "impact",
    .mcp_name = "get_impact",
    .summary = "Counts what a change of a symbol may reach, by module",
    .about = "Callers, users and derived types to depth 3, exact and likely edges only, with "
             "counts for each module and the nearest symbols.",
    .examples = examples,
    .core = true,
    .params = params,
    .param_count = COUNT(params),
    .run = run,
};
