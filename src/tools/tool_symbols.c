/* Lists, not searches: all symbols of a module, of a kind, of a risk, in order of their files. */
#include "index/modules.h"
#include "index/risk.h"
#include "tools/cursor.h"
#include "tools/query.h"

static const ToolParam params[] = {
    {.name = "module",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "MODULE",
     .help = "only symbols of this module (fovea modules lists them)"},
    {.name = "kind", .type = TOOL_TEXT, .value = "KIND", .help = "only of this kind"},
    {.name = "risk", .type = TOOL_CHOICE, .choices = query_risks, .help = "only of this risk"},
    {.name = "limit",
     .type = TOOL_NUMBER,
     .fallback = "50",
     .min = 1,
     .max = 200,
     .capped = true,
     .value = "N",
     .help = "how many"},
    {.name = "cursor", .type = TOOL_TEXT, .value = "CURSOR", .help = "where the last answer ended"},
};

static const char *const examples[] = {"symbols src --kind struct", "symbols --risk high", NULL};

typedef struct Filter {
    size_t module; /* SIZE_MAX: any */
    unsigned kind; /* SYMBOL_KIND_COUNT: any */
    bool by_risk;
    Str risk;
} Filter;

static bool parse_filter(ToolCall *call, const Modules *modules, Filter *filter, Err *err)
{
    Str module = tool_text(call, "module"), kind = tool_text(call, "kind");
    *filter = (Filter){.module = SIZE_MAX,
                       .kind = SYMBOL_KIND_COUNT,
                       .by_risk = tool_value(call, "risk")->given,
                       .risk = tool_text(call, "risk")};
    if (module.len && !query_module(call, modules, module, &filter->module, err))
        return false;
    for (unsigned i = 0; i < SYMBOL_KIND_COUNT && kind.len; i++)
        if (str_equal_nocase(symbol_kind_name((SymbolKind)i), kind))
            filter->kind = i;
    if (!kind.len || filter->kind != SYMBOL_KIND_COUNT)
        return true;
    err_set(err, ERR_USAGE, "kind: '%.*s' is not one", STR_ARG(str_slice(kind, 0, 60)));
    return err_hint(err, "function, method, class, struct, enum, interface, field, macro, …");
}

static bool passes(const Filter *filter, const CatalogFile *file, uint32_t index)
{
    uint8_t risk = file->standings[index].risk;
    const Entry *entry = &file->entries[index];
    return entry->name && (filter->kind == SYMBOL_KIND_COUNT || entry->kind == filter->kind) &&
           (!filter->by_risk || (risk && str_equal(risk_level(risk), filter->risk)));
}

typedef struct Page {
    VEC(uint32_t) symbols;
    uint64_t total;
} Page;

static Page collect(ToolCall *call, const Catalog *catalog, const Modules *modules,
                    const Filter *filter, uint64_t offset)
{
    Page page = {0};
    uint64_t limit = tool_number(call, "limit");
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (filter->module != SIZE_MAX && modules->of_file[f] != filter->module)
            continue;
        for (uint32_t i = 1; i < file->count; i++) {
            if (!passes(filter, file, i))
                continue;
            if (page.total >= offset && page.symbols.len < limit)
                *VEC_PUSH(call->arena, &page.symbols) = file->first + i;
            page.total++;
        }
    }
    return page;
}

static void put_answer(Buf *out, ToolCall *call, const IndexSession *session, const Page *page,
                       Str cursor)
{
    Json *value = query_frame(call->arena, session, STR("symbols")),
         *rows = json_array(call->arena);
    for (size_t i = 0; i < page->symbols.len; i++) {
        uint32_t symbol = page->symbols.ptr[i];
        if (call->format != VIEW_TEXT) {
            json_add(rows, query_value(call->arena, session->catalog, symbol));
            continue;
        }
        query_put_line(out, *call->scratch, session->catalog, symbol);
        buf_put_byte(out, '\n');
    }
    if (call->format == VIEW_TEXT) {
        if (!page->total)
            buf_put(out, STR("(no symbol is like that)\n"));
        if (cursor.len)
            buf_printf(out, "[%llu in all; more with --cursor %.*s]\n",
                       (unsigned long long)page->total, STR_ARG(cursor));
        return;
    }
    json_set(value, STR("total"), json_u64(call->arena, page->total));
    json_set(value, STR("symbols"), rows);
    if (cursor.len)
        json_set(value, STR("cursor"), json_str(call->arena, cursor));
    view_put_value(out, *call->scratch, call->format, value);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Filter filter;
    uint64_t offset;
    if (!session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, CATALOG_SYMBOLS | CATALOG_STANDINGS, err))
        return false;
    Modules modules = modules_of(call->arena, session.catalog);
    Str question =
        str_format(call->arena, "symbols %.*s %.*s %.*s", STR_ARG(tool_text(call, "module")),
                   STR_ARG(tool_text(call, "kind")), STR_ARG(tool_text(call, "risk")));
    if (!parse_filter(call, &modules, &filter, err) ||
        !cursor_read(&session, question, tool_text(call, "cursor"), &offset, err))
        return false;
    Page page = collect(call, session.catalog, &modules, &filter, offset);
    bool more = offset + page.symbols.len < page.total;
    Str cursor =
        more ? cursor_make(call->arena, &session, question, offset + page.symbols.len) : (Str){0};
    Buf out = buf_open(call->arena, 0);
    put_answer(&out, call, &session, &page, cursor);
    return call->format == VIEW_TEXT ? query_put_text(call, &session, &out, err)
                                     : tool_put_buf(call, &out, err);
}

const Tool symbols_tool = {
    .name = "symbols",
    .mcp_name = "list_symbols",
    .summary = "Lists symbols by module, kind and risk",
    .about = "In order of files and lines, in pages. To search by name use find.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .run = run,
};
