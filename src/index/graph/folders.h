/* The directories of modules as a tree, and groups of modules: a folder with everything below it
   can represent many modules where there is room for few. */
#pragma once

#include "index/graph/modules.h"

#define FOLDER_NONE UINT32_MAX

typedef struct Folder {
    Str path;             /* empty for the root, which is the first in the list */
    uint32_t above;       /* parent; FOLDER_NONE for the root */
    uint32_t first, next; /* first child and next sibling, or FOLDER_NONE */
    uint32_t module;      /* module of the files directly in it, or FOLDER_NONE */
    uint32_t modules;     /* number of modules in and below it */
    uint32_t files;
    uint64_t lines;
} Folder;

typedef struct Folders {
    Arena *arena;
    const Modules *modules;
    VEC(Folder) list;
    uint32_t *of_module; /* folder by module; FOLDER_NONE for modules that were not taken */
} Folders;

/* A folder with everything below it, or only its own module. */
typedef struct FolderPart {
    uint32_t folder;
    bool whole;
} FolderPart;
typedef VEC(FolderPart) FolderPartVec;

/* The tree of those modules for which taken[module] is set. */
Folders folders_make(Arena *arena, const Modules *modules, const bool *taken);
/* A folder by its path; FOLDER_NONE if no module is in or below it. */
uint32_t folders_find(const Folders *folders, Str path);
/* Descends while the folder has a single child and no module directly in it. */
uint32_t folders_narrow(const Folders *folders, uint32_t folder);
/* Divides a folder into parts. The part with most modules is opened again and again, as long as at
   most `limit` parts result; only the folder's direct children may exceed that. A part with one
   module is that module. */
FolderPartVec folders_cut(Arena *arena, const Folders *folders, uint32_t folder, size_t limit);
/* The surroundings of a folder: the parts of each ancestor that do not contain it. */
FolderPartVec folders_around(Arena *arena, const Folders *folders, uint32_t folder);
/* By module: the index of the part that contains it, or FOLDER_NONE. */
uint32_t *folders_spread(Arena *arena, const Folders *folders, const FolderPartVec *parts);
