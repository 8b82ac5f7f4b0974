/* The directories of modules as a tree, and what stands for many modules where there is room for
   few: folders with all that is below them. */
#pragma once

#include "index/graph/modules.h"

#define FOLDER_NONE UINT32_MAX

typedef struct Folder {
    Str path;             /* empty for the root, which is the first */
    uint32_t above;       /* FOLDER_NONE for the root */
    uint32_t first, next; /* the first folder in it, the next one beside it */
    uint32_t module;      /* of the files that lie directly in it, or FOLDER_NONE */
    uint32_t modules;     /* in and below it */
    uint32_t files;
    uint64_t lines;
} Folder;

typedef struct Folders {
    Arena *arena;
    const Modules *modules;
    VEC(Folder) list;
    uint32_t *of_module; /* FOLDER_NONE for those that are not taken */
} Folders;

/* A folder with all below it, or only the module in it. */
typedef struct FolderPart {
    uint32_t folder;
    bool whole;
} FolderPart;
typedef VEC(FolderPart) FolderPartVec;

/* Of the modules that `taken` says. */
Folders folders_make(Arena *arena, const Modules *modules, const bool *taken);
/* By its path; FOLDER_NONE when no module that is taken is in or below it. */
uint32_t folders_find(const Folders *folders, Str path);
/* The folder, or the one that is all it holds. */
uint32_t folders_narrow(const Folders *folders, uint32_t folder);
/* The parts of a folder. Those that hold most modules are opened further, as long as there are at
   most `limit` parts; only what lies directly in the folder may be more. A part that holds one
   module is that module. */
FolderPartVec folders_cut(Arena *arena, const Folders *folders, uint32_t folder, size_t limit);
/* What lies around a folder: the parts of each folder above it that do not hold it. */
FolderPartVec folders_around(Arena *arena, const Folders *folders, uint32_t folder);
/* By module: the index of the part that holds it, or FOLDER_NONE. */
uint32_t *folders_spread(Arena *arena, const Folders *folders, const FolderPartVec *parts);
