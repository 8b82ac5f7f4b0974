/* The ignore files that hold on the way through a tree, read within limits. */
#pragma once

#include "git/ignore.h"

typedef struct Ignores {
    IgnoreStack stack;      /* shortened when a directory is left */
    size_t bytes, patterns; /* read so far */
    Str part; /* where the paths that are asked about start, as seen from the bases; or empty */
} Ignores;

/* What they are called, the later above the earlier. */
#define IGNORE_FILE_COUNT 2
extern const char *const ignore_files[IGNORE_FILE_COUNT];

/* Whole, or not at all: false when the limits leave it out. What is not there is empty. */
bool ignores_push(Arena *arena, Ignores *ignores, Str base, Str path);
/* The .gitignore and .foveaignore of the directories above `ignores->part`, of a work tree with
   that root; none of any when they leave the part itself out. False: not all of them. */
bool ignores_push_above(Arena *arena, Ignores *ignores, Str root);
/* core.excludesFile of the user's own configuration, or where it is by default; a repository's
   cannot name one. May be empty. */
Str ignores_of_user(Arena *arena);
/* Whether a rule leaves the path out. `rule` (or NULL) then gets it: `/build (.gitignore:3)`, the
   file relative to the root. */
bool ignores_leave_out(const Ignores *ignores, Arena *arena, Str root, Str path, bool is_directory,
                       Str *rule);
