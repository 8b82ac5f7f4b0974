/* Answers that are lists of places. */
#include "index/graph/modules.h"
#include "lsp/lsp_imports.h"
#include "lsp/lsp_kinds.h"
#include "lsp/lsp_scoped.h"
#include "lsp/lsp_users.h"
#include "search/subtypes.h"
#include "search/symbols.h"

/* Symbols of one answer. */
#define FOUND_MAX 100
/* Places of one answer; an editor shows them as a list. */
#define PLACES_MAX 10000

static Json *location(LspReader *reader, const LspNamePlace *place)
{
    return lsp_reader_location(
        reader, place->file->uri,
        lsp_reader_range(reader, &place->file->text, place->start, place->end));
}

/* ---- definition ---- */

static void add_place(LspReader *reader, const LspSpot *spot, size_t start, Json *all)
{
    json_add(all, lsp_reader_location(
                      reader, spot->file->uri,
                      lsp_reader_range(reader, &spot->file->text, start, start + spot->name.len)));
}

/* A bare name that only an import explains is declared there: what it means is of another
   repository, or a module. */
static bool is_bare(const LspSpot *spot)
{
    char before = spot->start ? spot->file->text.bytes.ptr[spot->start - 1] : ' ';
    return spot->name.len && before != '.' && before != ':' && before != '>';
}

Json *lsp_places_definition(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    LspNamePlace place;
    Json *all = json_array(&reader->arena);
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    IdVec subjects = lsp_spot_subjects(reader, &spot);
    for (size_t i = 0; i < subjects.len; i++)
        if (lsp_spot_place(reader, subjects.ptr[i], &place))
            json_add(all, location(reader, &place));
    size_t bound;
    if (spot.is_local && !subjects.len)
        add_place(reader, &spot, spot.local, all);
    else if (!subjects.len && is_bare(&spot) &&
             lsp_imports_binding(reader, spot.file, spot.name, &bound))
        add_place(reader, &spot, bound, all);
    else if (!subjects.len && spot.name.len && lsp_scoped_place(reader, &spot, &bound))
        add_place(reader, &spot, bound, all);
    return all;
}

/* ---- references ---- */

typedef struct Listing {
    LspReader *reader;
    Json *all;
    bool highlights; /* ranges of one file alone */
} Listing;

static void add(Listing *listing, const LspFile *file, size_t start, size_t end)
{
    LspReader *reader = listing->reader;
    if (listing->all->count >= PLACES_MAX)
        return;
    Json *range = lsp_reader_range(reader, &file->text, start, end);
    if (!listing->highlights) {
        json_add(listing->all, lsp_reader_location(reader, file->uri, range));
        return;
    }
    Json *value = json_object(&reader->arena);
    json_set(value, STR("range"), range);
    json_add(listing->all, value);
}

static void add_reference(void *context, LspFile *file, const Reference *reference)
{
    add(context, file, reference->start, reference->start + reference->name.len);
}

/* Adds the places where the family is declared: all, or those of one file. */
static void add_declarations(Listing *listing, const LspUsers *users, const LspFile *only)
{
    LspNamePlace place;
    for (size_t i = 0; i < users->family.len; i++)
        if (lsp_spot_place(listing->reader, users->family.ptr[i], &place) &&
            (!only || place.file == only))
            add(listing, place.file, place.start, place.end);
}

static void add_locals(Listing *listing, const LspSpot *spot, bool declaration)
{
    for (size_t i = 0; i < spot->locals.len; i++)
        if (declaration || spot->locals.ptr[i] != spot->local)
            add(listing, spot->file, spot->locals.ptr[i], spot->locals.ptr[i] + spot->name.len);
}

/* What the answer leaves out, for the client's log. */
static void tell_rest(const LspUsers *users, const LspSpot *spot)
{
    LspReader *reader = users->reader;
    if (users->possible)
        lsp_reader_log(reader, str_format(&reader->arena,
                                          "%zu possible uses of %.*s are left out: what they mean "
                                          "is not certain",
                                          users->possible, STR_ARG(spot->name)));
    if (users->unread)
        lsp_reader_log(reader,
                       str_format(&reader->arena, "%zu files with uses of %.*s were not read",
                                  users->unread, STR_ARG(spot->name)));
}

Json *lsp_places_references(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    const Json *wanted = json_get(json_get(params, STR("context")), STR("includeDeclaration"));
    bool declaration = wanted && wanted->type == JSON_TRUE;
    Listing listing = {.reader = reader, .all = json_array(&reader->arena)};
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    IdVec subjects = lsp_spot_subjects(reader, &spot);
    add_locals(&listing, &spot, declaration);
    if (!subjects.len && !spot.is_local && spot.name.len) {
        lsp_reader_refuse(reader, fault, RPC_REQUEST_FAILED, lsp_spot_unknown(reader, &spot));
        return NULL;
    }
    for (size_t i = 0; i < subjects.len; i++) {
        LspUsers users = {.reader = reader,
                          .family = lsp_spot_family(reader, subjects.ptr[i]),
                          .visit = add_reference,
                          .context = &listing};
        if (declaration)
            add_declarations(&listing, &users, NULL);
        lsp_users_visit(&users);
        tell_rest(&users, &spot);
    }
    return listing.all;
}

Json *lsp_places_highlights(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    Listing listing = {.reader = reader, .all = json_array(&reader->arena), .highlights = true};
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    IdVec subjects = lsp_spot_subjects(reader, &spot);
    add_locals(&listing, &spot, true);
    for (size_t i = 0; i < subjects.len; i++) {
        LspUsers users = {.reader = reader,
                          .family = lsp_spot_family(reader, subjects.ptr[i]),
                          .visit = add_reference,
                          .context = &listing};
        add_declarations(&listing, &users, spot.file);
        lsp_users_visit_file(&users, spot.file->id);
    }
    return listing.all->count ? listing.all : json_null(&reader->arena);
}

/* ---- implementation ---- */

Json *lsp_places_implementations(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    LspNamePlace place;
    DerivedVec found = {0};
    Json *all = json_array(&reader->arena);
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    IdVec subjects = lsp_spot_subjects(reader, &spot);
    for (size_t i = 0; i < subjects.len; i++)
        subtypes_find(reader->catalog, &reader->arena, subjects.ptr[i], &found);
    for (size_t i = 0; i < found.len; i++)
        if (!found.ptr[i].ambiguous && found.ptr[i].how != DERIVED_ALIAS &&
            lsp_spot_place(reader, found.ptr[i].symbol, &place))
            json_add(all, location(reader, &place));
    return all;
}

/* ---- workspace/symbol ---- */

static void add_symbol(LspReader *reader, uint32_t symbol, Json *all)
{
    Arena *arena = &reader->arena;
    LspNamePlace place;
    SymbolPlace at = catalog_place(reader->catalog, symbol);
    const Entry *entry = catalog_entry(reader->catalog, symbol);
    if (!at.index || !lsp_spot_place(reader, symbol, &place))
        return;
    Json *value = json_object(arena);
    json_set(value, STR("name"), json_str(arena, catalog_name(reader->catalog, entry->name)));
    json_set(value, STR("kind"), json_u64(arena, lsp_kinds_of((SymbolKind)entry->kind)));
    json_set(value, STR("location"), location(reader, &place));
    if (entry->parent) {
        uint32_t parent = reader->catalog->files.ptr[at.file].first + entry->parent;
        json_set(value, STR("containerName"),
                 json_str(arena, catalog_qualified_name(reader->catalog, arena, parent)));
    }
    json_add(all, value);
}

/* The symbols of the code that are used most, in order. */
static void add_hot(LspReader *reader, Json *all)
{
    const Catalog *catalog = reader->catalog;
    uint32_t hot[FOUND_MAX], count = 0;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *row = catalog_row(reader->catalog, f);
        bool own = row->path.len && row->class == FILE_SOURCE && row->metrics;
        for (uint32_t i = 1; own && i < row->count; i++) {
            uint32_t at = count, fan_in = row->metrics[i].fan_in;
            while (at && catalog_metrics(catalog, hot[at - 1]).fan_in < fan_in)
                at--;
            if (!fan_in || at == FOUND_MAX)
                continue;
            count += count < FOUND_MAX;
            memmove(hot + at + 1, hot + at, (count - at - 1) * sizeof *hot);
            hot[at] = row->first + i;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        add_symbol(reader, hot[i], all);
}

Json *lsp_places_symbols(LspReader *reader, const Json *params, RpcFault *fault)
{
    SymbolHits hits = {0};
    Err err = {0};
    Json *all = json_array(&reader->arena);
    Catalog *catalog = lsp_tree_catalog(reader, fault);
    const SymbolQuery query = {.text = json_text(params, STR("query")), .limit = FOUND_MAX};
    if (!catalog)
        return NULL;
    if (!str_trim(query.text).len) {
        add_hot(reader, all);
        return all;
    }
    if (!symbols_search(catalog, &reader->arena, &query, &hits, &err)) {
        lsp_reader_refuse(reader, fault, RPC_INVALID_PARAMS, str_from(err.message));
        return NULL;
    }
    for (size_t i = 0; i < hits.list.len; i++)
        add_symbol(reader, hits.list.ptr[i].symbol, all);
    return all;
}
