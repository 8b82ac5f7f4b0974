/* Finding the repository of a path by reading files only: no configuration is executed and no child
   process started. */
#pragma once

#include "base/err.h"

typedef struct GitRepo {
    Str root;      /* of the work tree, absolute, links resolved; the given directory if there is no
                      repository */
    Str part;      /* the directory of the work tree that `root` is; empty: `root` is all of it */
    Str directory; /* .git of this work tree; empty when there is no repository */
    Str common;    /* shared by all work trees of the repository */
    Str index;     /* by git_repo_take_environment: the index file, if it is not the usual one */
    Str branch;    /* by git_repo_read_head: short name; empty when detached or none */
    Str head;      /* by git_repo_read_head: object id in hex; empty before the first commit */
    bool unignored; /* ignored files are included; such a tree has a separate index */
} GitRepo;

/* Finds the repository that contains `path`, a file or a directory. A path outside all repositories
   is not an error: `root` is set and `directory` is empty. */
bool git_repo_find(Arena *arena, Str path, GitRepo *repo, Err *err) MUST_USE;
/* Narrows the repository to one of its directories (a real path). Ignore files above it still
   apply. No effect without a repository, or if the directory is the root. */
void git_repo_narrow(GitRepo *repo, Str directory);
/* The root of the whole work tree, even after git_repo_narrow. */
Str git_repo_whole(const GitRepo *repo);
/* Sets `branch` and `head` to their current values. */
void git_repo_read_head(Arena *arena, GitRepo *repo);
/* Applies the environment that git gives to programs that it starts, such as hooks: with
   GIT_INDEX_FILE, `index` is the index of the commit that is being made. Relative names begin at
   the root of the whole work tree. An error if the file does not exist, or if it or GIT_DIR belongs
   to another repository. */
bool git_repo_take_environment(Arena *arena, GitRepo *repo, Err *err) MUST_USE;
/* The work tree that core.worktree names, if it is not this one; empty: it is. */
Str git_repo_elsewhere(Arena *arena, const GitRepo *repo);
/* The path of the index file. */
Str git_repo_index(Arena *arena, const GitRepo *repo);
/* Whether ids are SHA-256; then the entries of the index are longer. */
bool git_repo_is_sha256(Arena *arena, const GitRepo *repo);
/* Time after which a silent git counts as blocked, in milliseconds: it reads a local repository. */
#define GIT_STILL_MS 2000
/* Whether one of the files that git reads is a FIFO or a device, on which git would block. */
bool git_repo_would_hang(Arena *arena, const GitRepo *repo);
/* An identifier of 16 hex digits, the same for all work trees of a repository. */
Str git_repo_id(Arena *arena, const GitRepo *repo);
