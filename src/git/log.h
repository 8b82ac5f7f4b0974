/* The history of a repository or of a path in it: what `git log` lists, in its order (by the time
   of the committer, newest first, among the commits that are reached), with its simplification:
   where a merge took one side's version of the path as it was, the other sides are passed over. */
#pragma once

#include "git/objects.h"

typedef struct GitLog GitLog;

typedef struct GitLogOptions {
    Str from;          /* a revision; empty: HEAD */
    Str path;          /* a file or directory that a commit must have changed; empty: all count */
    bool first_parent; /* what was merged in is passed over */
    size_t most; /* commits that are looked at; 0: limits_git.h GIT_HISTORY_MAX. Where the program
                    git reads the repository, those that it lists */
} GitLogOptions;

typedef enum GitLogEnd {
    GIT_LOG_GOES_ON,
    GIT_LOG_WHOLE,   /* all there is */
    GIT_LOG_SHALLOW, /* up to where the clone ends */
    GIT_LOG_MOST,    /* as many as were asked for were looked at */
} GitLogEnd;

/* `arena` holds what the log needs while it is used. Errors are those of git_objects_commit. */
bool git_log_open(GitObjects *objects, Arena *arena, const GitLogOptions *options, GitLog **log,
                  Err *err) MUST_USE;
/* The next commit; *more is false, and there is none, at the end. */
bool git_log_next(GitLog *log, Arena *arena, GitCommit *commit, bool *more, Err *err) MUST_USE;
GitLogEnd git_log_end(const GitLog *log);
void git_log_close(GitLog **log); /* works as SCOPED; NULL: nothing */
