/* Line attribution (blame): which commit last changed each line of a file, as `git blame` reports
   it. History is walked newest first; lines that a parent already has are attributed further back.
   Renames of the file are followed. */
#pragma once

#include "git/objects.h"

typedef struct GitBlameOptions {
    Str path;             /* relative to the root of the repository, or of its part */
    uint32_t first, last; /* lines of the file as it is in the work tree, from 1; last 0: its end */
    bool ignore_space;    /* changes of white space alone do not count */
    size_t most;          /* commits visited at most; 0: GIT_BLAME_COMMITS_MAX of limits_git.h, or
                             GIT_BLAME_PROGRAM_MAX with the program git */
    const volatile bool *cancel; /* or NULL */
} GitBlameOptions;

/* Adjacent lines of one commit. */
typedef struct GitBlameRun {
    uint32_t first, count; /* in the work tree */
    uint32_t commit;       /* index in `commits`, or GIT_BLAME_NOT_COMMITTED */
    uint32_t was;          /* first line in that commit */
    Str path;              /* path of the file in that commit */
} GitBlameRun;
typedef VEC(GitBlameRun) GitBlameRunVec;

#define GIT_BLAME_NOT_COMMITTED UINT32_MAX

typedef struct GitBlameCommit {
    GitCommit commit; /* without its message */
    bool end; /* the walk ended here, at a shallow boundary or at the limit of commits: its lines
                 may be older */
} GitBlameCommit;

typedef struct GitBlame {
    GitBlameRunVec runs; /* by line */
    VEC(GitBlameCommit) commits;
    uint32_t lines; /* of the file */
    size_t looked;  /* commits visited */
    bool shallow,
        most;      /* some lines may be older: at a shallow boundary, at the limit of commits */
    bool replaced; /* git_objects_are_replaced */
    bool coarse;   /* some version was too large to compare line by line */
} GitBlame;

/* Fills in *blame, allocated in `arena`. ERR_NOT_FOUND if the file does not exist, ERR_FAILED if it
   is too large. */
bool git_blame(GitObjects *objects, Arena *arena, const GitBlameOptions *options, GitBlame *blame,
               Err *err) MUST_USE;
