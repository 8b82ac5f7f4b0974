#include "index/catalog/catalog_lazy.h"
#include "index/catalog/catalog_lean.h"

/* A catalog that lives on is numbered anew with every change: its lists keep their room. */
static uint32_t *make_room(Catalog *catalog, uint32_t *list, size_t *room, size_t count)
{
    if (count > *room) {
        *room = catalog->lean ? count : count + count / 8;
        list = NEW(catalog->lean ? &catalog->lean->by_name : catalog->arena, uint32_t, *room);
    }
    return list;
}

/* A counting sort of the dense ids by name. */
static void make_by_name(Catalog *catalog)
{
    uint32_t count = names_count(&catalog->names);
    uint32_t *starts =
        make_room(catalog, catalog->name_starts, &catalog->name_starts_room, (size_t)count + 2);
    memset(starts, 0, ((size_t)count + 2) * sizeof *starts);
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = catalog_row(catalog, f);
        for (uint32_t i = 0; i < file->count; i++)
            starts[MIN(file->entries[i].name, count - 1) + 2]++; /* of a damaged index */
        catalog_trim(catalog);
    }
    for (uint32_t name = 1; name <= count; name++)
        starts[name + 1] += starts[name];
    catalog->by_name =
        make_room(catalog, catalog->by_name, &catalog->by_name_room, catalog->symbol_count);
    uint32_t id = 0;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = catalog_row(catalog, f);
        for (uint32_t i = 0; i < file->count; i++)
            catalog->by_name[starts[MIN(file->entries[i].name, count - 1) + 1]++] = id++;
        catalog_trim(catalog);
    }
    catalog->name_starts = starts;
    catalog->by_name_count = count;
    catalog->by_name_ready = true;
}

/* Names that were put since have no symbols. */
static void need_by_name(Catalog *catalog)
{
    uint32_t count = names_count(&catalog->names), *starts = catalog->name_starts;
    if (!catalog->by_name_ready || (size_t)count + 2 > catalog->name_starts_room) {
        make_by_name(catalog);
        return;
    }
    for (uint32_t name = catalog->by_name_count; name < count; name++)
        starts[name + 1] = starts[name];
    catalog->by_name_count = count;
}

IdSpan catalog_named(Catalog *catalog, uint32_t name)
{
    if (catalog->lazy)
        return catalog_named_lazily(catalog, name);
    if (!catalog->by_name_ready)
        make_by_name(catalog);
    if (name >= catalog->by_name_count)
        return (IdSpan){0};
    uint32_t start = catalog->name_starts[name];
    return (IdSpan){catalog->by_name + start, catalog->name_starts[name + 1] - start};
}

const uint32_t *catalog_name_starts(Catalog *catalog)
{
    need_by_name(catalog);
    return catalog->name_starts;
}

void catalog_warm(Catalog *catalog)
{
    names_warm(&catalog->names);
    need_by_name(catalog);
}
