/* Hierarchies of calls and of types. An item's `data` is the symbol's hash, by which the next
   question finds it again. */
#include "lsp/lsp_kinds.h"
#include "lsp/lsp_users.h"
#include "search/handle.h"
#include "search/subtypes.h"

/* Items of one answer. */
#define ITEMS_MAX 2000

/* ---- items ---- */

/* A file is an item, too: it makes the calls outside of its symbols. */
static Json *item_of(LspReader *reader, uint32_t symbol)
{
    Arena *arena = &reader->arena;
    LspNamePlace place;
    Json *item = json_object(arena);
    SymbolPlace at = catalog_place(reader->catalog, symbol);
    const Entry *entry = catalog_entry(reader->catalog, symbol);
    if (!lsp_spot_place(reader, symbol, &place))
        return NULL;
    const LspText *text = &place.file->text;
    size_t start = place.parsed ? place.parsed->start : 0;
    size_t end = place.parsed ? place.parsed->end : text->bytes.len;
    Str name = at.index ? catalog_name(reader->catalog, entry->name) : place.file->path;
    json_set(item, STR("name"), json_str(arena, name.len ? name : STR("(anonymous)")));
    json_set(item, STR("kind"), json_u64(arena, lsp_kinds_of((SymbolKind)entry->kind)));
    json_set_text(arena, item, STR("detail"), place.file->path);
    json_set(item, STR("uri"), json_str(arena, place.file->uri));
    json_set(item, STR("range"),
             lsp_reader_range(reader, text, MIN(start, place.start), MAX(end, place.end)));
    json_set(item, STR("selectionRange"), lsp_reader_range(reader, text, place.start, place.end));
    json_set(item, STR("data"),
             json_str(arena, catalog_symbol_hash(reader->catalog, arena, symbol)));
    return item;
}

/* The symbol of the item that a request has; SYMBOL_NOWHERE with the fault. */
static uint32_t symbol_of(LspReader *reader, const Json *params, RpcFault *fault)
{
    HandleMatch match = {0};
    Catalog *catalog = lsp_tree_catalog(reader, fault);
    if (!catalog)
        return SYMBOL_NOWHERE;
    Str hash = json_text(json_get(params, STR("item")), STR("data"));
    if (hash.len)
        handle_find(catalog, &reader->arena, hash, &match);
    if (match.total)
        return match.symbols.ptr[0];
    lsp_reader_refuse(reader, fault, RPC_REQUEST_FAILED, STR("the symbol is no longer there"));
    return SYMBOL_NOWHERE;
}

/* Prepares a hierarchy of the symbols at a position that `fits` accepts. */
static Json *prepare(LspReader *reader, const Json *params, bool (*fits)(SymbolKind kind),
                     RpcFault *fault)
{
    LspSpot spot;
    Json *all = json_array(&reader->arena);
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    IdVec subjects = lsp_spot_subjects(reader, &spot);
    for (size_t i = 0; i < subjects.len; i++) {
        bool right = fits((SymbolKind)catalog_entry(reader->catalog, subjects.ptr[i])->kind);
        Json *item = right ? item_of(reader, subjects.ptr[i]) : NULL;
        if (item)
            json_add(all, item);
    }
    return all->count ? all : json_null(&reader->arena);
}

/* ---- calls ---- */

static bool is_called(SymbolKind kind)
{
    return !symbol_is_type(kind) || kind == SYMBOL_CLASS || kind == SYMBOL_STRUCT;
}

Json *lsp_hierarchy_prepare_calls(LspReader *reader, const Json *params, RpcFault *fault)
{
    return prepare(reader, params, is_called, fault);
}

/* Calls grouped by the symbol at their other end. */
typedef struct Calls {
    LspReader *reader;
    const char *end; /* `from` or `to` */
    Json *all;
    Map groups;      /* by hash of the symbol: the list of its ranges */
    uint32_t within; /* outgoing: index of the caller in its file */
    LspFile *file;
} Calls;

static bool is_call(const Reference *reference)
{
    return reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_USE;
}

static void add_call(Calls *calls, uint32_t symbol, const LspFile *file, const Reference *reference)
{
    Arena *arena = &calls->reader->arena;
    Str key = str_copy(arena, (Str){(const char *)&symbol, sizeof symbol});
    bool added;
    uint64_t *group = map_put(&calls->groups, key, &added);
    if (added) {
        Json *item = calls->all->count < ITEMS_MAX ? item_of(calls->reader, symbol) : NULL;
        Json *call = json_object(arena), *ranges = json_array(arena);
        *group = (uint64_t)(uintptr_t)(item ? ranges : NULL);
        if (item) {
            json_set(call, str_from(calls->end), item);
            json_set(call, STR("fromRanges"), ranges);
            json_add(calls->all, call);
        }
    }
    Json *ranges = (Json *)(uintptr_t)*group;
    if (ranges)
        json_add(ranges, lsp_reader_range(calls->reader, &file->text, reference->start,
                                          reference->start + reference->name.len));
}

static Calls calls_open(LspReader *reader, const char *end)
{
    return (Calls){.reader = reader,
                   .end = end,
                   .all = json_array(&reader->arena),
                   .groups = map_open(&reader->arena)};
}

static void add_incoming(void *context, LspFile *file, const Reference *reference)
{
    Calls *calls = context;
    uint32_t first = calls->reader->catalog->files.ptr[file->id].first;
    if (is_call(reference))
        add_call(calls, first + reference->symbol, file, reference);
}

Json *lsp_hierarchy_incoming(LspReader *reader, const Json *params, RpcFault *fault)
{
    uint32_t symbol = symbol_of(reader, params, fault);
    if (symbol == SYMBOL_NOWHERE)
        return NULL;
    Calls calls = calls_open(reader, "from");
    LspUsers users = {.reader = reader,
                      .family = lsp_spot_family(reader, symbol),
                      .visit = add_incoming,
                      .context = &calls};
    lsp_users_visit(&users);
    return calls.all;
}

static bool add_outgoing(void *context, const Reference *reference, const EdgeVec *edges)
{
    Calls *calls = context;
    for (size_t i = 0; reference->symbol == calls->within && i < edges->len; i++)
        if (is_call(reference) && edges->ptr[i].callee != SYMBOL_NOWHERE &&
            edges->ptr[i].confidence >= EDGE_LIKELY && edges->ptr[i].kind != EDGE_PART)
            add_call(calls, edges->ptr[i].callee, calls->file, reference);
    return true;
}

Json *lsp_hierarchy_outgoing(LspReader *reader, const Json *params, RpcFault *fault)
{
    uint32_t symbol = symbol_of(reader, params, fault);
    if (symbol == SYMBOL_NOWHERE)
        return NULL;
    Calls calls = calls_open(reader, "to");
    SymbolPlace place = catalog_place(reader->catalog, symbol);
    calls.within = place.index;
    calls.file = lsp_tree_file(reader, place.file);
    if (calls.file)
        lsp_tree_outline(reader, calls.file);
    if (!calls.file ||
        calls.file->outline.symbols.len + 1 != catalog_row(reader->catalog, place.file)->count) {
        lsp_reader_refuse(reader, fault, RPC_REQUEST_FAILED, STR("its file changed just now"));
        return NULL;
    }
    resolve_references(lsp_tree_resolver(reader), &reader->arena, place.file, &calls.file->outline,
                       add_outgoing, &calls);
    return calls.all;
}

/* ---- types ---- */

Json *lsp_hierarchy_prepare_types(LspReader *reader, const Json *params, RpcFault *fault)
{
    return prepare(reader, params, symbol_is_type, fault);
}

Json *lsp_hierarchy_supertypes(LspReader *reader, const Json *params, RpcFault *fault)
{
    uint32_t symbol = symbol_of(reader, params, fault);
    EdgeVec edges = {0};
    Json *all = json_array(&reader->arena);
    if (symbol == SYMBOL_NOWHERE)
        return NULL;
    catalog_edges_of(reader->catalog, &reader->arena, symbol, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        bool base = edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE &&
                    edges.ptr[i].confidence >= EDGE_LIKELY;
        Json *item = base ? item_of(reader, edges.ptr[i].callee) : NULL;
        if (item)
            json_add(all, item);
    }
    return all;
}

Json *lsp_hierarchy_subtypes(LspReader *reader, const Json *params, RpcFault *fault)
{
    uint32_t symbol = symbol_of(reader, params, fault);
    DerivedVec found = {0};
    Json *all = json_array(&reader->arena);
    if (symbol == SYMBOL_NOWHERE)
        return NULL;
    subtypes_find(reader->catalog, &reader->arena, symbol, &found);
    for (size_t i = 0; i < found.len && all->count < ITEMS_MAX; i++) {
        const Derived *derived = &found.ptr[i];
        bool direct = derived->of == symbol && !derived->ambiguous && derived->how != DERIVED_ALIAS;
        Json *item = direct ? item_of(reader, derived->symbol) : NULL;
        if (item)
            json_add(all, item);
    }
    return all;
}
