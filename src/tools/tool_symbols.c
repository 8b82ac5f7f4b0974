/* `symbols`: lists all symbols of a module, a kind or a risk level, in the order of their files. */
#include "index/graph/levels.h"
#include "index/graph/modules.h"
#include "query/cursor.h"
#include "query/query.h"
#include "query/response.h"
#include "query/unseen.h"
#include "search/symbols.h"
#include "session/require.h"
#include "tools/params.h"

#include <stdlib.h>

static const char *const orders[] = {"place", "rank", "fan-in", "risk", NULL};

static const ToolParam params[] = {
    {.name = "module",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "MODULE",
     .help = "only of this one: " QUERY_MODULE_HELP},
    {.name = "kind", .type = TOOL_TEXT, .value = "KIND", .help = "only of this kind"},
    {.name = "risk", .type = TOOL_CHOICE, .choices = query_risks, .help = "only of this risk"},
    {.name = "sort",
     .type = TOOL_CHOICE,
     .choices = orders,
     .fallback = "place",
     .rare = true,
     .help = "by file and line, or by PageRank, callers and users, or risk, highest first"},
    PARAM_PAGE,
    PARAM_CURSOR,
};

static const char *const examples[] = {"symbols src --kind struct", "symbols --risk high", NULL};

typedef struct Filter {
    size_t module; /* SIZE_MAX: any */
    unsigned kind; /* SYMBOL_KIND_COUNT: any */
    bool by_risk;
    RiskLevels levels;
    Str risk;
} Filter;

static bool parse_filter(ToolCall *call, const IndexSession *session, Modules *modules,
                         Filter *filter, Err *err)
{
    Str module = tool_text(call, "module"), kind = tool_text(call, "kind");
    *filter = (Filter){.module = SIZE_MAX,
                       .kind = SYMBOL_KIND_COUNT,
                       .by_risk = tool_value(call, "risk")->given,
                       .risk = tool_text(call, "risk")};
    if (filter->by_risk)
        filter->levels = risk_levels(session->catalog);
    if (module.len && !query_module(&call->request, session, modules, module, &filter->module, err))
        return false;
    return symbols_read_kind(kind, &filter->kind, err);
}

static bool passes(const Filter *filter, const CatalogFile *file, uint32_t index)
{
    uint8_t risk = file->metrics[index].risk;
    const Entry *entry = &file->entries[index];
    return entry->name && (filter->kind == SYMBOL_KIND_COUNT || entry->kind == filter->kind) &&
           (!filter->by_risk ||
            (risk && str_equal(risk_level(filter->levels, risk), filter->risk)));
}

typedef struct Page {
    VEC(uint32_t) symbols;
    uint64_t total;
} Page;

typedef struct SymbolMeasures {
    uint32_t weight, symbol;
} SymbolMeasures;

static int heavier_first(const void *a, const void *b)
{
    const SymbolMeasures *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

static uint32_t weight_of(const SymbolMetrics *metrics, Str order)
{
    return str_equal(order, STR("rank"))   ? metrics->rank
           : str_equal(order, STR("risk")) ? metrics->risk
                                           : metrics->fan_in;
}

/* Sorts the selected symbols as requested; they are already in order of place. */
static void order_symbols(ToolCall *call, const Catalog *catalog, Page *page)
{
    Str order = tool_text(call, "sort");
    size_t count = page->symbols.len;
    if (str_equal(order, STR("place")) || !count)
        return;
    SymbolMeasures *all = NEW(call->arena, SymbolMeasures, count);
    for (size_t i = 0; i < count; i++) {
        SymbolMetrics metrics = catalog_metrics(catalog, page->symbols.ptr[i]);
        all[i] = (SymbolMeasures){weight_of(&metrics, order), page->symbols.ptr[i]};
    }
    qsort(all, count, sizeof *all, heavier_first);
    for (size_t i = 0; i < count; i++)
        page->symbols.ptr[i] = all[i].symbol;
}

/* Cuts the list to one page. */
static void cut_page(ToolCall *call, Page *page, uint64_t offset)
{
    size_t from = MIN(offset, page->symbols.len);
    page->total = page->symbols.len;
    page->symbols.ptr += from;
    page->symbols.len = MIN(page->symbols.len - from, tool_number(call, "limit"));
}

static Page collect(ToolCall *call, const Catalog *catalog, const Modules *modules,
                    const Filter *filter, uint64_t offset)
{
    Page page = {0};
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        if (filter->module != SIZE_MAX && modules->of_file[f] != filter->module)
            continue;
        const CatalogFile *file = catalog_row(catalog, f);
        for (uint32_t i = 1; i < file->count; i++)
            if (passes(filter, file, i))
                *VEC_PUSH(call->arena, &page.symbols) = file->first + i;
    }
    order_symbols(call, catalog, &page);
    cut_page(call, &page, offset);
    return page;
}

/* Estimated tokens of a row, from which the number of rows is computed. */
#define ROW_TOKENS 16

static const char wording[] = "{*symbols}{>}\n{/}{?total}{:}(no symbol is like that)\n{/}"
                              "{?cursor}[{total} in all; more with {!--cursor} {cursor}]\n{/}";

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Filter filter;
    uint64_t offset;
    if (!session_begin(&call->request, &session, (SessionNeeds){.parts = QUERY_PARTS}, err))
        return false;
    Modules modules = modules_of(call->arena, session.catalog);
    Str question = str_format(call->arena, "symbols %.*s %.*s %.*s %.*s",
                              STR_ARG(tool_text(call, "module")), STR_ARG(tool_text(call, "kind")),
                              STR_ARG(tool_text(call, "risk")), STR_ARG(tool_text(call, "sort")));
    if (!parse_filter(call, &session, &modules, &filter, err) ||
        !cursor_read(&session, question, tool_text(call, "cursor"), &offset, err))
        return false;
    Page page = collect(call, session.catalog, &modules, &filter, offset);
    if (!page.total)
        unseen_note(&call->request, &session, (Str){0}, UNSEEN_ALL, (Str){0});
    else
        unseen_note_short(&call->request, &session, UNSEEN_LISTED, UNSEEN_NOTE_BYTES);
    Response response = response_open(&call->request, &session, STR("symbols"), wording);
    Json *rows = json_array(call->arena);
    for (size_t i = 0; i < page.symbols.len; i++)
        json_add(rows, query_value(call->arena, session.catalog, page.symbols.ptr[i]));
    json_set(response.value, STR("total"), json_u64(call->arena, page.total));
    json_set(response.value, STR("symbols"), rows);
    return response_send_list(&response,
                              &(ResponseList){.rows = rows,
                                              .from = offset,
                                              .total = page.total,
                                              .row_tokens = ROW_TOKENS,
                                              .question = question},
                              err);
}

const Tool symbols_tool = {
    .name = "symbols",
    .mcp_name = "list_symbols",
    .summary = "Lists symbols by module, kind and risk",
    .about = "Answers in pages of at most 16 tokens a requested symbol: with long "
             "names and paths fewer are shown. To search by name, use find.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"680", "16 a symbol"},
    .next = "get_symbol with a hash from the list",
    .run = run,
};
