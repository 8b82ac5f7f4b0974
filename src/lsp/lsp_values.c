#include "lsp/lsp_values.h"

#include "relations/found_uses.h"
#include "relations/place_forms.h"
#include "relations/place_list.h"

/* Values of one name that a place is compared with. */
#define CANDIDATES_MAX 64
/* Bytes of files that are searched for a name. */
#define SEARCH_BYTES_MAX (64 * MB)

bool lsp_values_apply(const LspReader *reader, uint32_t symbol)
{
    return found_uses_apply(reader->catalog, symbol);
}

static bool list_sites(LspReader *reader, LspFile *file, Str name, NameSiteVec *sites)
{
    const NameQuery query = {.language = file->language,
                             .text = file->text.bytes,
                             .name = name,
                             .hints = {.arrows = true}};
    return lang_name_sites(&reader->arena, reader->scratch, &query, sites);
}

/* ---- one place ---- */

/* The place that is written at the spot; false if it is no use. */
static bool read_place(LspReader *reader, const LspSpot *spot, NamePlace *place)
{
    NameSiteVec sites = {0};
    if (!list_sites(reader, spot->file, spot->name, &sites))
        return false;
    for (size_t i = 0; i < sites.len; i++)
        if (sites.ptr[i].start == spot->start)
            return place_list_read(&reader->arena, &spot->file->outline, spot->file->text.bytes,
                                   &sites.ptr[i], spot->name, place);
    return false;
}

static PlaceVerdict judge(LspReader *reader, const LspSpot *spot, const NamePlace *place,
                          uint32_t symbol)
{
    IdVec symbols = {0};
    NamePlaceVec places = {0};
    *VEC_PUSH(&reader->arena, &symbols) = symbol;
    *VEC_PUSH(&reader->arena, &places) = *place;
    resolve_places(lsp_tree_resolver(reader), &reader->arena, spot->file->id, &spot->file->outline,
                   &symbols, &places);
    return places.ptr[0].verdict;
}

void lsp_values_meaning(LspReader *reader, LspSpot *spot)
{
    Catalog *catalog = reader->catalog;
    NamePlace place;
    Str text = spot->file->text.bytes;
    bool marked = place_forms_mark(text, (uint32_t)spot->start); /* `#level`, another name */
    Str name = str_slice(text, spot->start - marked, spot->end);
    IdSpan named = catalog_named(catalog, names_find(&catalog->names, name));
    IdVec likely = {0};
    if (!named.len || named.len > CANDIDATES_MAX || !read_place(reader, spot, &place))
        return;
    for (size_t i = 0; i < named.len; i++) {
        uint32_t symbol = named.ptr[i];
        if (!found_uses_apply(catalog, symbol) ||
            !resolve_is_kin(lsp_tree_resolver(reader), spot->file->id,
                            catalog_place(catalog, symbol).file))
            continue;
        switch (judge(reader, spot, &place, symbol)) {
        case PLACE_MEANS: *VEC_PUSH(&reader->arena, &spot->meant) = symbol; break;
        case PLACE_LIKELY: *VEC_PUSH(&reader->arena, &likely) = symbol; break;
        case PLACE_MAYBE: *VEC_PUSH(&reader->arena, &spot->possible) = symbol; break;
        case PLACE_OTHER: break;
        }
    }
    if (spot->meant.len || !likely.len)
        return;
    spot->meant = likely;
    spot->likely = true;
}

/* ---- all places ---- */

static Str name_of(const LspReader *reader, uint32_t symbol)
{
    return catalog_name(reader->catalog, catalog_entry(reader->catalog, symbol)->name);
}

void lsp_values_files(LspUsers *users, bool *files)
{
    LspReader *reader = users->reader;
    const Catalog *catalog = reader->catalog;
    uint64_t bytes = 0;
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *row = &catalog->files.ptr[id];
        for (size_t i = 0; i < users->family.len && !files[id]; i++) {
            uint32_t symbol = users->family.ptr[i];
            if (!found_uses_apply(catalog, symbol) ||
                !resolve_is_kin(lsp_tree_resolver(reader), id, catalog_place(catalog, symbol).file))
                continue;
            bytes += row->size;
            LspFile *file = bytes > SEARCH_BYTES_MAX ? NULL : lsp_tree_file(reader, id);
            users->unread += !file;
            files[id] =
                file && lang_has_name(file->language, file->text.bytes, name_of(reader, symbol));
            if (!file)
                break;
        }
    }
}

static void visit_name(LspUsers *users, LspFile *file, Str name, const IdVec *symbols)
{
    LspReader *reader = users->reader;
    NameSiteVec sites = {0};
    NamePlaceVec places = {0};
    if (!list_sites(reader, file, name, &sites)) {
        users->unread++;
        return;
    }
    for (size_t i = 0; i < sites.len; i++) {
        NamePlace place;
        if (place_list_read(&reader->arena, &file->outline, file->text.bytes, &sites.ptr[i], name,
                            &place))
            *VEC_PUSH(&reader->arena, &places) = place;
    }
    resolve_places(lsp_tree_resolver(reader), &reader->arena, file->id, &file->outline, symbols,
                   &places);
    for (size_t i = 0; i < places.len; i++) {
        const NamePlace *place = &places.ptr[i];
        const Reference use = {.kind = REFERENCE_USE,
                               .name = name,
                               .start = place->start,
                               .line = place->line,
                               .symbol = place->around};
        if (place->verdict >= PLACE_LIKELY)
            lsp_users_report(users, file, &use);
        users->possible += place->verdict == PLACE_MAYBE;
    }
}

void lsp_values_visit(LspUsers *users, LspFile *file)
{
    LspReader *reader = users->reader;
    IdVec values = {0};
    for (size_t i = 0; i < users->family.len; i++)
        if (found_uses_apply(reader->catalog, users->family.ptr[i]))
            *VEC_PUSH(&reader->arena, &values) = users->family.ptr[i];
    if (values.len)
        visit_name(users, file, name_of(reader, values.ptr[0]), &values);
}
