/* Reader of unified diffs: the changed lines, by their numbers in the new version. It accepts the
   output of `git diff`, `diff -u` and review tools. Context, commit messages and binary files are
   skipped. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

typedef struct PatchChange {
    Str path;             /* as in the diff, with its prefix `b/` */
    uint32_t first, last; /* added lines; of a removal, the two lines between which the removed ones
                             were (0 is before the first line) */
    bool removal;
} PatchChange;

typedef struct Patch {
    VEC(PatchChange) changes; /* in the diff's order, grouped by file */
    VEC(Str) removed;         /* paths of deleted files */
} Patch;

/* An empty text, and a diff of modes, names or binary files only, changes no lines. ERR_FAILED,
   naming the line, for a hunk that contradicts its header, a combined diff of a merge, or a text
   that is not a diff. */
bool patch_read(Arena *arena, Str text, Patch *patch, Err *err) MUST_USE;

/* The path in the rest of a line after `--- `, `+++ ` or `rename from `: git's quoting is decoded,
   a time after a tab is left out. Empty for /dev/null. */
Str patch_path(Arena *arena, Str text);
/* Removes the first directory, git's prefix: `b/src/x.c` becomes `src/x.c`. */
Str patch_strip(Str path);
