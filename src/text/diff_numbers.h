/* Reader of unified diffs: their hunks, and the lines that these change. It accepts what `git
   diff`, `diff -u` and review tools write. Commit messages and binary files are skipped. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

typedef struct PatchHunk {
    Str old_path, path; /* as in the diff, with a/ and b/; empty: /dev/null */
    uint32_t old_start,
        new_start;        /* its first line on each side; without lines there: the next one */
    uint32_t line, count; /* in `lines` */
} PatchHunk;

typedef struct Patch {
    VEC(PatchHunk) hunks; /* in the diff's order */
    VEC(Str) lines;       /* of all hunks, each with its sign: `+a`, `-b`, ` c` */
    VEC(Str) removed;     /* paths of deleted files */
} Patch;

typedef struct PatchChange {
    uint32_t first, last; /* lines that only one side has; where it lost lines, the two lines
                             between which they were (0 is before the first line) */
    bool removal;
} PatchChange;
typedef VEC(PatchChange) PatchChangeVec;

/* An empty text, and a diff of modes, names or binary files only, changes no lines. ERR_FAILED,
   naming the line, for a hunk that contradicts its header, a combined diff of a merge, or a text
   that is not a diff. */
bool diff_numbers_read(Arena *arena, Str text, Patch *patch, Err *err) MUST_USE;

/* Adds the changes in lines of a hunk, numbered on one side, whose first line is `at`: `sign` is
   `+` for the new side, `-` for the old one, for which the added lines are those that it lost. */
void diff_numbers_take_changes(Arena *arena, const Str *lines, size_t count, char sign, uint32_t at,
                               PatchChangeVec *changes);

/* The path in the rest of a line after `--- `, `+++ ` or `rename from `: git's quoting is decoded,
   a time after a tab is left out. Empty for /dev/null. */
Str diff_numbers_path(Arena *arena, Str text);
/* Removes the first directory, git's prefix: `b/src/x.c` becomes `src/x.c`. */
Str diff_numbers_strip(Str path);
