/* The hover: the card of one symbol, short enough to be shown whole to a model. It says how sure
   the meaning is, and what is not known. */
#include "lsp/lsp_figures.h"
#include "lsp/lsp_spot.h"

/* A client passes a hover on whole; this is read at one glance. */
#define HOVER_BYTES_MAX 600
#define SIGNATURE_BYTES_MAX 240
#define CANDIDATES_SHOWN 3

static void put_figures(LspReader *reader, Buf *out, uint32_t symbol)
{
    const Catalog *catalog = reader->catalog;
    const CatalogFile *row = catalog_row(catalog, catalog_place(catalog, symbol).file);
    if (catalog_follows_calls(row))
        lsp_figures_put(reader, out, symbol, lsp_figures_of(reader, &symbol, 1));
    else
        buf_printf(out, "calls are not followed in %.*s", STR_ARG(catalog_unfollowed(row)));
}

static void put_code(Buf *out, const LspReader *reader, const LspFile *file, Str code)
{
    bool marks = reader->root->server->client.has_markdown;
    code = str_slice(code, 0, str_char_floor(code, MIN(code.len, (size_t)SIGNATURE_BYTES_MAX)));
    if (!marks) {
        buf_printf(out, "%.*s\n", STR_ARG(code));
        return;
    }
    buf_printf(out, "```%.*s\n%.*s\n```\n", STR_ARG(lang_id(file->language)), STR_ARG(code));
}

static void put_symbol(LspReader *reader, Buf *out, const LspSpot *spot, uint32_t symbol)
{
    LspNamePlace place;
    if (!lsp_spot_place(reader, symbol, &place) || !place.parsed) {
        buf_put(out, STR("its file changed just now\n"));
        return;
    }
    const Symbol *parsed = place.parsed;
    put_code(out, reader, place.file, parsed->signature.len ? parsed->signature : parsed->name);
    if (symbol_doc(parsed).len)
        buf_printf(out, "%.*s\n\n", STR_ARG(symbol_doc(parsed)));
    put_figures(reader, out, symbol);
    buf_printf(out, "\n\n%.*s:%u", STR_ARG(place.file->path), parsed->name_line);
    if (spot->likely)
        buf_put(out, STR(" · likely, not certain"));
}

/* What a name may mean: listed, and never chosen. */
static void put_possible(LspReader *reader, Buf *out, const LspSpot *spot)
{
    for (size_t i = 0; i < MIN(spot->possible.len, (size_t)CANDIDATES_SHOWN); i++) {
        uint32_t symbol = spot->possible.ptr[i];
        SymbolPlace place = catalog_place(reader->catalog, symbol);
        Str name = catalog_qualified_name(reader->catalog, &reader->arena, symbol);
        buf_printf(out, "\n- %.*s (%.*s:%u)", STR_ARG(name),
                   STR_ARG(reader->catalog->files.ptr[place.file].path),
                   catalog_entry(reader->catalog, symbol)->start_line);
    }
}

static void put_unresolved(LspReader *reader, Buf *out, const LspSpot *spot)
{
    if (spot->is_local) {
        buf_printf(out, "local variable, declared in line %u",
                   lsp_text_position(&spot->file->text, spot->local).line + 1);
        return;
    }
    buf_put(out, lsp_spot_unknown(reader, spot));
    if (spot->possible.len)
        buf_put_byte(out, '\n');
    put_possible(reader, out, spot);
}

static void put_state(LspReader *reader, Buf *out)
{
    if (reader->unsaved > 1)
        buf_printf(out, "\n\n%u files as they are here, the others as they are on disk",
                   reader->unsaved);
}

Json *lsp_hover(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    Arena *arena = &reader->arena;
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    if (!spot.name.len)
        return json_null(arena);
    Buf out = buf_open(arena, 0);
    IdVec subjects = lsp_spot_subjects(reader, &spot);
    if (subjects.len)
        put_symbol(reader, &out, &spot, subjects.ptr[0]);
    else
        put_unresolved(reader, &out, &spot);
    if (subjects.len > 1)
        buf_printf(&out, "\n\nand %zu more of that name", subjects.len - 1);
    put_state(reader, &out);
    Str text = buf_str(&out);
    text = str_slice(text, 0, str_char_floor(text, MIN(text.len, (size_t)HOVER_BYTES_MAX)));
    Json *value = json_object(arena), *contents = json_object(arena);
    bool marks = reader->root->server->client.has_markdown;
    json_set(contents, STR("kind"), json_str(arena, marks ? STR("markdown") : STR("plaintext")));
    json_set(contents, STR("value"), json_str(arena, text));
    json_set(value, STR("contents"), contents);
    json_set(value, STR("range"), lsp_reader_range(reader, &spot.file->text, spot.start, spot.end));
    return value;
}
