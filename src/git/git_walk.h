/* Walk of a work tree: every file that is tracked by git, or untracked and not ignored. Ignore
   rules come from .gitignore at every level, .git/info/exclude, the user's core.excludesFile and
   .foveaignore. Nested repositories and submodules are walked as parts with their own rules. Other
   work trees of the same repository (`git worktree add`) are left out, the main one included.
   Symbolic links are not followed; special files are not listed. Without git the whole directory is
   walked, with .foveaignore and .gitignore applied. */
#pragma once

#include "git/directory_cache.h"
#include "git/gaps.h"
#include "git/repo.h"

#include "base/parallel.h"
#include "base/vec.h"

typedef struct WalkFile {
    Str path; /* relative to the root */
    uint64_t size;
    uint64_t stamp; /* fs_stamp */
    uint64_t inode; /* fs_identity */
    bool tracked;
} WalkFile;
typedef VEC(WalkFile) WalkFileVec;

typedef struct WalkResult {
    WalkFileVec files; /* in byte order of their paths */
    size_t unreadable; /* directories that could not be read */
    size_t parts;      /* repositories: the tree's own and the nested ones */
    Str ignored_by; /* the first rule that ignored something, `/build (.gitignore:3)`, or empty */
    WalkGaps gaps;  /* files not listed; sources in ignored directories are not counted yet */
} WalkResult;

typedef struct WalkOptions {
    uint32_t max_depth; /* of directories; 0: limits.h WALK_DEPTH_MAX */
    Str under; /* restricts the walk to this file, or to files below this directory; empty: all */
    size_t files_max; /* finding more is an error; 0: no limit */
    const volatile bool *cancel;
    bool (*is_source)(Str path); /* ignored files that `gaps` counts; NULL: none */
    ParallelShare *share;        /* work on the list by the thread that waits for it; NULL: none */
    Listings *listings; /* cached listings, which are updated; NULL: every directory is read */
    /* Called for each directory of the tree (relative to the root, empty for it) before it is read,
       so a watch set here misses nothing. May be NULL. */
    void (*enter)(void *context, Str directory);
    void *context;
} WalkOptions;

/* A hash of the user's own ignore file, never 0. It changes when the file changes, so a list made
   before is known to be outdated. */
uint64_t git_user_rules(Arena scratch, const GitRepo *repo);

bool git_walk(Arena *arena, Arena scratch, const GitRepo *repo, const WalkOptions *options,
              WalkResult *result, Err *err) MUST_USE;
