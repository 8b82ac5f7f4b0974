#include "query/response.h"
#include "relations/source_lines.h"
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

/* The question of the parameters. */
static bool read_asked(const ToolCall *call, SourceQuestion *question, Err *err)
{
    uint64_t start = MAX(tool_number(call, "start"), (uint64_t)1), end = tool_number(call, "end");
    *question = (SourceQuestion){.symbol = tool_text(call, "symbol"),
                                 .file = tool_text(call, "file"),
                                 .first = start,
                                 .end = end ? end : start,
                                 .context = tool_number(call, "context")};
    bool is_lines = !question->symbol.len && tool_value(call, "file")->given;
    if (!question->symbol.len && !tool_value(call, "context")->given)
        question->context = 0;
    if (is_lines || tool_value(call, "symbol")->given)
        return true;
    err_set(err, ERR_USAGE, "neither a symbol nor --file was given");
    return err_hint(err, "fovea source NAME, or fovea source --file PATH --start N --end N");
}

static const char wording[] = "{path:address}:{start}\n{source:raw}{?is_cut}\n{/}";

static bool run(ToolCall *call, Err *err)
{
    Arena *arena = call->arena;
    IndexSession session SCOPED(session_close) = {0};
    SourceLines lines = {0};
    SourceQuestion question;
    Str source;
    if (!read_asked(call, &question, err) ||
        !source_lines_find(&call->request, &session, &question, &lines, &source, err))
        return false;
    Response response = response_open(&call->request, &session, STR("source"), wording);
    json_set(response.value, STR("path"), json_str(arena, address_value(arena, lines.path)));
    json_set(response.value, STR("start"), json_u64(arena, lines.first));
    json_set(response.value, STR("end"), json_u64(arena, lines.last));
    json_set(response.value, STR("source"), json_str(arena, source));
    json_set(response.words, STR("is_cut"),
             json_bool(arena, source.len && source.ptr[source.len - 1] != '\n'));
    return response_send(&response, err);
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
