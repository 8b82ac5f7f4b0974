/* Temporary directories that only this user can access, for data that may be large. A directory is
   locked while its process lives, or a program that was started meanwhile. What a killed process
   left is removed when the next one opens a directory in the same place, or asks for that. */
#pragma once

#include "base/err.h"

typedef struct FsTemporary {
    Str path; /* absolute; empty: not made */
    int lock; /* a descriptor; -1 where the file system has no locks */
} FsTemporary;

/* Makes a directory in TMPDIR, or in /var/tmp or /tmp. Its path is kept in the arena. */
bool fs_temporary_open(Arena *arena, FsTemporary *temporary, Err *err) MUST_USE;
/* Removes it with everything in it; links are removed, not followed. No effect on an empty one. */
void fs_temporary_close(Arena scratch, FsTemporary *temporary);
/* Removes the directories of this user's processes that were killed. */
void fs_temporary_drop_left(Arena scratch);
