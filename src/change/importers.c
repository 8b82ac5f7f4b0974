/* An import is resolved in both states by the rules of its language (index/imports/), so one that
   finds another file of that name is not broken. */
#include "change/importers.h"

#include "base/id_map.h"
#include "change/places.h"
#include "change/uses.h"

#include <stdlib.h>

/* Whether the new state has a file at that path. */
static bool has_file(const ChangeSet *set, Str path)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(set->files.ptr[i].new.path, path))
            return true;
    return false;
}

/* Maps the ids of files that are no longer at their path to their index in the set. */
static IdMap files_gone(Arena *arena, const ChangeSet *set, const Places *places)
{
    IdMap gone = {0};
    for (uint32_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        if (places->old[i] != FILE_NOWHERE && !has_file(set, file->old.path))
            id_map_put(&gone, arena, places->old[i], i);
    }
    return gone;
}

static const ChangedFile *changed_file(const ChangeSet *set, Str old_path)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(set->files.ptr[i].old.path, old_path))
            return &set->files.ptr[i];
    return NULL;
}

void importers_note(Arena *arena, Arena scratch, const ChangeSet *set, const Catalog *catalog,
                    ImporterVec *importers)
{
    Places places = places_of(&scratch, set, catalog);
    IdMap gone = files_gone(&scratch, set, &places);
    *importers = (ImporterVec){0};
    for (uint32_t f = 0; f < catalog->files.len && gone.count; f++) {
        Arena lent = scratch;
        ImportLinkVec links = {0};
        Str path = catalog->files.ptr[f].path;
        catalog_imports(catalog, &lent, f, &links);
        for (size_t i = 0; i < links.len; i++) {
            uint32_t target = links.ptr[i].target == FILE_NOWHERE
                                  ? ID_MAP_NONE
                                  : id_map_get(&gone, links.ptr[i].target);
            if (target == ID_MAP_NONE || links.ptr[i].flags & (BINDING_MAYBE | BINDING_OUTER))
                continue;
            const ChangedFile *file = changed_file(set, path);
            uint32_t line = uses_line_now(file, links.ptr[i].line);
            if (line && (!file || file->new.path.len))
                *VEC_PUSH(arena, importers) =
                    (Importer){.file = target,
                               .path = file ? file->new.path : str_copy(arena, path),
                               .line = line};
        }
    }
}

static int by_place(const void *a, const void *b)
{
    const Importer *x = a, *y = b;
    int order = str_compare(x->path, y->path);
    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

/* Whether an import on that line leads to a file. */
static bool leads_somewhere(Arena scratch, const Catalog *catalog, uint32_t file, uint32_t line)
{
    ImportLinkVec links = {0};
    bool found = false;
    catalog_imports(catalog, &scratch, file, &links);
    for (size_t i = 0; i < links.len; i++) {
        if (links.ptr[i].line != line)
            continue;
        found = true;
        if (links.ptr[i].target != FILE_NOWHERE)
            return true;
    }
    return !found; /* the line is parsed differently now */
}

void importers_keep_broken(Arena scratch, const ChangeSet *set, const Catalog *catalog,
                           ImporterVec *importers)
{
    Places places = places_of(&scratch, set, catalog);
    size_t kept = 0;
    if (importers->len)
        qsort(importers->ptr, importers->len, sizeof *importers->ptr, by_place);
    for (size_t i = 0; i < importers->len; i++) {
        const Importer *importer = &importers->ptr[i];
        uint32_t file = places_file(&places, importer->path);
        bool repeated = kept && !by_place(&importers->ptr[kept - 1], importer);
        if (!repeated && file != FILE_NOWHERE &&
            !leads_somewhere(scratch, catalog, file, importer->line))
            importers->ptr[kept++] = *importer;
    }
    importers->len = kept;
}
