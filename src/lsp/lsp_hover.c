/* The hover: the card of one symbol, short enough to be shown whole to a model. It says how sure
   the meaning is, and what is not known. */
#include "index/graph/levels.h"
#include "lsp/lsp_spot.h"
#include "search/tests.h"

/* A client passes a hover on whole; this is read at one glance. */
#define HOVER_BYTES_MAX 600
#define SIGNATURE_BYTES_MAX 240
#define CANDIDATES_SHOWN 3

typedef struct Callers {
    const Catalog *catalog;
    uint32_t in_code, in_tests, unsure;
} Callers;

static bool count_edge(void *context, const Edge *edge)
{
    Callers *callers = context;
    if (edge->kind == EDGE_PART)
        return true;
    if (edge->confidence == EDGE_AMBIGUOUS)
        callers->unsure++;
    else if (tests_hold(callers->catalog, edge->caller))
        callers->in_tests++;
    else
        callers->in_code++;
    return true;
}

static Callers count_callers(LspReader *reader, uint32_t symbol)
{
    Callers callers = {.catalog = reader->catalog};
    IdVec family = lsp_spot_family(reader, symbol);
    for (size_t i = 0; i < family.len; i++)
        catalog_edges_to(reader->catalog, family.ptr[i], count_edge, &callers);
    return callers;
}

static void put_count(Buf *out, uint32_t count, const char *one)
{
    buf_put_thousands(out, count);
    buf_printf(out, " %s%s", one, count == 1 ? "" : "s");
}

/* `3 callers · 2 tests · risk: low`. */
static void put_figures(LspReader *reader, Buf *out, uint32_t symbol)
{
    Catalog *catalog = reader->catalog;
    const CatalogFile *row = catalog_row(catalog, catalog_place(catalog, symbol).file);
    if (!catalog_follows_calls(row)) {
        buf_printf(out, "calls are not followed in %.*s", STR_ARG(catalog_unfollowed(row)));
        return;
    }
    Callers callers = count_callers(reader, symbol);
    SymbolMetrics metrics = catalog_metrics(catalog, symbol);
    if (callers.in_code || callers.in_tests)
        put_count(out, callers.in_code, "caller");
    else
        buf_put(out, STR("no caller is known"));
    if (callers.in_tests) {
        buf_put(out, STR(" · "));
        put_count(out, callers.in_tests, "test");
    }
    if (callers.unsure)
        buf_printf(out, " · %u possible", callers.unsure);
    if (metrics.risk)
        buf_printf(out, " · risk: %.*s", STR_ARG(risk_level(risk_levels(catalog), metrics.risk)));
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

/* A name that may mean one of several: said, and never chosen. */
static void put_possible(LspReader *reader, Buf *out, const LspSpot *spot)
{
    buf_printf(out, "ambiguous: one of %zu, or none of them\n", spot->possible.len);
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
    const CatalogFile *row =
        spot->file->id == FILE_NOWHERE ? NULL : catalog_row(reader->catalog, spot->file->id);
    if (spot->possible.len)
        put_possible(reader, out, spot);
    else if (spot->is_local)
        buf_printf(out, "local variable, declared in line %u",
                   lsp_text_position(&spot->file->text, spot->local).line + 1);
    else if (spot->external.len)
        buf_printf(out, "not of this repository: %.*s", STR_ARG(spot->external));
    else if (!row)
        buf_put(out, STR("not indexed: the file is outside of the repository, or ignored"));
    else if (!catalog_follows_calls(row))
        buf_printf(out, "not followed: calls in %.*s", STR_ARG(catalog_unfollowed(row)));
    else
        buf_put(out, STR("not followed: what this name means is not known"));
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
