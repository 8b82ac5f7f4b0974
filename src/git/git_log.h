/* History traversal: the commits that `git log` lists for a repository or a path, in its order.
   That is by the committer's time, newest first, among the commits reached so far. History is
   simplified as git does it: if a merge took the path unchanged from one parent, the other parents
   are not followed. */
#pragma once

#include "git/objects.h"

typedef struct GitLog GitLog;

typedef struct GitLogOptions {
    Str from;          /* a revision; empty: HEAD */
    Str path;          /* a file or directory that a commit must have changed; empty: all count */
    bool first_parent; /* only first parents are followed */
    size_t most; /* commits visited at most; 0: GIT_HISTORY_MAX of limits_git.h. With the program
                    git, the commits that it lists */
} GitLogOptions;

typedef enum GitLogEnd {
    GIT_LOG_GOES_ON,
    GIT_LOG_WHOLE,   /* the root was reached */
    GIT_LOG_SHALLOW, /* ended at a shallow boundary */
    GIT_LOG_MOST,    /* ended at the limit of commits */
} GitLogEnd;

/* `arena` must outlive the log, which allocates in it. Fails as git_objects_commit does. */
bool git_log_open(GitObjects *objects, Arena *arena, const GitLogOptions *options, GitLog **log,
                  Err *err) MUST_USE;
/* The next commit; at the end *more is false and *commit is not set. */
bool git_log_next(GitLog *log, Arena *arena, GitCommit *commit, bool *more, Err *err) MUST_USE;
GitLogEnd git_log_end(const GitLog *log);
void git_log_close(GitLog **log); /* works as SCOPED; NULL: nothing */
