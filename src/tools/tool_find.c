#include "search/symbols.h"

#include "index/symbol.h"
#include "tools/query.h"

static const ToolParam params[] = {
    {.name = "query",
     .type = TOOL_TEXT,
     .positional = true,
     .required = true,
     .value = "QUERY",
     .help = "name, part of a name, or words of it; * is a wildcard"},
    {.name = "kind",
     .type = TOOL_TEXT,
     .value = "KIND",
     .help = "only symbols of this kind: function, class, …"},
    {.name = "path",
     .type = TOOL_TEXT,
     .value = "TEXT",
     .help = "only files whose path contains this"},
    {.name = "module",
     .type = TOOL_TEXT,
     .rare = true,
     .value = "MODULE",
     .help = "only symbols of this module"},
    {.name = "risk",
     .type = TOOL_CHOICE,
     .rare = true,
     .choices = query_risks,
     .help = "only of this risk"},
    {.name = "limit",
     .type = TOOL_NUMBER,
     .rare = true,
     .fallback = "20",
     .min = 1,
     .max = 100,
     .capped = true,
     .value = "N",
     .help = "how many answers"},
};

static const char *const examples[] = {"find parse_visit", "find 'batch processor' --kind class",
                                       "find 'get*User' --path src/api", NULL};

#define HIT_TOKENS 20

typedef struct Answer {
    ToolCall *call;
    const IndexSession *session;
    const SymbolHits *hits;
} Answer;

static Json *answer_value(Arena *arena, const IndexSession *session, const SymbolHits *hits,
                          size_t shown)
{
    Json *value = query_frame(arena, session, STR("symbols")), *list = json_array(arena);
    json_set(value, STR("total"), json_u64(arena, hits->total));
    for (size_t i = 0; i < shown; i++)
        json_add(list, query_value(arena, session->catalog, hits->list.ptr[i].symbol));
    json_set(value, STR("symbols"), list);
    return value;
}

/* Names have no match: their text may, in a comment, a message or another file. */
static void put_nothing(Buf *out, const ToolCall *call, Str query)
{
    Str word, longest = {0};
    while (str_take_until(&query, ' ', &word))
        if (word.len > longest.len)
            longest = word;
    Str hint = str_format(call->arena, "fovea grep %.*s looks in the text of files",
                          STR_ARG(str_slice(longest, 0, PATH_SHOWN_BYTES)));
    buf_put(out, STR("(no symbol matches; fewer words may; "));
    view_put_line_text(out, tool_hint(call, hint));
    buf_put(out, STR(")\n"));
}

static void put_text(Buf *out, const ToolCall *call, const Catalog *catalog, const SymbolHits *hits,
                     size_t shown)
{
    Arena scratch = *call->scratch;
    for (size_t i = 0; i < shown; i++) {
        query_put_line(out, scratch, catalog, hits->list.ptr[i].symbol);
        buf_put_byte(out, '\n');
    }
    if (hits->total > shown) {
        buf_put_byte(out, '[');
        buf_put_thousands(out, hits->total - shown);
        buf_put(out,
                tool_hint(call, STR(" more; --limit N shows up to 100, --kind, --module and --path "
                                    "narrow]\n")));
    }
    if (!hits->total)
        put_nothing(out, call, tool_text(call, "query"));
}

static void put_answer(Buf *out, void *state, size_t shown)
{
    const Answer *answer = state;
    ToolCall *call = answer->call;
    if (call->format == VIEW_TEXT)
        put_text(out, call, answer->session->catalog, answer->hits, shown);
    else
        view_put_value(out, *call->scratch, call->format,
                       answer_value(call->arena, answer->session, answer->hits, shown));
}

static bool choose_module(ToolCall *call, const IndexSession *session, Modules *modules,
                          SymbolQuery *query, Err *err)
{
    Str name = tool_text(call, "module");
    if (!name.len)
        return true;
    *modules = modules_of(call->arena, session->catalog);
    query->modules = modules;
    return query_module(call, session->catalog, modules, name, &query->module, err);
}

static bool search(ToolCall *call, IndexSession *session, SymbolQuery *query, SymbolHits *hits,
                   Err *err)
{
    Modules modules;
    return session_require(call, session, QUERY_PARTS, err) &&
           choose_module(call, session, &modules, query, err) &&
           symbols_search(session->catalog, call->arena, query, hits, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SymbolHits hits;
    SymbolQuery query = {.text = str_trim(tool_text(call, "query")),
                         .kind = tool_text(call, "kind"),
                         .path = tool_text(call, "path"),
                         .risk = tool_text(call, "risk"),
                         .limit = tool_number(call, "limit")};
    if (!query.text.len)
        return err_set(err, ERR_USAGE, "query: empty");
    if (!session_open(call, (Str){0}, &session, err) || !search(call, &session, &query, &hits, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    Answer answer = {call, &session, &hits};
    query_put_list(&out, &(QueryList){.count = hits.list.len,
                                      .row_tokens = HIT_TOKENS,
                                      .state = &answer,
                                      .put = put_answer});
    return call->format == VIEW_TEXT ? query_put_text(call, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
}

const Tool find_tool = {
    .name = "find",
    .mcp_name = "search_symbols",
    .summary = "Finds symbols of the repository by name",
    .about =
        "Exact names first, then prefixes, sub-words (camelCase, snake_case), substrings; when "
        "there are none, names with a typing error. Changed files are taken up before it "
        "answers. Each answer is a target for read: `fovea read PATH:12-40`. At most 20 tokens an "
        "answer: with long names and paths fewer are shown.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "The way from a name to its file and lines; 20 tokens a hit.",
    .core = true,
    .run = run,
};
