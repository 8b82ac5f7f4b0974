/* Code lenses: `3 callers · 2 tests` above a declaration. They have no command, since which
   commands a client has is not known. */
#include "lsp/lsp_figures.h"
#include "lsp/lsp_spot.h"

/* Lenses of one document. */
#define LENSES_MAX 1000

static bool has_lens(const Entry *entry)
{
    SymbolKind kind = (SymbolKind)entry->kind;
    return symbol_is_callable(kind) || symbol_is_type(kind);
}

static void add_lens(LspReader *reader, LspFile *file, uint32_t symbol, const LspFigures *figures,
                     Json *all)
{
    Arena *arena = &reader->arena;
    uint32_t index = catalog_place(reader->catalog, symbol).index;
    const Symbol *parsed = &file->places.symbols.ptr[index - 1];
    Buf title = buf_open(arena, 0);
    Json *lens = json_object(arena), *command = json_object(arena);
    lsp_figures_put(reader, &title, symbol, figures);
    json_set(command, STR("title"), json_str(arena, buf_str(&title)));
    json_set(command, STR("command"), json_str(arena, (Str){0}));
    json_set(lens, STR("range"),
             lsp_reader_range(reader, &file->text, parsed->name_start, parsed->name_end));
    json_set(lens, STR("command"), command);
    json_add(all, lens);
}

Json *lsp_lens(LspReader *reader, const Json *params, RpcFault *fault)
{
    Json *all = json_array(&reader->arena);
    Catalog *catalog = lsp_tree_catalog(reader, fault);
    LspFile *file = catalog ? lsp_tree_named(reader, params, fault) : NULL;
    if (!file)
        return NULL;
    const CatalogFile *row = file->id == FILE_NOWHERE ? NULL : catalog_row(catalog, file->id);
    if (!row || !catalog_follows_calls(row) || !lsp_tree_places(reader, file))
        return all;
    IdVec symbols = {0};
    for (uint32_t i = 1; i < row->count && symbols.len < LENSES_MAX; i++)
        if (has_lens(&row->entries[i]) && i <= file->places.symbols.len)
            *VEC_PUSH(&reader->arena, &symbols) = row->first + i;
    const LspFigures *figures = lsp_figures_of(reader, symbols.ptr, symbols.len);
    for (size_t i = 0; i < symbols.len; i++)
        add_lens(reader, file, symbols.ptr[i], &figures[i], all);
    return all;
}
