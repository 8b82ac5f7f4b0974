#include "tools/symbol_answer.h"

static const ToolParam params[] = {
    {.name = "symbol",
     .type = TOOL_TEXT,
     .positional = true,
     .lines = true,
     .value = "SYMBOL",
     .help = QUERY_SYMBOL_HELP},
    {.name = "file",
     .type = TOOL_TEXT,
     .value = "PATH",
     .help = "the file that it is in; without a symbol: lines of it"},
    {.name = "start", .type = TOOL_NUMBER, .min = 1, .value = "LINE", .help = "first line"},
    {.name = "end", .type = TOOL_NUMBER, .min = 1, .value = "LINE", .help = "last line"},
    {.name = "context",
     .type = TOOL_NUMBER,
     .fallback = "5",
     .max = 100,
     .capped = true,
     .value = "N",
     .help = "lines before and after; unless given none where lines are asked for"},
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
                               end ? end : MAX(start, (uint64_t)1)};
        return lines->last >= lines->first ||
               err_set(err, ERR_USAGE, "end: before start (%llu < %llu)",
                       (unsigned long long)lines->last, (unsigned long long)lines->first);
    }
    if (!tool_value(call, "symbol")->given) {
        err_set(err, ERR_USAGE, "neither a symbol nor --file was given");
        return err_hint(err, "fovea source NAME, or fovea source --file PATH --start N --end N");
    }
    if (!session_require(call, session, QUERY_PARTS | CATALOG_LINKS, err) ||
        !query_symbol(call, session,
                      query_in_file(call->arena, tool_text(call, "file"), symbol_text), &symbol,
                      err))
        return false;
    SymbolPlace place = catalog_place(session->catalog, symbol);
    const CatalogFile *file = catalog_row(session->catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    *lines = (SourceLines){file->path, entry->start_line, entry->end_line};
    return true;
}

static Json *answer_value(Arena *arena, const IndexSession *session, const SourceLines *lines,
                          Str source)
{
    Json *value = query_frame(arena, session, STR("source"));
    json_set(value, STR("path"), json_str(arena, lines->path));
    json_set(value, STR("start"), json_u64(arena, lines->first));
    json_set(value, STR("end"), json_u64(arena, lines->last));
    json_set(value, STR("source"), json_str(arena, source));
    return value;
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SourceLines lines = {0};
    Str source;
    if (!session_open(call, (Str){0}, &session, err) ||
        !lines_asked_for(call, &session, &lines, err))
        return false;
    Str symbol = tool_text(call, "symbol");
    bool exact = !symbol.len && !tool_value(call, "context")->given;
    uint64_t context = exact ? 0 : tool_number(call, "context");
    if (!symbol_source(call, &session, context, &lines, &source, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT) {
        view_put_line_text(&out, lines.path);
        buf_printf(&out, ":%llu\n", (unsigned long long)lines.first);
        buf_put(&out, source);
        if (source.len && source.ptr[source.len - 1] != '\n')
            buf_put_byte(&out, '\n');
        return query_put_text(call, &session, &out, err);
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
    .run = run,
};
