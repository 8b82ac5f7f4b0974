/* What a change may reach, of one symbol or of all that a diff changes: callers, their callers, …,
   counted by module. */
#include "index/resolve/resolve.h"
#include "lang/registry.h"
#include "search/members.h"
#include "tools/graph_answer.h"
#include "tools/impact_diff.h"

#include <stdlib.h>

#define NODES_MAX 20000 /* a count, not a list: enough for the hottest symbol of a kernel */
#define MODULES_SHOWN 20
#define SYMBOLS_SHOWN 15
#define PATHS_SHOWN 10
#define ANSWER_BYTES 6000 /* 1,500 tokens */

static const ToolParam params[] = {
    {.name = "symbol",
     .type = TOOL_TEXT,
     .positional = true,
     .lines = true,
     .value = "SYMBOL",
     .help = QUERY_SYMBOL_HELP},
    {.name = "diff",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "FILE",
     .help = "instead: what a unified diff changes; the diff itself, its file, or - for standard "
             "input"},
    GRAPH_PARAM_DEPTH("3"),
};

static const char *const examples[] = {"impact dictAdd", "impact src/dict.c::dictAdd --depth 1",
                                       "impact --diff change.patch", NULL};

typedef struct ModuleCount {
    uint32_t module, symbols, tests;
} ModuleCount;

typedef struct Impact {
    ModuleCount *modules; /* most first */
    size_t module_count;
    uint32_t steps[NEIGHBOURS_DEPTH_MAX + 1]; /* symbols by distance */
    size_t focus;                             /* how many nodes are what changes */
    size_t first;                             /* node that depends on these */
    uint32_t files, tests;
    size_t symbols_shown, modules_shown;
    const ImpactDiff *diff; /* NULL: one symbol was asked for */
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
    Impact impact = {.modules = NEW(arena, ModuleCount, modules->list.len + 1),
                     .symbols_shown = SYMBOLS_SHOWN,
                     .modules_shown = MODULES_SHOWN,
                     .focus = found->focus_count};
    bool *seen = NEW(arena, bool, catalog->files.len + 1);
    for (uint32_t i = 0; i < modules->list.len; i++)
        impact.modules[i].module = i;
    while (impact.first < found->nodes.len && !found->nodes.ptr[impact.first].steps)
        impact.first++;
    for (size_t i = impact.first; i < found->nodes.len; i++) {
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

typedef struct NodeRange {
    size_t from, to, shown; /* shown: at most */
} NodeRange;

static void put_symbols(Buf *out, Arena scratch, const Catalog *catalog, const Neighbourhood *found,
                        NodeRange nodes)
{
    size_t from = nodes.from, to = nodes.to, end = MIN(to, from + nodes.shown);
    for (size_t i = from; i < end; i++) {
        buf_put(out, STR("  "));
        query_put_line(out, scratch, catalog, found->nodes.ptr[i].symbol);
        buf_put_byte(out, '\n');
    }
    if (to > end)
        buf_printf(out, "  [%zu more]\n", to - end);
}

static void put_paths(Buf *out, const char *what, const Str *paths, size_t count)
{
    if (!count)
        return;
    buf_printf(out, "%s: ", what);
    for (size_t i = 0; i < MIN(count, (size_t)PATHS_SHOWN); i++)
        buf_printf(out, "%s%.*s", i ? ", " : "", STR_ARG(paths[i]));
    if (count > PATHS_SHOWN)
        buf_printf(out, " [%zu more]", count - PATHS_SHOWN);
    buf_put_byte(out, '\n');
}

static void put_changed(Buf *out, ToolCall *call, const Catalog *catalog, const Impact *impact,
                        const Neighbourhood *found)
{
    const ImpactDiff *diff = impact->diff;
    if (!impact_diff_changes(diff)) {
        buf_put(out, STR("Nothing changed: the diff has no changed lines\n"));
        return;
    }
    buf_printf(out, "%zu symbol%s in %zu file%s change%s\n", impact->focus,
               impact->focus == 1 ? "" : "s", diff->files, diff->files == 1 ? "" : "s",
               impact->focus == 1 ? "s" : "");
    put_symbols(out, *call->scratch, catalog, found,
                (NodeRange){0, impact->focus, impact->symbols_shown});
    if (diff->outside)
        buf_printf(out, "outside any symbol, not followed: changes in %zu file%s\n", diff->outside,
                   diff->outside == 1 ? "" : "s");
    put_paths(out, "taken away, not followed", diff->removed.ptr, diff->removed.len);
    put_paths(out, "not in the index", diff->unknown.ptr, diff->unknown.len);
    put_paths(out, "shorter than the diff says, so it is of another state", diff->unfit.ptr,
              diff->unfit.len);
}

static void put_text(Buf *out, ToolCall *call, const Catalog *catalog, const Modules *modules,
                     const Impact *impact, const Neighbourhood *found)
{
    bool one = !impact->diff;
    if (one)
        query_put_line(out, *call->scratch, catalog, found->nodes.ptr[0].symbol);
    else
        put_changed(out, call, catalog, impact, found);
    if (!one && !impact_diff_changes(impact->diff))
        return;
    size_t count = found->nodes.len - impact->first;
    buf_printf(out, "%s%zu symbol%s in %u file%s depend%s on %s (%u in tests)", one ? "\n" : "",
               count, count == 1 ? "" : "s", impact->files, impact->files == 1 ? "" : "s",
               count == 1 ? "s" : "", one ? "it" : "them", impact->tests);
    for (uint32_t step = 1; step <= NEIGHBOURS_DEPTH_MAX && impact->steps[step]; step++)
        buf_printf(out, "%s%u at %u step%s", step == 1 ? ": " : ", ", impact->steps[step], step,
                   step == 1 ? "" : "s");
    buf_put_byte(out, '\n');
    for (size_t i = 0; i < MIN(impact->module_count, impact->modules_shown); i++)
        buf_printf(out, "  %.*s  %u\n", STR_ARG(modules->list.ptr[impact->modules[i].module].name),
                   impact->modules[i].symbols);
    if (impact->module_count > impact->modules_shown)
        buf_printf(out, "  [%zu more modules]\n", impact->module_count - impact->modules_shown);
    if (impact->first > impact->focus)
        buf_put(out, STR("counted with calls of what it stands in for:\n"));
    put_symbols(out, *call->scratch, catalog, found,
                (NodeRange){impact->focus, impact->first, impact->symbols_shown});
    if (found->nodes.len > impact->first)
        buf_put(out, STR("nearest:\n"));
    size_t end = MIN(found->nodes.len, impact->first + impact->symbols_shown);
    put_symbols(out, *call->scratch, catalog, found,
                (NodeRange){impact->first, end, impact->symbols_shown});
}

static Json *symbols_value(Arena *arena, const Catalog *catalog, const Neighbourhood *found,
                           NodeRange nodes)
{
    Json *list = json_array(arena);
    for (size_t i = nodes.from; i < MIN(nodes.to, nodes.from + nodes.shown); i++)
        json_add(list, query_value(arena, catalog, found->nodes.ptr[i].symbol));
    return list;
}

static Json *paths_value(Arena *arena, const Str *paths, size_t count)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < MIN(count, (size_t)PATHS_SHOWN); i++)
        json_add(list, json_str(arena, paths[i]));
    return list;
}

static void set_changed(Arena *arena, Json *value, const Catalog *catalog, const Impact *impact,
                        const Neighbourhood *found)
{
    const ImpactDiff *diff = impact->diff;
    json_set(value, STR("changed"), json_u64(arena, impact->focus));
    json_set(value, STR("changed_files"), json_u64(arena, diff->files));
    json_set(
        value, STR("changed_symbols"),
        symbols_value(arena, catalog, found, (NodeRange){0, impact->focus, impact->symbols_shown}));
    json_set(value, STR("outside_symbols"), json_u64(arena, diff->outside));
    json_set(value, STR("removed"), paths_value(arena, diff->removed.ptr, diff->removed.len));
    json_set(value, STR("not_in_index"), paths_value(arena, diff->unknown.ptr, diff->unknown.len));
    json_set(value, STR("other_state"), paths_value(arena, diff->unfit.ptr, diff->unfit.len));
}

static Json *answer_value(ToolCall *call, const IndexSession *session, const Modules *modules,
                          const Impact *impact, const Neighbourhood *found)
{
    Arena *arena = call->arena;
    const Catalog *catalog = session->catalog;
    Json *value = query_frame(arena, session, STR("impact")), *list = json_array(arena);
    if (impact->diff)
        set_changed(arena, value, catalog, impact, found);
    else
        json_set(value, STR("symbol"), query_value(arena, catalog, found->nodes.ptr[0].symbol));
    json_set(value, STR("symbols"), json_u64(arena, found->nodes.len - impact->first));
    json_set(value, STR("files"), json_u64(arena, impact->files));
    json_set(value, STR("tests"), json_u64(arena, impact->tests));
    json_set(value, STR("unsure"), json_u64(arena, found->unsure));
    for (size_t i = 0; i < MIN(impact->module_count, impact->modules_shown); i++) {
        Json *row = json_object(arena);
        Str name = modules->list.ptr[impact->modules[i].module].name;
        json_set(row, STR("module"), json_str(arena, name));
        json_set(row, STR("symbols"), json_u64(arena, impact->modules[i].symbols));
        json_set(row, STR("tests"), json_u64(arena, impact->modules[i].tests));
        json_add(list, row);
    }
    json_set(value, STR("modules"), list);
    if (impact->first > impact->focus)
        json_set(value, STR("stands_in_for"),
                 symbols_value(arena, catalog, found,
                               (NodeRange){impact->focus, impact->first, impact->symbols_shown}));
    json_set(value, STR("nearest"),
             symbols_value(arena, catalog, found,
                           (NodeRange){impact->first, found->nodes.len, impact->symbols_shown}));
    return value;
}

/* What changes: the one symbol, or those of the diff. */
static bool find_focus(ToolCall *call, IndexSession *session, ImpactDiff *diff, Err *err)
{
    bool by_diff = tool_value(call, "diff")->given;
    if (by_diff == tool_value(call, "symbol")->given) {
        err_set(err, ERR_USAGE,
                by_diff ? "a symbol and a diff are two questions"
                        : "impact needs a symbol or a diff");
        return err_hint(err, "fovea impact NAME, or git diff | fovea impact --diff -");
    }
    if (by_diff)
        return impact_diff_read(call, session, tool_text(call, "diff"), diff, err);
    uint32_t symbol;
    if (!query_symbol(call, session, tool_text(call, "symbol"), &symbol, err))
        return false;
    *VEC_PUSH(call->arena, &diff->symbols) = symbol;
    members_of(session->catalog, call->arena, symbol, &diff->symbols);
    return true;
}

/* The nearest variable or field among them; its place in the list, or the list's length. */
static size_t first_variable(const Catalog *catalog, const Neighbourhood *found)
{
    for (size_t i = 0; i < found->nodes.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, found->nodes.ptr[i].symbol)->kind;
        bool inner = i && i < found->focus_count; // of the type that was asked for
        if (!inner && (kind == SYMBOL_VARIABLE || kind == SYMBOL_FIELD))
            return i;
    }
    return found->nodes.len;
}

static void note(ToolCall *call, IndexSession *session, Str text)
{
    session_note(call, session, tool_hint(call, text));
}

/* What is not counted, because no edge can tell it. */
static void note_unseen(ToolCall *call, IndexSession *session, const Neighbourhood *found)
{
    Catalog *catalog = session->catalog;
    uint32_t symbol = found->nodes.ptr[0].symbol;
    const Entry *entry = catalog_entry(catalog, symbol);
    const Language *language = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    Str name = str_slice(catalog_name(catalog, entry->name), 0, PATH_SHOWN_BYTES);
    bool member = entry->kind == SYMBOL_METHOD || entry->kind == SYMBOL_PROPERTY;
    size_t variable = first_variable(catalog, found);
    if (found->unsure)
        note(call, session,
             str_format(call->arena,
                        "%u more may mean it or its members, or another of the name: "
                        "fovea callers %.*s",
                        found->unsure, STR_ARG(name)));
    if (!lang_follows_calls(language))
        note(call, session,
             str_format(call->arena, "calls are not followed in %s: fovea grep %.*s",
                        language->name, STR_ARG(name)));
    else if (variable < found->nodes.len)
        note(call, session, graph_unread(call->arena, catalog, found->nodes.ptr[variable].symbol));
    else if (member && (resolve_is_dynamic(language) || resolve_is_named(language)))
        note(call, session,
             str_format(call->arena,
                        "calls through values of unknown type are not counted: fovea grep %.*s",
                        STR_ARG(name)));
}

/* With as many symbols and modules as fit. */
static void put_what_fits(Buf *out, ToolCall *call, const IndexSession *session,
                          const Modules *modules, Impact *impact, const Neighbourhood *found)
{
    size_t note = query_note(session).len;
    for (;;) {
        out->len = 0;
        if (call->format == VIEW_TEXT)
            put_text(out, call, session->catalog, modules, impact, found);
        else
            view_put_value(out, *call->scratch, call->format,
                           answer_value(call, session, modules, impact, found));
        size_t len = out->len + (call->format == VIEW_TEXT ? note : 0);
        if (len <= ANSWER_BYTES || impact->symbols_shown <= 1)
            return;
        impact->symbols_shown--;
        impact->modules_shown = MIN(impact->modules_shown, impact->symbols_shown + 6);
    }
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    ImpactDiff diff = {0};
    Neighbourhood found;
    unsigned parts = QUERY_PARTS | CATALOG_LINKS | SESSION_CALLS;
    call->sure = call->sure || tool_value(call, "diff")->given; /* it may come but once */
    if (!session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, parts, err) || !find_focus(call, &session, &diff, err))
        return false;
    NeighbourOptions options = {.direction = NEIGHBOURS_IN,
                                .depth = (uint32_t)tool_number(call, "depth"),
                                .limit = NODES_MAX,
                                .types = true,
                                .sure_only = true,
                                .overrides = true};
    neighbours_find(session.catalog, call->arena, diff.symbols.ptr, diff.symbols.len, &options,
                    &found);
    Modules modules = modules_of(call->arena, session.catalog);
    Impact impact = count(call->arena, session.catalog, &modules, &found);
    impact.diff = tool_value(call, "diff")->given ? &diff : NULL;
    if (!impact.diff)
        note_unseen(call, &session, &found);
    Buf out = buf_open(call->arena, 0);
    put_what_fits(&out, call, &session, &modules, &impact, &found);
    return call->format == VIEW_TEXT ? query_put_text(call, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
}

const Tool impact_tool = {
    .name = "impact",
    .mcp_name = "get_impact",
    .summary = "Counts what a change of a symbol may reach, by module",
    .about =
        "Callers, users and derived types to depth 3, exact and likely edges only, with counts for "
        "each module and the nearest symbols. A type or a file counts with all that is in it, a "
        "method with the calls of those that it stands in for: of a base, of an interface. Of a "
        "diff it takes the symbols whose lines the diff changes; the tree must be as it is after "
        "the diff.",
    .examples = examples,
    .core = true,
    .params = params,
    .param_count = COUNT(params),
    .run = run,
};
