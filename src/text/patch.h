/* Which lines a unified diff changes, by their numbers in the new version: what `git diff`, `diff
   -u` and review tools write. Context, commit messages and binary files are passed over. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

typedef struct PatchChange {
    Str path;             /* as the diff has it, `b/` and all */
    uint32_t first, last; /* lines that were added; or, where lines only went away, the two
                             between which they were (0 is before the first line) */
    bool removal;
} PatchChange;

typedef struct Patch {
    VEC(PatchChange) changes; /* in the diff's order; a file's together */
    VEC(Str) removed;         /* paths of files that are gone */
} Patch;

/* An empty text, and a diff of modes, names or binary files only, changes no lines. ERR_FAILED,
   naming the line, for a hunk that does not hold what its header says, for the combined diff of a
   merge, and for a text that is no diff. */
bool patch_read(Arena *arena, Str text, Patch *patch, Err *err) MUST_USE;

/* Without the first directory, which git puts in front: `b/src/x.c` is `src/x.c`. */
Str patch_strip(Str path);
