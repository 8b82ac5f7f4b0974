/* The paths of the catalog: files and folders by name. Folders are written without a slash at the
   end; the root is empty. */
#pragma once

#include "index/catalog/catalog.h"

#include "base/map.h"

typedef struct ImportPaths {
    Arena *arena;
    const Catalog *catalog;
    struct {
        uint32_t *ptr;
        size_t len;
    } order;         /* all file ids, in path order */
    uint32_t *place; /* by file id: where in order */
    struct ImportPathMaps *maps;
} ImportPaths;

void import_paths_open(ImportPaths *paths, Arena *arena, const Catalog *catalog);
uint32_t import_paths_file(const ImportPaths *paths, Str path);
/* file id of `start` + `end`, without a copy. */
uint32_t import_paths_joined(const ImportPaths *paths, Str start, Str end);
bool import_paths_is_folder(const ImportPaths *paths, Str path);
/* Files directly in the folder, in path order. */
IdSpan import_paths_folder(const ImportPaths *paths, Str path);
/* Files whose last component is that, in path order; in the arena. */
IdSpan import_paths_called(const ImportPaths *paths, Arena *arena, Str base);

/* Of the files whose path ends with these components the one that shares most folders with the
   given one, then the one with the shortest path; FILE_NOWHERE when two are equal in both. */
uint32_t import_paths_nearest(const ImportPaths *paths, Str folder, Str end);

/* Groups of files, each as one span in path order: `group_of` has 1 + the group's index by file id,
   or 0; the spans come with the number of their files. */
void import_paths_fill(const ImportPaths *paths, const uint32_t *group_of, IdSpan *spans,
                       size_t count);

/* ---- text ---- */

/* The folder that a path is in; empty for the root. */
Str import_folder(Str path);
/* True, and one level up; false when it is the root. */
bool import_climb(Str *folder);
/* `folder/name` normalised. False when it leads out of the root. */
bool import_join(Arena *arena, Str folder, Str name, Str *joined) MUST_USE;
/* Components that both folders begin with. */
size_t import_shared_depth(Str a, Str b);
