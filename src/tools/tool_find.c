#include "search/symbols.h"

#include "index/symbol.h"
#include "tools/session.h"

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
    {.name = "limit",
     .type = TOOL_NUMBER,
     .rare = true,
     .fallback = "20",
     .min = 1,
     .max = 100,
     .value = "N",
     .help = "how many answers"},
};

static const char *const examples[] = {"find parse_visit", "find 'batch processor' --kind class",
                                       "find 'get*User' --path src/api", NULL};

static Json *hit_value(Arena *arena, const Catalog *catalog, const SymbolHit *hit)
{
    SymbolPlace place = catalog_place(catalog, hit->symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    const Entry *entry = &file->entries[place.index];
    Json *value = json_object(arena);
    json_set(value, STR("name"), json_str(arena, catalog_name(catalog, entry->name)));
    json_set(value, STR("kind"), json_str(arena, symbol_kind_name((SymbolKind)entry->kind)));
    json_set(value, STR("path"), json_str(arena, file->path));
    json_set(value, STR("start"), json_u64(arena, entry->start_line));
    json_set(value, STR("end"), json_u64(arena, entry->end_line));
    json_set(value, STR("hash"), json_str(arena, catalog_symbol_hash(catalog, arena, hit->symbol)));
    return value;
}

static Json *answer_value(Arena *arena, const Catalog *catalog, const SymbolHits *hits)
{
    Json *value = json_object(arena), *list = json_array(arena);
    json_set(value, STR("_type"), json_str(arena, STR("symbols")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("total"), json_u64(arena, hits->total));
    for (size_t i = 0; i < hits->list.len; i++)
        json_add(list, hit_value(arena, catalog, &hits->list.ptr[i]));
    json_set(value, STR("symbols"), list);
    return value;
}

static void put_text(Buf *out, const Catalog *catalog, const SymbolHits *hits)
{
    for (size_t i = 0; i < hits->list.len; i++) {
        SymbolPlace place = catalog_place(catalog, hits->list.ptr[i].symbol);
        const CatalogFile *file = &catalog->files.ptr[place.file];
        const Entry *entry = &file->entries[place.index];
        view_put_line_text(out, file->path);
        buf_printf(out, ":%u-%u  %.*s ", entry->start_line, entry->end_line,
                   STR_ARG(symbol_kind_name((SymbolKind)entry->kind)));
        view_put_line_text(out, catalog_name(catalog, entry->name));
        buf_put_byte(out, '\n');
    }
    if (hits->total > hits->list.len) {
        buf_put_byte(out, '[');
        buf_put_thousands(out, hits->total - hits->list.len);
        buf_put(out, STR(" more; --limit N shows up to 100, --kind and --path narrow]\n"));
    }
    if (!hits->total)
        buf_put(out, STR("(no symbol matches)\n"));
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    SymbolHits hits;
    SymbolQuery query = {.text = str_trim(tool_text(call, "query")),
                         .kind = tool_text(call, "kind"),
                         .path = tool_text(call, "path"),
                         .limit = tool_number(call, "limit")};
    if (!query.text.len)
        return err_set(err, ERR_USAGE, "query: empty");
    if (!session_open(call, (Str){0}, &session, err) ||
        !session_require(call, &session, CATALOG_SYMBOLS | CATALOG_STANDINGS, err) ||
        !symbols_search(session.catalog, call->arena, *call->scratch, &query, &hits, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT)
        put_text(&out, session.catalog, &hits);
    else
        view_put_value(&out, *call->scratch, call->format,
                       answer_value(call->arena, session.catalog, &hits));
    return tool_put_buf(call, &out, err);
}

const Tool find_tool = {
    .name = "find",
    .mcp_name = "search_symbols",
    .summary = "Finds symbols of the repository by name",
    .about = "Exact names first, then prefixes, sub-words (camelCase, snake_case), substrings, and "
             "names with "
             "a typing error. Needs an index (`fovea index`); changed files are taken up before it "
             "answers. Each answer is a target for "
             "read: `fovea read PATH:12-40`.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .agents = "The way from a name to its file and lines; 20 tokens a hit.",
    .core = true,
    .run = run,
};
