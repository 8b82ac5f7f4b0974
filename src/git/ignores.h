/* The stack of ignore files that apply during a walk through a tree, read within limits. */
#pragma once

#include "git/ignore.h"

typedef struct Ignores {
    IgnoreStack stack;      /* truncated when a directory is left */
    size_t bytes, patterns; /* read so far */
    Str part; /* root of the queried paths, relative to the bases of the rules; may be empty */
} Ignores;

/* Names of ignore files; the later one takes precedence. */
#define IGNORE_FILE_COUNT 2
extern const char *const ignore_files[IGNORE_FILE_COUNT];

/* Reads the ignore file at `path` and pushes its patterns. False if a limit is exceeded: then no
   pattern is pushed. A missing file counts as empty. */
bool ignores_push(Arena *arena, Ignores *ignores, Str base, Str path);
/* Pushes the .gitignore and .foveaignore files of the directories above `ignores->part` in the work
   tree at `root`. None are pushed when they ignore the part itself. False: some were left out by a
   limit. */
bool ignores_push_above(Arena *arena, Ignores *ignores, Str root);
/* The rule that ignores the path, and its file; NULL: no rule does. */
const IgnorePattern *ignores_find(const Ignores *ignores, Arena scratch, Str path,
                                  bool is_directory, const IgnoreFile **file);
/* `/build (.gitignore:3)`, with the file relative to the root. */
Str ignores_describe(Arena *arena, Str root, const IgnorePattern *rule, const IgnoreFile *file);
