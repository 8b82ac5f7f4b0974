/* Which commit wrote each line of a file, as `git blame` says it: from commit to commit, newest
   first, lines that a parent has stay with the parent; the file is followed through renames. */
#pragma once

#include "git/objects.h"

typedef struct GitBlameOptions {
    Str path;             /* relative to the root of the repository, or of its part */
    uint32_t first, last; /* lines of the file as it is in the work tree, from 1; last 0: its end */
    bool ignore_space;    /* a line of which only white space changed stays with who wrote it */
    size_t most; /* commits that are looked at; 0: limits_git.h GIT_BLAME_COMMITS_MAX, or of the
                    program git GIT_BLAME_PROGRAM_MAX */
    const volatile bool *cancel; /* or NULL */
} GitBlameOptions;

/* Lines in a row that are of one commit. */
typedef struct GitBlameRun {
    uint32_t first, count; /* in the work tree */
    uint32_t commit;       /* index in `commits`; GIT_BLAME_NOT_COMMITTED */
    uint32_t was;          /* the first line, in that commit … */
    Str path;              /* … and the file there */
} GitBlameRun;
typedef VEC(GitBlameRun) GitBlameRunVec;

#define GIT_BLAME_NOT_COMMITTED UINT32_MAX

typedef struct GitBlameCommit {
    GitCommit commit; /* without its message */
    bool end; /* a shallow clone ends at it, or no more commits were looked at: its lines may
                 be older */
} GitBlameCommit;

typedef struct GitBlame {
    GitBlameRunVec runs; /* by line */
    VEC(GitBlameCommit) commits;
    uint32_t lines; /* of the file */
    size_t looked;  /* commits */
    bool shallow,
        most;    /* some lines may be older: the clone ends, so many commits were looked at */
    bool coarse; /* some version was too large to compare line by line */
} GitBlame;

/* ERR_NOT_FOUND where there is no such file, ERR_FAILED where it is too large. */
bool git_blame(GitObjects *objects, Arena *arena, const GitBlameOptions *options, GitBlame *blame,
               Err *err) MUST_USE;
