/* `module`: one module with its dependencies and dependents, its files, and their most used
   symbols. */
#include "session/require.h"
#include "text/address.h"
#include "tools/module_answer.h"
#include "tools/params.h"

#include "base/shell.h"
#include "index/graph/modules.h"
#include "query/cursor.h"
#include "query/response.h"
#include "query/unseen.h"

/* Maximum number of modules named on either side, and of symbols of a file. */
#define DEPENDENCIES_MAX 15
#define SYMBOLS_OF_FILE 6
#define FILES_PAGE 40

static const ToolParam params[] = {
    {.name = "module",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "MODULE",
     .help = QUERY_MODULE_HELP},
    PARAM_CURSOR,
};

static const char *const examples[] = {"module src", "module deps.hiredis", NULL};

typedef struct ModuleView {
    const Catalog *catalog;
    const Modules *modules;
    ModuleEdgeVec edges;
    size_t module;
    VEC(uint32_t) files; /* file ids of this page */
    uint64_t total;
} ModuleView;

static void collect_files(ToolCall *call, ModuleView *view, uint64_t offset)
{
    for (uint32_t f = 0; f < view->catalog->files.len; f++) {
        if (!view->catalog->files.ptr[f].path.len || view->modules->of_file[f] != view->module)
            continue;
        if (view->total >= offset && view->files.len < FILES_PAGE)
            *VEC_PUSH(call->arena, &view->files) = f;
        view->total++;
    }
}

/* Whether the entry is at the top level of its file, or only in namespaces. */
static bool is_at_top(const CatalogFile *file, const Entry *entry)
{
    bool top = entry->kind != SYMBOL_NAMESPACE && entry->kind != SYMBOL_MODULE;
    for (uint32_t at = entry->parent; at && top; at = file->entries[at].parent)
        top = file->entries[at].kind == SYMBOL_NAMESPACE || file->entries[at].kind == SYMBOL_MODULE;
    return top;
}

static bool is_named(const ModuleView *view, const Entry *entry)
{
    return entry->name && !str_equal(catalog_name(view->catalog, entry->name), STR("_"));
}

static bool has_name(const CatalogFile *file, const uint32_t *symbols, size_t count, uint32_t name)
{
    while (count && file->entries[symbols[count - 1]].name != name)
        count--;
    return count;
}

/* The top-level symbols of a file with the highest PageRank, each name once. Returns their number,
   at most SYMBOLS_OF_FILE. */
static size_t leading_symbols(const ModuleView *view, const CatalogFile *file, uint32_t *symbols)
{
    size_t count = 0;
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (!is_named(view, entry) || !is_at_top(file, entry) ||
            has_name(file, symbols, count, entry->name))
            continue;
        size_t at = count;
        while (at && file->metrics[symbols[at - 1]].rank < file->metrics[i].rank)
            at--;
        if (at >= SYMBOLS_OF_FILE)
            continue;
        count = MIN(count + 1, (size_t)SYMBOLS_OF_FILE);
        for (size_t k = count - 1; k > at; k--)
            symbols[k] = symbols[k - 1];
        symbols[at] = i;
    }
    return count;
}

static const char wording[] =
    "{name} ({?directory}{directory}{:}.{/}): {all_files} file{all_files:s}, {lines} lines, "
    "{symbols} symbol{symbols:s}; risk high:{high},medium:{medium},low:{low}\n"
    "{?needs}needs: {*needs|, }{module} {references}{/}\n{/}"
    "{?needed_by}needed by: {*needed_by|, }{module} {references}{/}\n{/}"
    "files and what is most used of them:\n"
    "{*files}  {path:address}  {lines} lines{?names}: {*names|, }{.}{/}{/}\n{/}"
    "{?next}[{files_total} files in all; {next}]\n{/}";

static Json *neighbours_value(Arena *arena, const ModuleView *view, bool incoming)
{
    Json *rows = json_array(arena);
    size_t shown = 0;
    for (size_t i = 0; i < view->edges.len && shown < DEPENDENCIES_MAX; i++) {
        const ModuleEdge *edge = &view->edges.ptr[i];
        if ((incoming ? edge->to : edge->from) != view->module)
            continue;
        Json *row = json_object(arena);
        Str name = view->modules->list.ptr[incoming ? edge->from : edge->to].name;
        json_set(row, STR("module"), json_str(arena, name));
        json_set(row, STR("references"), json_u64(arena, edge->calls + edge->imports));
        json_add(rows, row);
        shown++;
    }
    return rows;
}

/* Adds a file, with the names of its leading symbols. */
static void add_file(Arena *arena, const ModuleView *view, uint32_t id, Json *rows, Json *words)
{
    uint32_t symbols[SYMBOLS_OF_FILE];
    const CatalogFile *file = catalog_row(view->catalog, id);
    Json *row = json_object(arena), *word = json_object(arena), *names = json_array(arena);
    Buf joined = buf_open(arena, 0);
    size_t count = leading_symbols(view, file, symbols);
    for (size_t i = 0; i < count; i++) {
        Str name = catalog_name(view->catalog, file->entries[symbols[i]].name);
        buf_printf(&joined, "%s%.*s", i ? " " : "", STR_ARG(name));
        json_add(names, json_str(arena, name));
    }
    json_set(row, STR("path"), json_str(arena, address_value(arena, file->path)));
    json_set(row, STR("lines"), json_u64(arena, file->lines));
    json_set(row, STR("symbols"), json_str(arena, buf_str(&joined)));
    json_set(word, STR("names"), names);
    json_add(rows, row);
    json_add(words, word);
}

static Response answer_of(SessionRequest *request, const IndexSession *session,
                          const ModuleView *view, Str cursor)
{
    Arena *arena = request->arena;
    const Module *module = &view->modules->list.ptr[view->module];
    Response response = response_open(request, session, STR("module"), wording);
    Json *value = response.value, *files = json_array(arena), *names = json_array(arena);
    const ResponseFigure figures[] = {
        {STR("files_total"), view->total}, {STR("lines"), module->lines},
        {STR("symbols"), module->symbols}, {STR("high"), module->high},
        {STR("medium"), module->medium},   {STR("low"), module->low}};
    json_set(value, STR("name"), json_str(arena, module->name));
    json_set(value, STR("directory"), json_str(arena, module->directory));
    response_figures(&response, figures, COUNT(figures));
    json_set(value, STR("needs"), neighbours_value(arena, view, false));
    json_set(value, STR("needed_by"), neighbours_value(arena, view, true));
    for (size_t i = 0; i < view->files.len; i++)
        add_file(arena, view, view->files.ptr[i], files, names);
    json_set(value, STR("files"), files);
    json_set(response.words, STR("files"), names);
    json_set(response.words, STR("all_files"), json_u64(arena, module->files));
    if (!cursor.len)
        return response;
    Str next = str_format(arena, "fovea module %.*s --cursor %.*s goes on",
                          STR_ARG(shell_quote(arena, module->name)), STR_ARG(cursor));
    json_set(value, STR("cursor"), json_str(arena, cursor));
    json_set(response.words, STR("next"), json_str(arena, session_hint(request, next)));
    return response;
}

bool module_answer(ToolCall *call, IndexSession *session, Str name, Str cursor, Err *err)
{
    uint64_t offset;
    Modules modules = modules_of(call->arena, session->catalog);
    ModuleView view = {.catalog = session->catalog, .modules = &modules};
    Str question = str_format(call->arena, "module %.*s", STR_ARG(name));
    if (!query_module(&call->request, session, &modules, name, &view.module, err) ||
        !cursor_read(session, question, cursor, &offset, err))
        return false;
    view.edges = modules_references(call->arena, session->catalog, &modules);
    collect_files(call, &view, offset);
    unseen_note_tree(&call->request, session, 0);
    Str directory = modules.list.ptr[view.module].directory;
    if (directory.len)
        unseen_note(&call->request, session, directory, UNSEEN_LISTED, (Str){0});
    bool more = offset + view.files.len < view.total;
    Str next =
        more ? cursor_make(call->arena, session, question, offset + view.files.len) : (Str){0};
    Response response = answer_of(&call->request, session, &view, next);
    return response_send(&response, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    return session_begin(&call->request, &session, (SessionNeeds){.parts = MODULE_PARTS}, err) &&
           module_answer(call, &session, tool_text(call, "module"), tool_text(call, "cursor"), err);
}

const Tool module_tool = {
    .name = "module",
    .mcp_name = "get_module",
    .summary = "Shows one module: its dependencies and dependents, its files and their "
               "main symbols",
    .about = "Files are listed in pages of 40, each with the symbols that others use most.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"1,150", "2,500 a page"},
    .next = "analyze_file, list_symbols",
    .run = run,
};
