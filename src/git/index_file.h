/* Reader of git's index (.git/index, versions 2 to 4): the list of tracked files. The file is read
   whole and bounds-checked, never written. */
#pragma once

#include "base/err.h"
#include "base/map.h"
#include "base/vec.h"

typedef enum GitEntryKind {
    GIT_ENTRY_FILE,
    GIT_ENTRY_SUBMODULE,
    GIT_ENTRY_SPARSE, /* a file or directory that git keeps off the work tree */
} GitEntryKind;

typedef struct GitEntry {
    Str path; /* relative to the work tree */
    GitEntryKind kind;
} GitEntry;
typedef VEC(GitEntry) GitEntryVec;

/* Reads the entries in path order, one for each path even during a conflict. The list is empty if
   the index is missing, is not a regular file, or has paths many times its own size. For an index
   in a form that is not supported here (split, SHA-256 of unknown length), sets *known = false, and
   the caller asks git. */
bool index_file_read(Arena *arena, Str git_directory, GitEntryVec *entries, bool *known,
                     Err *err) MUST_USE;

/* Reads an index file's cached tree extension. Maps each directory's path (empty: the root) to a
   pointer to the 20 bytes of its tree's id, allocated in `arena`. Directories that changed since
   are left out. */
void index_file_trees(Arena *arena, Str path, Map *trees);
