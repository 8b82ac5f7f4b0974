/* Merge join of the files of a walk with the files of the catalog, both in path order. */
#include "index/update/build.h"

#include "index/update/memory.h"

#include <stdlib.h>

bool build_is_version(const CatalogFile *known, const WalkFile *file)
{
    return known->size == file->size && known->stamp == file->stamp && known->inode == file->inode;
}

static bool is_under(Str path, Str under)
{
    return !under.len ||
           (str_starts(path, under) && (path.len == under.len || path.ptr[under.len] == '/'));
}

/* ---- changed attributes ---- */

static bool is_reclassified(const Catalog *catalog, Str path)
{
    for (size_t i = 0; i < catalog->reclassified->directories.len; i++)
        if (is_under(path, catalog->reclassified->directories.ptr[i]))
            return true;
    return false;
}

/* The directory of a .gitattributes, empty for the root; false for any other path. */
static bool has_attributes(Str path, Str *directory)
{
    Str name = STR(GIT_ATTRIBUTES_NAME);
    if (!str_ends(path, name))
        return false;
    *directory = str_slice(path, 0, path.len == name.len ? 0 : path.len - name.len - 1);
    return path.len == name.len || path.ptr[path.len - name.len - 1] == '/';
}

static int compare_paths(const void *a, const void *b)
{
    return str_compare(((const WalkFile *)a)->path, ((const WalkFile *)b)->path);
}

static bool is_listed(const WalkFileVec *files, Str path)
{
    const WalkFile wanted = {.path = path};
    return files->len &&
           bsearch(&wanted, files->ptr, files->len, sizeof(WalkFile), compare_paths) != NULL;
}

/* Notes the directories whose .gitattributes came, went or changed. */
static void find_reclassified(Arena *arena, const Catalog *catalog, const WalkFileVec *files,
                              Str under)
{
    Reclassified *found = catalog->reclassified;
    Str directory;
    *found = (Reclassified){0};
    for (size_t i = 0; i < files->len; i++) {
        if (!has_attributes(files->ptr[i].path, &directory))
            continue;
        uint32_t id = catalog_find_file(catalog, files->ptr[i].path);
        if (id == FILE_NOWHERE || !build_is_version(&catalog->files.ptr[id], &files->ptr[i]))
            *VEC_PUSH(arena, &found->directories) = directory;
    }
    for (size_t i = 0; i < catalog->files.len; i++) {
        Str path = catalog->files.ptr[i].path;
        if (has_attributes(path, &directory) && is_under(path, under) && !is_listed(files, path))
            *VEC_PUSH(arena, &found->directories) = directory;
    }
}

bool build_is_same(const Catalog *catalog, uint32_t id, const WalkFile *file, uint64_t memory)
{
    const CatalogFile *known = &catalog->files.ptr[id];
    return (known->state == FILE_SYNTACTIC || known->state == FILE_FAILED) &&
           build_is_version(known, file) && !memory_is_due(catalog, known, memory_limit(memory)) &&
           !is_reclassified(catalog, file->path);
}

/* Fast path: usually no file was added or removed, and the catalog's list is also in path order. */
static bool are_alike(const Catalog *catalog, const WalkFileVec *files)
{
    bool alike = catalog->files.len == files->len;
    for (size_t i = 0; i < files->len && alike; i++)
        alike = str_equal(catalog->files.ptr[i].path, files->ptr[i].path);
    return alike;
}

static void join(Arena *arena, const Catalog *catalog, const WalkFileVec *files,
                 const BuildComparison *comparison)
{
    size_t count, k = 0, f = 0;
    if (!comparison->under.len && are_alike(catalog, files)) {
        for (uint32_t i = 0; i < files->len; i++)
            comparison->visit(comparison->context, i, &files->ptr[i]);
        return;
    }
    const CatalogPath *known = catalog_by_path(arena, catalog, &count);
    while (k < count || f < files->len) {
        if (k < count && !is_under(known[k].path, comparison->under)) {
            k++;
            continue;
        }
        int order = k == count        ? 1
                    : f == files->len ? -1
                                      : str_compare(known[k].path, files->ptr[f].path);
        comparison->visit(comparison->context, order <= 0 ? known[k].id : FILE_NOWHERE,
                          order >= 0 ? &files->ptr[f] : NULL);
        k += order <= 0;
        f += order >= 0;
    }
}

void build_compare(Arena *arena, const Catalog *catalog, const WalkFileVec *files,
                   const BuildComparison *comparison)
{
    find_reclassified(arena, catalog, files, comparison->under);
    join(arena, catalog, files, comparison);
    *catalog->reclassified = (Reclassified){0};
}

typedef struct StalenessCount {
    const Catalog *catalog;
    uint64_t memory;
    Staleness *stale;
} StalenessCount;

static void count_staleness(void *context, uint32_t id, const WalkFile *file)
{
    const StalenessCount *count = context;
    Staleness *stale = count->stale;
    bool known = id != FILE_NOWHERE;
    bool changed = known && file && !build_is_same(count->catalog, id, file, count->memory);
    stale->files += file != NULL;
    stale->added += !known;
    stale->removed += !file;
    stale->changed += changed;
    stale->bytes += file ? file->size : 0;
    stale->bytes_behind += !known || changed ? file->size : 0;
}

void build_check(Arena scratch, const Catalog *catalog, WalkResult *tree, uint64_t memory,
                 Staleness *stale)
{
    *stale = (Staleness){.symbols = catalog->symbol_count - catalog->numbering.empty};
    StalenessCount count = {catalog, memory, stale};
    extent_filter(&catalog->extent, &tree->files);
    build_compare(&scratch, catalog, &tree->files,
                  &(BuildComparison){.visit = count_staleness, .context = &count});
}
