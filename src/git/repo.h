/* Finding the repository around a path, by looking at files only: nothing of a repository's
   configuration is executed, no child process is started. */
#pragma once

#include "base/err.h"

typedef struct GitRepo {
    Str root; /* the work tree, absolute, real; the given directory when there is no repository */
    Str part; /* `root` is only this directory of the work tree; empty: all of it */
    Str directory;  /* .git of this work tree; empty when there is no repository */
    Str common;     /* shared by all work trees of the repository */
    Str branch;     /* git_repo_read_head: short name; empty when detached or none */
    Str head;       /* the same: object id in hex; empty before the first commit */
    bool unignored; /* what ignore files leave out counts, too; its index is another one */
} GitRepo;

/* `path` may be a file or a directory. Not being in a repository is no error. */
bool git_repo_find(Arena *arena, Str path, GitRepo *repo, Err *err) MUST_USE;
/* Leaves only a directory of it that is real: what is above counts no more but for its ignore
   files. Without a repository, or where it is the root, nothing changes. */
void git_repo_narrow(GitRepo *repo, Str directory);
/* The root of the whole work tree. */
Str git_repo_whole(const GitRepo *repo);
/* Fills in branch and head, as they are now. */
void git_repo_read_head(Arena *arena, GitRepo *repo);
/* How long git may stand still, in milliseconds: it reads a local repository. */
#define GIT_STILL_MS 2000
/* Whether one of the files that git reads is a FIFO or a device, for which git would wait. */
bool git_repo_would_hang(Arena *arena, const GitRepo *repo);
/* 16 hex digits that all work trees of a repository share. */
Str git_repo_id(Arena *arena, const GitRepo *repo);
