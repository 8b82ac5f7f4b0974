/* git's own index (.git/index, versions 2 to 4): which files are tracked, and what their stat data
   were when git last looked. Read whole, checked for bounds, never written. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

#define GIT_MODE_DIRECTORY 0040000
#define GIT_MODE_LINK 0120000
#define GIT_MODE_SUBMODULE 0160000

typedef struct GitEntry {
    Str path;      /* relative to the work tree */
    uint32_t mode; /* as git keeps it: 0100644, 0100755, GIT_MODE_LINK, GIT_MODE_SUBMODULE */
    uint32_t size; /* low 32 bits */
    int64_t mtime_ns;
    uint32_t inode; /* low 32 bits */
    uint8_t oid[32];
} GitEntry;
typedef VEC(GitEntry) GitEntryVec;

/* Entries in path order, one a path also in a conflict. No index, what is no file,
   or one with paths that are many times as long as itself: none. A
   directory that a sparse index holds as a whole is left out: git keeps it off the work tree. An
   index of a form that is not read here (split, SHA-256 of unknown length) gives *known = false,
   and the caller asks git.
 */
bool git_index_read(Arena *arena, Str git_directory, GitEntryVec *entries, bool *known,
                    Err *err) MUST_USE;
