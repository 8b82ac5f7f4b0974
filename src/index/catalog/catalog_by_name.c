/* The lists are made by a counting sort: by_name holds dense ids grouped by name, name_starts the
   beginning of each group. Names of files that changed later have replacement lists in
   catalog->relisted. */
#include "index/catalog/catalog_by_name.h"

#include "base/path.h"
#include "index/catalog/catalog_lazy.h"
#include "index/catalog/catalog_lean.h"

#include <stdlib.h>

typedef struct NamedId {
    uint32_t name, id;
} NamedId;

/* A long-lived catalog is numbered again and again, so its lists keep their memory. */
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
            /* a damaged index may have larger ids */
            starts[MIN(file->entries[i].name, count - 1) + 2]++;
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

static void need_by_name(Catalog *catalog)
{
    if (!catalog->by_name_ready)
        make_by_name(catalog);
}

/* The original list. Names added later have none. */
static IdSpan listed(const Catalog *catalog, uint32_t name)
{
    if (name >= catalog->by_name_count)
        return (IdSpan){0};
    uint32_t start = catalog->name_starts[name];
    return (IdSpan){catalog->by_name + start, catalog->name_starts[name + 1] - start};
}

static IdSpan relisted(const Catalog *catalog, uint32_t name)
{
    const Relisted *relisted = &catalog->relisted;
    uint32_t at = relisted->lists.len ? id_map_get(&relisted->at, name) : ID_MAP_NONE;
    if (at == ID_MAP_NONE)
        return listed(catalog, name);
    const RelistedName *list = &relisted->lists.ptr[at];
    return (IdSpan){relisted->ids.ptr + list->start, list->count};
}

IdSpan catalog_named(Catalog *catalog, uint32_t name)
{
    if (catalog->lazy)
        return catalog_named_lazily(catalog, name);
    need_by_name(catalog);
    return relisted(catalog, name);
}

size_t catalog_count_named(const Catalog *catalog, uint32_t name)
{
    return relisted(catalog, name).len;
}

/* Entry 0 of a file is named after the last part of its path. */
uint32_t catalog_find_listed(Catalog *catalog, Str path)
{
    uint32_t name = names_find(&catalog->names, path_base(path));
    IdSpan ids = name ? catalog_named(catalog, name) : (IdSpan){0};
    for (size_t i = 0; i < ids.len; i++) {
        SymbolPlace place = catalog_place(catalog, ids.ptr[i]);
        if (!place.index && str_equal(catalog->files.ptr[place.file].path, path))
            return place.file;
    }
    return FILE_NOWHERE;
}

void catalog_warm(Catalog *catalog)
{
    names_warm(&catalog->names);
    need_by_name(catalog);
}

/* ---- changes ---- */

static int compare_named(const void *a, const void *b)
{
    const NamedId *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

static void put_ids(Catalog *catalog, const NamedId *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *VEC_PUSH(catalog->arena, &catalog->relisted.ids) = ids[i].id;
}

/* Makes a new list of one name: the old one without the file's former symbols, with its present
   ones inserted in order. `now` is sorted by id; entries with SYMBOL_NOWHERE at its end are former
   symbols only. */
static void relist(Catalog *catalog, const NamedChange *change, const NamedId *now, size_t count)
{
    Relisted *all = &catalog->relisted;
    uint32_t name = now->name, start = (uint32_t)all->ids.len;
    size_t before = relisted(catalog, name).len;
    while (count && now[count - 1].id == SYMBOL_NOWHERE)
        count--;
    bool placed = !count;
    for (size_t i = 0; i < before; i++) {
        /* read again each time: put_ids may move the list */
        NamedId one = {name, relisted(catalog, name).ptr[i]};
        if (!placed && one.id > now->id) {
            put_ids(catalog, now, count);
            placed = true;
        }
        put_ids(catalog, &one, one.id < change->from || one.id >= change->end);
    }
    put_ids(catalog, now, placed ? 0 : count);
    uint32_t at = id_map_get(&all->at, name);
    if (at == ID_MAP_NONE) {
        at = (uint32_t)all->lists.len;
        *VEC_PUSH(catalog->arena, &all->lists) = (RelistedName){0};
        id_map_put(&all->at, catalog->arena, name, at);
    }
    all->lists.ptr[at] = (RelistedName){start, (uint32_t)all->ids.len - start};
}

void catalog_relist(Catalog *catalog, Arena scratch, const NamedChange *change)
{
    const CatalogFile *was = change->was, *now = change->now;
    NamedId *ids = NEW(&scratch, NamedId, (size_t)was->count + now->count + 1);
    size_t count = 0;
    for (uint32_t i = change->same; i < was->count; i++)
        ids[count++] = (NamedId){was->entries[i].name, SYMBOL_NOWHERE};
    for (uint32_t i = change->same; i < now->count; i++)
        ids[count++] = (NamedId){now->entries[i].name, now->first + i};
    qsort(ids, count, sizeof *ids, compare_named);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && ids[end].name == ids[i].name; end++)
            continue;
        relist(catalog, change, &ids[i], end - i);
    }
}

void catalog_forget_relisted(Catalog *catalog)
{
    Relisted *relisted = &catalog->relisted;
    relisted->lists.len = relisted->ids.len = 0;
    id_map_clear(&relisted->at);
}
