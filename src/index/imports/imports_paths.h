/* Path index of the catalog: files and folders by name. Folders have no trailing slash; the root
   is the empty path. */
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
    uint32_t *place; /* by file id: index in `order` */
    struct ImportPathMaps *maps;
} ImportPaths;

/* Opens an index that is filled when needed. The catalog must outlive it. */
void imports_paths_open(ImportPaths *paths, Arena *arena, const Catalog *catalog);
/* The file with that path, or FILE_NOWHERE. */
uint32_t imports_paths_file(const ImportPaths *paths, Str path);
/* The file with the path `start` + `end`; nothing is copied. */
uint32_t imports_paths_joined(const ImportPaths *paths, Str start, Str end);
bool imports_paths_is_folder(const ImportPaths *paths, Str path);
/* The files directly in the folder, in path order. */
IdSpan imports_paths_folder(const ImportPaths *paths, Str path);
/* The files with that base name, in path order; allocated in the arena. */
IdSpan imports_paths_called(const ImportPaths *paths, Arena *arena, Str base);

/* Among the files whose path ends with the components `end`: the one that shares most folders
   with `folder`, then the one with the shortest path. FILE_NOWHERE when none matches or two are
   equal in both. */
uint32_t imports_paths_nearest(const ImportPaths *paths, Str folder, Str end);

/* Distributes files to groups, each a span in path order. By file id, `group_of` has the group's
   index + 1, or 0. On entry each span holds its number of files. */
void imports_paths_fill(const ImportPaths *paths, const uint32_t *group_of, IdSpan *spans,
                        size_t count);

/* ---- text ---- */

/* The folder of a path; empty at the root. */
Str imports_folder(Str path);
/* Goes up one level; false at the root. */
bool imports_climb(Str *folder);
/* Joins and normalises `folder/name`; false when it leads above the root. */
bool imports_join(Arena *arena, Str folder, Str name, Str *joined) MUST_USE;
/* The number of leading components that both folders share. */
size_t imports_shared_depth(Str a, Str b);
