/* git's own index (.git/index, versions 2 to 4): which files are tracked. Read whole, checked for
   bounds, never written. */
#pragma once

#include "base/err.h"
#include "base/map.h"
#include "base/vec.h"

typedef struct GitEntry {
    Str path; /* relative to the work tree */
} GitEntry;
typedef VEC(GitEntry) GitEntryVec;

/* Entries in path order, one a path also in a conflict. No index, what is no file,
   or one with paths that are many times as long as itself: none. A
   directory that a sparse index holds as a whole is left out: git keeps it off the work tree. An
   index of a form that is not read here (split, SHA-256 of unknown length) gives *known = false,
   and the caller asks git.
 */
bool index_file_read(Arena *arena, Str git_directory, GitEntryVec *entries, bool *known,
                     Err *err) MUST_USE;

/* The trees that directories of the index stand for, as far as git remembers them: by path (empty:
   the root) a pointer to the 20 bytes of an id, which live in the arena. Those that changed since
   are left out. */
void index_file_trees(Arena *arena, Str git_directory, Map *trees);
