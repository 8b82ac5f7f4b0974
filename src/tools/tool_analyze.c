/* `analyze`. Of a file: its symbols with their metrics and neighbours. Of a directory: its files
   with counts. */
#include "base/path.h"
#include "index/graph/levels.h"
#include "query/module_meant.h"
#include "query/response.h"
#include "search/usage.h"
#include "session/require.h"
#include "text/address.h"
#include "tools/tool.h"

/* Maximum rows of one answer, which says how to see the rest. */
#define SYMBOLS_MAX_SHOWN 60
#define FILES_SHOWN 40
#define IMPORTS_SHOWN 12

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "PATH",
     .help = "a file or a directory of the repository"},
    {.name = "start",
     .type = TOOL_NUMBER,
     .min = 1,
     .value = "LINE",
     .help = "of a file: first line"},
    {.name = "end", .type = TOOL_NUMBER, .min = 1, .value = "LINE", .help = "of a file: last line"},
    {.name = "max_depth",
     .type = TOOL_NUMBER,
     .fallback = "10",
     .min = 1,
     .max = 100,
     .value = "N",
     .capped = true,
     .cli_only = true,
     .help = "of a directory: levels below it"},
    {.name = "extensions",
     .type = TOOL_TEXT,
     .value = "a,b",
     .cli_only = true,
     .help = "of a directory: only files with these extensions"},
    {.name = "summary_only",
     .type = TOOL_FLAG,
     .cli_only = true,
     .help = "of a directory: without the files"},
};

static const ToolParam directory_params[] = {
    {.name = "path", .type = TOOL_TEXT, .help = "a directory of the repository (default the root)"},
    {.name = "max_depth",
     .type = TOOL_NUMBER,
     .fallback = "10",
     .min = 1,
     .max = 100,
     .capped = true,
     .help = "levels below it"},
    {.name = "extensions", .type = TOOL_TEXT, .help = "only files with these: py,ts"},
    {.name = "summary_only", .type = TOOL_FLAG, .help = "without the files"},
};

static const char *const examples[] = {"analyze src/dict.c", "analyze src --summary-only", NULL};

/* ---- a file ---- */

static uint32_t count_calls(const EdgeVec *edges, uint32_t caller)
{
    uint32_t calls = 0;
    for (size_t i = 0; i < edges->len; i++)
        calls += edges->ptr[i].caller == caller && edges->ptr[i].kind == REFERENCE_CALL;
    return calls;
}

static bool in_range(const ToolCall *call, const Entry *entry)
{
    uint64_t start = tool_number(call, "start"), end = tool_number(call, "end");
    return (!end || entry->start_line <= end) && entry->end_line >= start;
}

static const char file_wording[] =
    "{path:address}: {language}, {lines} lines, {all} symbol{all:s}\n"
    "{?imports}imports: {*imports|, }{.}{/}\n{/}"
    "{*symbols}  {-} {kind} {name}{?callers}, {callers} caller{callers:s}{/}"
    "{?mentions}, mentioned as a type by {mentions}{/}{?calls}, {calls} call{calls:s}{/}"
    "{?complexity}, complexity {complexity}{/}{?level}, {level} risk{/}\n{/}"
    "{?left}[{left} more: {next}]\n{/}";

static Json *symbol_row(ToolCall *call, const Catalog *catalog, uint32_t symbol,
                        const EdgeVec *edges, const Usage *usage)
{
    Arena *arena = call->arena;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    const Entry *entry = &file->entries[place.index];
    Json *row = json_object(arena);
    json_set(row, STR("name"), json_str(arena, catalog_qualified_name(catalog, arena, symbol)));
    json_set(row, STR("kind"), json_str(arena, symbol_kind_name((SymbolKind)entry->kind)));
    json_set(row, STR("start"), json_u64(arena, entry->start_line));
    json_set(row, STR("end"), json_u64(arena, entry->end_line));
    json_set(row, STR("complexity"), json_u64(arena, entry->complexity));
    json_set(row, STR("callers"), json_u64(arena, usage->callers));
    json_set(row, STR("mentions"), json_u64(arena, usage->mentions));
    json_set(row, STR("calls"), json_u64(arena, count_calls(edges, symbol)));
    json_set(row, STR("risk"), json_u64(arena, file->metrics[place.index].risk));
    return row;
}

/* The level of a risk that is worth a word. */
static Json *level_words(Arena *arena, const Catalog *catalog, uint8_t risk)
{
    Json *words = json_object(arena);
    RiskLevels levels = risk_levels(catalog);
    if (risk >= levels.medium)
        json_set(words, STR("level"), json_str(arena, risk_level(levels, risk)));
    return words;
}

static Json *imports_value(Arena *arena, const Catalog *catalog, uint32_t file)
{
    ImportLinkVec imports = {0};
    Json *list = json_array(arena);
    catalog_imports(catalog, arena, file, &imports);
    for (size_t i = 0; i < imports.len && list->count < IMPORTS_SHOWN; i++) {
        const ImportLink *link = &imports.ptr[i];
        Str name = link->target == FILE_NOWHERE ? catalog_name(catalog, link->package)
                                                : catalog->files.ptr[link->target].path;
        if (!str_equal(name, list->last ? list->last->text : (Str){0}) &&
            !(link->flags & BINDING_OUTER))
            json_add(list, json_str(arena, name));
    }
    return list;
}

/* Adds the symbols of the range, as many as are shown. Returns their number, and the line of the
   first that is left out. */
static uint32_t add_symbols(ToolCall *call, const Catalog *catalog, uint32_t id, Json *rows,
                            Json *words, uint32_t *next)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    EdgeVec edges = {0};
    uint32_t total = 0;
    catalog_edges(catalog, call->arena, id, &edges);
    const Usage *usages = usage_of_file(catalog, call->arena, id);
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (!entry->name || !in_range(call, entry))
            continue;
        if (total++ >= SYMBOLS_MAX_SHOWN) {
            *next = *next ? *next : entry->start_line;
            continue;
        }
        json_add(rows, symbol_row(call, catalog, file->first + i, &edges, &usages[i]));
        json_add(words, level_words(call->arena, catalog, file->metrics[i].risk));
    }
    return total;
}

static bool answer_file(ToolCall *call, IndexSession *session, uint32_t id, Err *err)
{
    Arena *arena = call->arena;
    const Catalog *catalog = session->catalog;
    const CatalogFile *file = &catalog->files.ptr[id];
    Response response = response_open(&call->request, session, STR("file"), file_wording);
    Json *value = response.value, *words = response.words;
    Json *rows = json_array(arena), *levels = json_array(arena);
    uint32_t next = 0, total = add_symbols(call, catalog, id, rows, levels, &next);
    json_set(value, STR("path"), json_str(arena, address_value(arena, file->path)));
    json_set(value, STR("language"), json_str(arena, lang_id(file->language)));
    json_set(value, STR("lines"), json_u64(arena, file->lines));
    json_set(value, STR("imports"), imports_value(arena, catalog, id));
    json_set(value, STR("total"), json_u64(arena, total));
    json_set(value, STR("symbols"), rows);
    json_set(words, STR("symbols"), levels);
    json_set(words, STR("all"), json_u64(arena, file->count ? file->count - 1 : 0));
    json_set(words, STR("left"), json_u64(arena, total - rows->count));
    if (next) {
        Str hint = tool_hint(call, str_format(arena, "--start %u", next));
        json_set(value, STR("next_start"), json_u64(arena, next));
        json_set(words, STR("next"), json_str(arena, hint));
    }
    return response_send(&response, err);
}

/* ---- a directory ---- */

/* Depth of `path` below `directory`; 0 if it is not inside. */
static uint32_t levels_below(Str directory, Str path)
{
    if (directory.len) {
        if (!str_starts(path, directory) || path.len <= directory.len ||
            path.ptr[directory.len] != '/')
            return 0;
        path = str_from_offset(path, directory.len + 1);
    }
    return (uint32_t)path_depth(path) + 1;
}

typedef struct DirectoryCount {
    uint32_t files, high;
    uint64_t lines, symbols;
} DirectoryCount;

static void add_file(DirectoryCount *count, RiskLevels levels, const CatalogFile *file)
{
    count->files++;
    count->lines += file->lines;
    count->symbols += file->count ? file->count - 1 : 0;
    for (uint32_t i = 1; i < file->count; i++)
        count->high += file->metrics[i].risk >= levels.high;
}

static const char directory_wording[] =
    "{?path}{path:address}{:}.{/}: {files_total} file{files_total:s}, {lines} lines, "
    "{symbols} symbol{symbols:s}, {high_risk} of high risk\n"
    "{*files}  {path:address}  {lines} line{lines:s}, {symbols} symbol{symbols:s}\n{/}"
    "{?left}  [{left} more; {!fovea module} shows them in pages]\n{/}";

static Json *file_row(Arena *arena, const CatalogFile *file)
{
    Json *row = json_object(arena);
    json_set(row, STR("path"), json_str(arena, address_value(arena, file->path)));
    json_set(row, STR("lines"), json_u64(arena, file->lines));
    json_set(row, STR("symbols"), json_u64(arena, file->count ? file->count - 1 : 0));
    return row;
}

static bool answer_directory(ToolCall *call, IndexSession *session, Str directory, Err *err)
{
    Arena *arena = call->arena;
    const Catalog *catalog = session->catalog;
    bool summary = tool_flag(call, "summary_only");
    Response response = response_open(&call->request, session, STR("directory"), directory_wording);
    Json *value = response.value, *rows = json_array(arena);
    DirectoryCount count = {0};
    RiskLevels risks = risk_levels(catalog);
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        uint32_t levels = file->path.len ? levels_below(directory, file->path) : 0;
        if (!levels || levels > tool_number(call, "max_depth") ||
            !extent_has_extension(tool_text(call, "extensions"), file->path))
            continue;
        add_file(&count, risks, file);
        if (!summary && rows->count < FILES_SHOWN)
            json_add(rows, file_row(arena, file));
    }
    const Module *module = count.files ? NULL : module_meant(&call->request, catalog, directory);
    if (module && !str_equal(module->directory, directory))
        return answer_directory(call, session, module->directory, err);
    if (!count.files) {
        err_set(err, ERR_NOT_FOUND, "no file of the index is below '%.*s'", STR_ARG(directory));
        return err_hint(err, "fovea modules lists the directories there are");
    }
    json_set(value, STR("path"), json_str(arena, directory));
    json_set(value, STR("files_total"), json_u64(arena, count.files));
    json_set(value, STR("lines"), json_u64(arena, count.lines));
    json_set(value, STR("symbols"), json_u64(arena, count.symbols));
    json_set(value, STR("high_risk"), json_u64(arena, count.high));
    json_set(value, STR("files"), rows);
    json_set(response.words, STR("left"), json_u64(arena, summary ? 0 : count.files - rows->count));
    return response_send(&response, err);
}

static Str normal_path(Str path)
{
    while (str_starts(path, STR("./")))
        path = str_from_offset(path, 2);
    while (path.len && path.ptr[path.len - 1] == '/')
        path.len--;
    return str_equal(path, STR(".")) ? (Str){0} : path;
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    const SessionNeeds needs = {.parts = CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LINKS};
    if (!session_begin(&call->request, &session, needs, err))
        return false;
    Str path = normal_path(tool_text(call, "path"));
    uint32_t file = path.len ? catalog_find_file(session.catalog, path) : FILE_NOWHERE;
    if (file == FILE_NOWHERE && path.len)
        file = catalog_find_file(session.catalog, path = address_read(call->arena, path));
    return file != FILE_NOWHERE ? answer_file(call, &session, file, err)
                                : answer_directory(call, &session, path, err);
}

static bool run_directory(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    return session_begin(&call->request, &session,
                         (SessionNeeds){.parts = CATALOG_SYMBOLS | CATALOG_METRICS}, err) &&
           answer_directory(call, &session, normal_path(tool_text(call, "path")), err);
}

const Tool analyze_directory_tool = {
    .name = "analyze_directory",
    .summary = "Counts a directory: files, lines, symbols, high risk; with a list of its files",
    .about = "At most 40 files are listed; summary_only leaves them out.",
    .params = directory_params,
    .param_count = COUNT(directory_params),
    .agents_only = true,
    .uses_index = true,
    .tokens = {"480", "2,500 a page"},
    .next = "get_module, analyze_file",
    .run = run_directory,
};

const Tool analyze_tool = {
    .name = "analyze",
    .mcp_name = "analyze_file",
    .summary = "Analyzes a file (symbols with callers, calls, complexity, risk) or a directory",
    .about = "About 40 tokens a symbol shown. Paths are relative to the repository's root.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"300", "40 a symbol"},
    .next = "get_symbol, read PATH::NAME",
    .run = run,
};
