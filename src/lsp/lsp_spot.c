#include "lsp/lsp_spot.h"

#include "index/catalog/counterparts.h"
#include "lang/local_names.h"
#include "lsp/lsp_imports.h"
#include "lsp/lsp_scoped.h"
#include "lsp/lsp_values.h"
#include "refactor/rename_facts.h"

/* ---- the name ---- */

/* Whether the name is written at the offset. */
static bool is_written(const LspFile *file, size_t start, Str name)
{
    Str found = str_slice(file->text.bytes, start, start + name.len);
    return name.len && (lang_folds_case(file->language) ? str_equal_nocase(found, name)
                                                        : str_equal(found, name));
}

size_t lsp_spot_reference(const LspFile *file, const Reference *reference)
{
    Str text = file->text.bytes, receiver = reference->receiver;
    size_t start = reference->start, at = start + receiver.len;
    if (is_written(file, start, reference->name) || !receiver.len ||
        !str_equal(str_slice(text, start, at), receiver))
        return start;
    while (at < text.len && (byte_is_space(text.ptr[at]) || byte_in(text.ptr[at], ".:\\>-?!")))
        at++;
    return is_written(file, at, reference->name) ? at : start;
}

/* Takes a name that is around the offset, or ends there if nothing better is known. */
static void offer(LspSpot *spot, size_t at, size_t start, Str name)
{
    bool inside = start <= at && at < start + name.len, ends = start + name.len == at;
    if (!is_written(spot->file, start, name) || !(inside || (ends && !spot->name.len)))
        return;
    spot->start = start;
    spot->end = start + name.len;
    spot->name = name;
}

/* The word around the offset: the name of a local variable, most likely. */
static Str word_at(const LspFile *file, size_t at, size_t *start)
{
    Str text = file->text.bytes;
    size_t end = at;
    for (*start = at; *start && lang_is_name_byte(file->language, text.ptr[*start - 1]);)
        --*start;
    while (end < text.len && lang_is_name_byte(file->language, text.ptr[end]))
        end++;
    return str_slice(text, *start, end);
}

static void find_name(LspSpot *spot, size_t at)
{
    const Outline *outline = &spot->file->outline;
    for (size_t i = 0; i < outline->symbols.len; i++)
        offer(spot, at, outline->symbols.ptr[i].name_start, outline->symbols.ptr[i].name);
    for (size_t i = 0; i < outline->references.len; i++)
        if (outline->references.ptr[i].kind != REFERENCE_BIND)
            offer(spot, at, lsp_spot_reference(spot->file, &outline->references.ptr[i]),
                  outline->references.ptr[i].name);
    if (spot->start <= at && at < spot->end)
        return;
    size_t start;
    Str word = word_at(spot->file, at, &start);
    offer(spot, at, start, word);
}

/* ---- its meaning ---- */

static void find_declared(const LspReader *reader, LspSpot *spot)
{
    const Outline *outline = &spot->file->outline;
    uint32_t first = reader->catalog->files.ptr[spot->file->id].first;
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (outline->symbols.ptr[i].name_start == spot->start &&
            outline->symbols.ptr[i].name_end == spot->end)
            spot->declared = first + (uint32_t)i + 1;
}

static void add_once(Arena *arena, IdVec *ids, uint32_t id)
{
    for (size_t i = 0; i < ids->len; i++)
        if (ids->ptr[i] == id)
            return;
    *VEC_PUSH(arena, ids) = id;
}

static void take_edges(LspReader *reader, LspSpot *spot, const EdgeVec *edges)
{
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        if (edge->kind == EDGE_PART)
            continue;
        if (edge->callee == SYMBOL_NOWHERE) {
            if (edge->external)
                spot->external = catalog_name(reader->catalog, edge->external);
            continue;
        }
        bool sure = edge->confidence >= EDGE_LIKELY;
        spot->likely |= edge->confidence == EDGE_LIKELY;
        add_once(&reader->arena, sure ? &spot->meant : &spot->possible, edge->callee);
    }
}

static void find_meaning(LspReader *reader, LspSpot *spot)
{
    NamedReferenceVec found = {0};
    resolve_names(lsp_tree_resolver(reader), &reader->arena, spot->file->id, &spot->file->outline,
                  spot->name, &found);
    for (size_t i = 0; i < found.len; i++)
        if (found.ptr[i].reference->kind != REFERENCE_BIND &&
            lsp_spot_reference(spot->file, found.ptr[i].reference) == spot->start)
            take_edges(reader, spot, &found.ptr[i].edges);
    if (!spot->meant.len && !spot->possible.len)
        lsp_imports_meaning(reader, spot->file, spot->start, spot->name, &spot->meant);
}

static bool is_variable(const LocalSite *site)
{
    return site->role == LOCAL_VARIABLE && !site->doubtful && !site->opaque;
}

static void find_local(LspReader *reader, LspSpot *spot)
{
    const RenameFacts *facts = rename_facts(spot->file->language);
    LocalNames names = {0};
    const LocalQuery query = {.language = spot->file->language,
                              .text = spot->file->text.bytes,
                              .facts = facts ? facts->locals : NULL,
                              .names = {spot->name}};
    if (!query.facts || !lang_local_names(&reader->arena, reader->scratch, &query, &names))
        return;
    const LocalSite *found = NULL;
    for (size_t i = 0; i < names.sites.len; i++)
        if (names.sites.ptr[i].start <= spot->start && names.sites.ptr[i].end >= spot->end)
            found = &names.sites.ptr[i];
    if (!found || !is_variable(found))
        return;
    spot->is_local = true;
    spot->local = found->declared;
    for (size_t i = 0; i < names.sites.len; i++)
        if (is_variable(&names.sites.ptr[i]) && names.sites.ptr[i].declared == found->declared)
            *VEC_PUSH(&reader->arena, &spot->locals) = names.sites.ptr[i].start;
}

bool lsp_spot_find(LspReader *reader, const Json *params, LspSpot *spot, RpcFault *fault)
{
    LspPosition position;
    Catalog *catalog = lsp_tree_catalog(reader, fault);
    LspFile *file = catalog ? lsp_tree_named(reader, params, fault) : NULL;
    *spot = (LspSpot){.file = file, .declared = SYMBOL_NOWHERE};
    if (!file)
        return false;
    if (!lsp_documents_position(json_get(params, STR("position")), &position))
        return lsp_reader_refuse(reader, fault, RPC_INVALID_PARAMS, STR("position is missing"));
    lsp_tree_outline(reader, file);
    find_name(spot, lsp_text_offset(&file->text, position));
    if (!spot->name.len)
        return true;
    bool known = file->id != FILE_NOWHERE;
    if (known && file->outline.symbols.len + 1 == catalog_row(catalog, file->id)->count) {
        find_declared(reader, spot);
        if (spot->declared == SYMBOL_NOWHERE)
            find_meaning(reader, spot);
    }
    if (spot->declared == SYMBOL_NOWHERE && !spot->meant.len)
        find_local(reader, spot);
    if (spot->declared == SYMBOL_NOWHERE && !spot->meant.len && !spot->is_local &&
        lsp_scoped_type(reader, spot))
        return true;
    if (!known || spot->declared != SYMBOL_NOWHERE || spot->meant.len || spot->is_local)
        return true;
    lsp_values_meaning(reader, spot);
    uint32_t around = spot->meant.len ? SYMBOL_NOWHERE : lsp_scoped_around(reader, spot);
    if (around != SYMBOL_NOWHERE)
        *VEC_PUSH(&reader->arena, &spot->meant) = around;
    return true;
}

/* ---- symbols ---- */

IdVec lsp_spot_family(LspReader *reader, uint32_t symbol)
{
    Catalog *catalog = reader->catalog;
    IdVec family = {0};
    *VEC_PUSH(&reader->arena, &family) = symbol;
    if (!counterpart_is_part(catalog, symbol))
        return family;
    counterpart_find(catalog, &reader->arena, symbol, &family);
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, symbol)->name);
    for (size_t i = 0; i < MIN(named.len, (size_t)COUNTERPART_NAMESAKES_MAX); i++)
        if (counterpart_stands_for(catalog, named.ptr[i], symbol))
            add_once(&reader->arena, &family, named.ptr[i]);
    return family;
}

/* Appends the definitions of a symbol's family; without any, the symbol itself. */
static void add_definitions(LspReader *reader, IdVec *found, uint32_t symbol)
{
    IdVec family = lsp_spot_family(reader, symbol);
    size_t before = found->len;
    for (size_t i = 0; i < family.len; i++)
        if (!counterpart_is_declaration(reader->catalog, family.ptr[i]))
            add_once(&reader->arena, found, family.ptr[i]);
    if (found->len == before)
        add_once(&reader->arena, found, symbol);
}

IdVec lsp_spot_subjects(LspReader *reader, const LspSpot *spot)
{
    IdVec found = {0};
    if (spot->declared != SYMBOL_NOWHERE)
        add_definitions(reader, &found, spot->declared);
    for (size_t i = 0; i < spot->meant.len; i++)
        add_definitions(reader, &found, spot->meant.ptr[i]);
    return found;
}

Str lsp_spot_unknown(LspReader *reader, const LspSpot *spot)
{
    Arena *arena = &reader->arena;
    uint32_t id = spot->file->id;
    const CatalogFile *row = id == FILE_NOWHERE ? NULL : catalog_row(reader->catalog, id);
    if (spot->external.len)
        return str_format(arena, "not of this repository: %.*s", STR_ARG(spot->external));
    if (!row)
        return STR("not indexed: the file is outside of the repository, or ignored");
    if (!catalog_follows_calls(row))
        return str_format(arena, "not followed: calls in %.*s", STR_ARG(catalog_unfollowed(row)));
    if (spot->possible.len)
        return str_format(arena, "ambiguous: one of %zu, or another", spot->possible.len);
    return STR("not followed: what this name means is not known");
}

bool lsp_spot_place(LspReader *reader, uint32_t symbol, LspNamePlace *place)
{
    SymbolPlace at = catalog_place(reader->catalog, symbol);
    LspFile *file = lsp_tree_file(reader, at.file);
    *place = (LspNamePlace){.file = file};
    if (!file || !at.index)
        return file != NULL;
    if (!lsp_tree_places(reader, file) || at.index > file->places.symbols.len)
        return false;
    place->parsed = &file->places.symbols.ptr[at.index - 1];
    bool named = place->parsed->name_start < place->parsed->name_end;
    place->start = named ? place->parsed->name_start : place->parsed->start;
    place->end = named ? place->parsed->name_end : place->start;
    return place->end <= file->text.bytes.len;
}
