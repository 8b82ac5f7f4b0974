/* The tracked files of a work tree with their sizes and times. Several threads stat them while the
   walk lists directories for untracked files. */
#pragma once

#include "git/git_walk.h"
#include "git/index_file.h"

#include <stdatomic.h>

typedef struct Tracked {
    GitEntryVec entries; /* by path, each once */
    bool *seen;          /* by entry: tracked_take found it */
    size_t at;           /* index of the entry expected next */
    WalkFile *stats;     /* by entry, filled in by tracked_stat; NULL before tracked_prepare */
    atomic_size_t next;  /* next entry to stat */
    int root_fd;
} Tracked;

/* Reads git's index, or asks the program git if the index has a form that is not read here. */
bool tracked_read(Arena *arena, const GitRepo *repo, Tracked *tracked, Err *err) MUST_USE;
/* Makes the list empty. */
void tracked_forget(Arena *arena, Tracked *tracked);
/* The index of the path's entry + 1, which is then marked as seen; 0 if the path is not tracked.
   Fast when paths come in byte order. */
size_t tracked_take(Tracked *tracked, Str path);
/* Allocates the stats; must precede tracked_stat. `root_fd`: the root of the work tree. */
void tracked_prepare(Arena *arena, Tracked *tracked, int root_fd);
/* Stats all entries. Any number of threads may call it at once: they divide the entries among
   themselves. */
void tracked_stat(Tracked *tracked);

/* Size of a file that does not exist or is not regular. */
#define WALK_NO_FILE UINT64_MAX
void walk_stat(int root_fd, const char *path, WalkFile *file);
