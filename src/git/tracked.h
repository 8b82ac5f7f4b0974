/* What git tracks in a work tree, and what these files are now: their sizes and times are asked for
   by several threads, while who lists directories finds out what else there is. */
#pragma once

#include "git/index_file.h"
#include "git/walk.h"

#include <stdatomic.h>

typedef struct Tracked {
    GitEntryVec entries; /* by path, each once */
    bool *seen;          /* of each entry: taken */
    size_t at;           /* where the next is expected */
    WalkFile *stats;     /* of each entry, from tracked_stat; NULL before */
    atomic_size_t next;  /* entry to be asked about */
    int root_fd;
} Tracked;

/* By reading git's index, or by asking git when it is of a form that is not read here. */
bool tracked_read(Arena *arena, const GitRepo *repo, Tracked *tracked, Err *err) MUST_USE;
/* As if nothing were tracked. */
void tracked_forget(Arena *arena, Tracked *tracked);
/* The path's entry + 1, seen from now on; or 0. Fast when paths come in byte order. */
size_t tracked_take(Tracked *tracked, Str path);
/* Before tracked_stat; `root_fd`: of the work tree. */
void tracked_prepare(Arena *arena, Tracked *tracked, int root_fd);
/* For any number of threads at once: they share the entries among themselves. */
void tracked_stat(Tracked *tracked);

/* Size of a file that is not there, or no regular file. */
#define WALK_NO_FILE UINT64_MAX
void walk_stat(int root_fd, const char *path, WalkFile *file);
