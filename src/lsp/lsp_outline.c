/* The outline of one text: the symbols of a document. */
#include "lsp/lsp_kinds.h"
#include "lsp/lsp_tree.h"

/* Symbols of one answer; no editor shows more. */
#define SYMBOLS_SHOWN_MAX 20000

typedef struct Listing {
    LspReader *reader;
    LspFile *file;
    const Outline *outline;
    size_t count;
} Listing;

static Str name_of(const Symbol *symbol)
{
    return symbol->name.len ? symbol->name : STR("(anonymous)");
}

static Json *whole_range(const Listing *listing, const Symbol *symbol)
{
    return lsp_reader_range(listing->reader, &listing->file->text, symbol->start, symbol->end);
}

/* The name, if it lies in the symbol's range, as the protocol demands; else the symbol's start. */
static Json *name_range(const Listing *listing, const Symbol *symbol)
{
    bool named = symbol->name_start < symbol->name_end && symbol->name_start >= symbol->start &&
                 symbol->name_end <= symbol->end;
    return named ? lsp_reader_range(listing->reader, &listing->file->text, symbol->name_start,
                                    symbol->name_end)
                 : lsp_reader_range(listing->reader, &listing->file->text, symbol->start,
                                    symbol->start);
}

static Json *hierarchical(const Listing *listing, const Symbol *symbol)
{
    Arena *arena = &listing->reader->arena;
    Json *value = json_object(arena);
    json_set(value, STR("name"), json_str(arena, name_of(symbol)));
    json_set_text(arena, value, STR("detail"), symbol->signature);
    json_set(value, STR("kind"), json_u64(arena, lsp_kinds_of(symbol->kind)));
    json_set(value, STR("range"), whole_range(listing, symbol));
    json_set(value, STR("selectionRange"), name_range(listing, symbol));
    return value;
}

static Json *flat(const Listing *listing, size_t index)
{
    const Symbol *symbol = &listing->outline->symbols.ptr[index];
    Arena *arena = &listing->reader->arena;
    Json *value = json_object(arena);
    Str around = symbol->parent ? symbol_qualified_name(arena, listing->outline, symbol->parent - 1)
                                : (Str){0};
    json_set(value, STR("name"), json_str(arena, name_of(symbol)));
    json_set(value, STR("kind"), json_u64(arena, lsp_kinds_of(symbol->kind)));
    json_set(
        value, STR("location"),
        lsp_reader_location(listing->reader, listing->file->uri, whole_range(listing, symbol)));
    json_set_text(arena, value, STR("containerName"), around);
    return value;
}

static Json *list_flat(const Listing *listing)
{
    Json *all = json_array(&listing->reader->arena);
    for (size_t i = 0; i < listing->count; i++)
        json_add(all, flat(listing, i));
    return all;
}

/* Symbols are in preorder, so each is added to its parent's children as it comes. */
static Json *list_nested(const Listing *listing)
{
    Arena *arena = &listing->reader->arena;
    Json *all = json_array(arena);
    Json **made = NEW(arena, Json *, listing->count + 1),
         **children = NEW(arena, Json *, listing->count + 1);
    for (size_t i = 0; i < listing->count; i++) {
        const Symbol *symbol = &listing->outline->symbols.ptr[i];
        uint32_t parent = symbol->parent;
        made[i + 1] = hierarchical(listing, symbol);
        if (parent && !children[parent]) {
            children[parent] = json_array(arena);
            json_set(made[parent], STR("children"), children[parent]);
        }
        json_add(parent ? children[parent] : all, made[i + 1]);
    }
    return all;
}

Json *lsp_outline_symbols(LspReader *reader, const Json *params, RpcFault *fault)
{
    Outline outline = {0};
    LspFile *file = lsp_tree_named(reader, params, fault);
    const OutlineOptions options = {.want_docs = true, .time_ms = ASKED_PARSE_TIME_MS};
    if (!file)
        return NULL;
    lang_outline(&reader->arena, reader->scratch, file->language, file->text.bytes, &options,
                 &outline);
    const Listing listing = {.reader = reader,
                             .file = file,
                             .outline = &outline,
                             .count = MIN(outline.symbols.len, (size_t)SYMBOLS_SHOWN_MAX)};
    return reader->root->server->client.has_hierarchy ? list_nested(&listing) : list_flat(&listing);
}
