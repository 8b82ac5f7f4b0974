/* Bases are followed by edges that are exact. Where types embed others, methods name their type and
   stand anywhere in its folder. */
#include "change/heir_members.h"

#include "base/path.h"

/* How far bases of bases are followed; types may inherit in a circle. */
#define BASES_DEPTH_MAX 8

typedef struct Gathering {
    Arena *arena;
    Catalog *catalog;
    uint32_t asker;
    StrVec names;
} Gathering;

static void add(Gathering *gathering, uint32_t name)
{
    *VEC_PUSH(gathering->arena, &gathering->names) = catalog_name(gathering->catalog, name);
}

/* Adds members that name their type themselves. */
static void add_owned(Gathering *gathering, const CatalogFile *row, uint32_t name)
{
    const Catalog *catalog = gathering->catalog;
    Str folder = path_directory(row->path);
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        if (catalog->files.ptr[f].language != row->language ||
            !str_equal(path_directory(catalog->files.ptr[f].path), folder))
            continue;
        const CatalogFile *file = catalog_row(catalog, f);
        for (uint32_t i = 1; i < file->count; i++)
            if (file->entries[i].owner == name)
                add(gathering, file->entries[i].name);
    }
}

static void add_members(Gathering *gathering, uint32_t type, int depth)
{
    SymbolPlace place = catalog_place(gathering->catalog, type);
    const CatalogFile *row = catalog_row(gathering->catalog, place.file);
    EdgeVec edges = {0};
    if (type == gathering->asker || !place.index)
        return;
    for (uint32_t i = 1; i < row->count; i++)
        if (row->entries[i].parent == place.index)
            add(gathering, row->entries[i].name);
    if (lang_facts(row->language)->bases_are_embedded)
        add_owned(gathering, row, row->entries[place.index].name);
    if (!depth)
        return;
    catalog_edges_of(gathering->catalog, gathering->arena, type, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE &&
            edges.ptr[i].confidence == EDGE_EXACT)
            add_members(gathering, edges.ptr[i].callee, depth - 1);
}

StrVec heir_members(Arena *arena, Catalog *catalog, uint32_t file, uint32_t type, uint32_t asker)
{
    Gathering gathering = {.arena = arena, .catalog = catalog, .asker = asker};
    if (type)
        add_members(&gathering, catalog_row(catalog, file)->first + type, BASES_DEPTH_MAX);
    return gathering.names;
}
