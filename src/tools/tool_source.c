#include "index/catalog/classify.h"
#include "index/catalog/merged.h"
#include "query/source.h"
#include "relations/symbol_answer.h"
#include "session/require.h"
#include "text/address.h"
#include "tools/params.h"

static const ToolParam params[] = {
    PARAM_SYMBOL(QUERY_SYMBOL_HELP),
    {.name = "file",
     .type = TOOL_TEXT,
     .value = "PATH",
     .help = "its file; without a symbol: show lines of this file"},
    {.name = "start", .type = TOOL_NUMBER, .min = 1, .value = "LINE", .help = "first line"},
    {.name = "end", .type = TOOL_NUMBER, .min = 1, .value = "LINE", .help = "last line"},
    {.name = "context",
     .type = TOOL_NUMBER,
     .fallback = "5",
     .max = 100,
     .capped = true,
     .value = "N",
     .help = "lines before and after; none by default when lines are given"},
};

static const char *const examples[] = {"source dictAdd", "source src/dict.c::dictAdd --context 0",
                                       "source --file src/dict.c --start 300 --end 310", NULL};

static bool lines_asked_for(ToolCall *call, IndexSession *session, SourceLines *lines, Err *err)
{
    uint64_t start = tool_number(call, "start"), end = tool_number(call, "end");
    uint32_t symbol;
    Str symbol_text = tool_text(call, "symbol");
    if (tool_value(call, "file")->given && !symbol_text.len) {
        *lines = (SourceLines){tool_text(call, "file"), MAX(start, (uint64_t)1),
                               end ? end : MAX(start, (uint64_t)1), 0};
        return lines->last >= lines->first ||
               err_set(err, ERR_USAGE, "end: before start (%llu < %llu)",
                       (unsigned long long)lines->last, (unsigned long long)lines->first);
    }
    if (!tool_value(call, "symbol")->given) {
        err_set(err, ERR_USAGE, "neither a symbol nor --file was given");
        return err_hint(err, "fovea source NAME, or fovea source --file PATH --start N --end N");
    }
    if (!session_require(&call->request, session,
                         (SessionNeeds){.parts = QUERY_PARTS | CATALOG_LINKS}, err) ||
        !query_declaration(&call->request, session,
                           query_in_file(call->arena, tool_text(call, "file"), symbol_text),
                           &symbol, err))
        return false;
    SymbolPlace place = catalog_place(session->catalog, symbol);
    const CatalogFile *file = catalog_row(session->catalog, place.file);
    uint32_t first, last;
    merged_range(session->catalog, symbol, &first, &last);
    *lines = (SourceLines){file->path, first, last, symbol};
    return true;
}

static Json *answer_value(Arena *arena, const IndexSession *session, const SourceLines *lines,
                          Str source)
{
    Json *value = query_frame(arena, session, STR("source"));
    json_set(value, STR("path"), json_str(arena, address_value(arena, lines->path)));
    json_set(value, STR("start"), json_u64(arena, lines->first));
    json_set(value, STR("end"), json_u64(arena, lines->last));
    json_set(value, STR("source"), json_str(arena, source));
    return value;
}

/* Finds `path::Name` in the text of a file that is only listed, such as minified code. */
static bool find_unindexed(ToolCall *call, const IndexSession *session, SourceLines *lines,
                           Str *source, Err *err)
{
    Str name, text = address_read(call->arena, tool_text(call, "symbol"));
    uint32_t id = session->catalog ? handle_file(session->catalog, text, &name) : FILE_NOWHERE;
    const CatalogFile *file = id == FILE_NOWHERE ? NULL : &session->catalog->files.ptr[id];
    if (err->code != ERR_NOT_FOUND || !file || classify_is_indexed(file->class, file->path) ||
        file->class == FILE_BINARY)
        return false;
    Source opened SCOPED(source_close) = {.file.fd = -1};
    Err ignored = {0};
    if (!session_open_file(&call->request, session, call->arena, file->path, &opened.file,
                           &ignored))
        return false;
    *err = (Err){0};
    opened.target = (Target){.path = file->path, .symbol = name};
    opened.language = file->language;
    if (!source_outline(&call->request, &opened, (SourceWants){0}, err))
        return false;
    *source = source_part(&opened);
    *lines = (SourceLines){file->path, opened.target.first, opened.target.last, 0};
    return true;
}

static bool find_source(ToolCall *call, IndexSession *session, SourceLines *lines, Str *source,
                        Err *err)
{
    if (!session_open(&call->request, (Str){0}, session, err))
        return false;
    Err why = {0};
    bool exact = !tool_text(call, "symbol").len && !tool_value(call, "context")->given;
    uint64_t context = exact ? 0 : tool_number(call, "context");
    if (lines_asked_for(call, session, lines, &why))
        return symbol_source(&call->request, session, context, lines, source, err);
    *err = why;
    return find_unindexed(call, session, lines, source, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SourceLines lines = {0};
    Str source;
    Err why = {0};
    if (!find_source(call, &session, &lines, &source, &why)) {
        *err = why;
        return false;
    }
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT) {
        view_put_address(&out, lines.path);
        buf_printf(&out, ":%llu\n", (unsigned long long)lines.first);
        buf_put(&out, source);
        if (source.len && source.ptr[source.len - 1] != '\n')
            buf_put_byte(&out, '\n');
        return query_put_text(&call->request, &session, &out, err);
    }
    view_put_value(&out, *call->scratch, call->format,
                   answer_value(call->arena, &session, &lines, source));
    return tool_put_buf(call, &out, err);
}

const Tool source_tool = {
    .name = "source",
    .mcp_name = "get_symbol_source",
    .summary = "Shows the source of a symbol, found through the index, with lines around it",
    .about = "The first line of the answer is the path and the number of the first line shown.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"130", "2,500 a page"},
    .next = "callers, get_impact",
    .run = run,
};
