#include "relations/test_owned.h"

#include "base/id_map.h"
#include "project/test_role.h"

static int compare_pairs(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

static void read_owned(Project *project, TestOwned *owned)
{
    const Catalog *catalog = project->session->catalog;
    owned->is_read = true;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (!file->path.len || !(file->class == FILE_TEST || test_names_file(project, f)))
            continue;
        const CatalogFile *row = catalog_row(catalog, f);
        for (uint32_t i = 1; i < row->count; i++)
            if (row->entries[i].owner && !row->entries[i].parent)
                *VEC_PUSH(project->request->arena, &owned->list) =
                    id_pair(row->entries[i].owner, row->first + i);
    }
    if (owned->list.len)
        qsort(owned->list.ptr, owned->list.len, sizeof *owned->list.ptr, compare_pairs);
}

/* Whether the file has a type of that name itself. */
static bool declares(const CatalogFile *file, uint32_t name)
{
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].name == name && symbol_is_type((SymbolKind)file->entries[i].kind))
            return true;
    return false;
}

/* The index of the first in the list that has the name or a later one. */
static size_t first_of(const TestOwned *owned, uint32_t name)
{
    size_t low = 0, high = owned->list.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (owned->list.ptr[middle] < id_pair(name, 0))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void test_owned_find(Project *project, TestOwned *owned, uint32_t type, IdVec *tests)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t name = catalog_entry(catalog, type)->name, own = catalog_place(catalog, type).file;
    uint32_t last = FILE_NOWHERE;
    bool hidden = false;
    if (!owned->is_read)
        read_owned(project, owned);
    for (size_t i = first_of(owned, name); i < owned->list.len && owned->list.ptr[i] >> 32 == name;
         i++) {
        uint32_t symbol = (uint32_t)owned->list.ptr[i];
        uint32_t file = catalog_place(catalog, symbol).file;
        if (file != last)
            hidden = file == own || declares(catalog_row(catalog, file), name) ||
                     catalog->files.ptr[file].language != catalog->files.ptr[own].language;
        last = file;
        if (!hidden)
            *VEC_PUSH(project->request->arena, tests) = symbol;
    }
}
