/* `analyze`. Of a file: its symbols with their metrics and neighbours. Of a directory: its files
   with counts. */
#include "base/path.h"
#include "index/graph/levels.h"
#include "query/query.h"
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

static void put_symbol(Buf *out, ToolCall *call, const Catalog *catalog, uint32_t symbol,
                       const EdgeVec *edges, const Usage *usage)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    const Entry *entry = &file->entries[place.index];
    const SymbolMetrics *metrics = &file->metrics[place.index];
    buf_put(out, STR("  "));
    buf_put_u64(out, entry->start_line);
    if (entry->end_line != entry->start_line)
        buf_printf(out, "-%u", entry->end_line);
    buf_printf(out, " %.*s ", STR_ARG(symbol_kind_name((SymbolKind)entry->kind)));
    view_put_line_text(out, catalog_qualified_name(catalog, call->arena, symbol));
    uint32_t calls = count_calls(edges, symbol);
    if (usage->callers)
        buf_printf(out, ", %u caller%s", usage->callers, usage->callers == 1 ? "" : "s");
    if (usage->mentions)
        buf_printf(out, ", mentioned as a type by %u", usage->mentions);
    if (calls)
        buf_printf(out, ", %u call%s", calls, calls == 1 ? "" : "s");
    if (entry->complexity)
        buf_printf(out, ", complexity %u", entry->complexity);
    RiskLevels levels = risk_levels(catalog);
    if (metrics->risk >= levels.medium)
        buf_printf(out, ", %.*s risk", STR_ARG(risk_level(levels, metrics->risk)));
    buf_put_byte(out, '\n');
}

static void put_imports(Buf *out, ToolCall *call, const Catalog *catalog, uint32_t file)
{
    ImportLinkVec imports = {0};
    catalog_imports(catalog, call->arena, file, &imports);
    size_t shown = 0;
    Str before = {0};
    for (size_t i = 0; i < imports.len && shown < IMPORTS_SHOWN; i++) {
        const ImportLink *link = &imports.ptr[i];
        Str name = link->target == FILE_NOWHERE ? catalog_name(catalog, link->package)
                                                : catalog->files.ptr[link->target].path;
        if (str_equal(name, before) || link->flags & BINDING_OUTER)
            continue;
        buf_put(out, shown++ ? STR(", ") : STR("imports: "));
        view_put_line_text(out, name);
        before = name;
    }
    if (shown)
        buf_put_byte(out, '\n');
}

static bool answer_file(ToolCall *call, IndexSession *session, uint32_t id, Err *err)
{
    const Catalog *catalog = session->catalog;
    const CatalogFile *file = &catalog->files.ptr[id];
    Json *value = query_frame(call->arena, session, STR("file")), *rows = json_array(call->arena);
    Buf out = buf_open(call->arena, 0);
    EdgeVec edges = {0};
    uint32_t shown = 0, total = 0, next = 0, symbols = file->count ? file->count - 1 : 0;
    catalog_edges(catalog, call->arena, id, &edges);
    view_put_address(&out, file->path);
    buf_printf(&out, ": %.*s, %u lines, %u symbol%s\n", STR_ARG(lang_id(file->language)),
               file->lines, symbols, symbols == 1 ? "" : "s");
    put_imports(&out, call, catalog, id);
    const Usage *usages = usage_of_file(catalog, call->arena, id);
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (!entry->name || !in_range(call, entry))
            continue;
        if (total++ >= SYMBOLS_MAX_SHOWN) {
            next = next ? next : entry->start_line;
            continue;
        }
        put_symbol(&out, call, catalog, file->first + i, &edges, &usages[i]);
        json_add(rows, symbol_row(call, catalog, file->first + i, &edges, &usages[i]));
        shown++;
    }
    if (total > shown)
        buf_printf(&out, "[%u more: %.*s]\n", total - shown,
                   STR_ARG(tool_hint(call, str_format(call->arena, "--start %u", next))));
    if (call->format != VIEW_TEXT) {
        json_set(value, STR("path"), json_str(call->arena, address_value(call->arena, file->path)));
        json_set(value, STR("language"), json_str(call->arena, lang_id(file->language)));
        json_set(value, STR("lines"), json_u64(call->arena, file->lines));
        json_set(value, STR("total"), json_u64(call->arena, total));
        json_set(value, STR("symbols"), rows);
        if (next)
            json_set(value, STR("next_start"), json_u64(call->arena, next));
        out = buf_open(call->arena, 0);
        view_put_value(&out, *call->scratch, call->format, value);
    }
    return call->format == VIEW_TEXT ? query_put_text(&call->request, session, &out, err)
                                     : tool_put_buf(call, &out, err);
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

static bool answer_directory(ToolCall *call, IndexSession *session, Str directory, Err *err)
{
    const Catalog *catalog = session->catalog;
    Json *value = query_frame(call->arena, session, STR("directory")),
         *rows = json_array(call->arena);
    Buf list = buf_open(call->arena, 0), out = buf_open(call->arena, 0);
    DirectoryCount count = {0};
    RiskLevels risks = risk_levels(catalog);
    uint32_t shown = 0;
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        uint32_t levels = file->path.len ? levels_below(directory, file->path) : 0;
        if (!levels || levels > tool_number(call, "max_depth") ||
            !extent_has_extension(tool_text(call, "extensions"), file->path))
            continue;
        add_file(&count, risks, file);
        if (tool_flag(call, "summary_only") || shown >= FILES_SHOWN)
            continue;
        shown++;
        buf_put(&list, STR("  "));
        view_put_address(&list, file->path);
        uint32_t symbols = file->count ? file->count - 1 : 0;
        buf_printf(&list, "  %u line%s, %u symbol%s\n", file->lines, file->lines == 1 ? "" : "s",
                   symbols, symbols == 1 ? "" : "s");
        Json *row = json_object(call->arena);
        json_set(row, STR("path"), json_str(call->arena, address_value(call->arena, file->path)));
        json_set(row, STR("lines"), json_u64(call->arena, file->lines));
        json_set(row, STR("symbols"), json_u64(call->arena, file->count ? file->count - 1 : 0));
        json_add(rows, row);
    }
    if (!count.files) {
        err_set(err, ERR_NOT_FOUND, "no file of the index is below '%.*s'", STR_ARG(directory));
        return err_hint(err, "fovea modules lists the directories there are");
    }
    if (call->format != VIEW_TEXT) {
        json_set(value, STR("path"), json_str(call->arena, directory));
        json_set(value, STR("files_total"), json_u64(call->arena, count.files));
        json_set(value, STR("lines"), json_u64(call->arena, count.lines));
        json_set(value, STR("symbols"), json_u64(call->arena, count.symbols));
        json_set(value, STR("high_risk"), json_u64(call->arena, count.high));
        json_set(value, STR("files"), rows);
        view_put_value(&out, *call->scratch, call->format, value);
        return tool_put_buf(call, &out, err);
    }
    view_put_address(&out, directory.len ? directory : STR("."));
    buf_printf(&out, ": %u file%s, %llu lines, %llu symbol%s, %u of high risk\n", count.files,
               count.files == 1 ? "" : "s", (unsigned long long)count.lines,
               (unsigned long long)count.symbols, count.symbols == 1 ? "" : "s", count.high);
    buf_put(&out, buf_str(&list));
    if (shown < count.files && !tool_flag(call, "summary_only"))
        buf_printf(&out, "  [%u more; %.*s shows them in pages]\n", count.files - shown,
                   STR_ARG(tool_hint(call, STR("fovea module"))));
    return query_put_text(&call->request, session, &out, err);
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
