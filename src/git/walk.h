/* Every file that belongs to a tree: tracked by git, or untracked and not ignored (.gitignore at
   every level, .git/info/exclude, the user's core.excludesFile, and .foveaignore). Nested
   repositories and submodules are walked as parts with rules of their own; linked work trees of the
   same repository (`git worktree add`) are left out, and so is the main one. Symbolic links are not
   followed, special files are not listed. Without git the whole directory counts, .foveaignore and
   .gitignore applied. */
#pragma once

#include "git/listing.h"
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
    size_t unreadable; /* directories that were left out */
    size_t parts;      /* repositories: 1, and those in it */
    Str ignored_by; /* the rule that left something out first, `/build (.gitignore:3)`, or empty */
} WalkResult;

typedef struct WalkOptions {
    uint32_t max_depth; /* of directories; 0: limits.h WALK_DEPTH_MAX */
    Str under;          /* only this file, or those below this directory; empty: all */
    size_t files_max;   /* more are an error; 0: any number */
    const volatile bool *cancel;
    ParallelShare *share; /* who waits for the list helps with it; NULL: nobody */
    Listings *listings;   /* what directories held before, brought up to date; NULL: all are read */
    /* Called for each directory (relative to the root, empty for it) that holds a part of the tree,
       before it is read: who watches it from then on misses nothing. NULL: nobody asks. */
    void (*enter)(void *context, Str directory);
    void *context;
} WalkOptions;

/* What the user's own ignore file says, as a number that is never 0: lists of before and after a
   change of it differ. */
uint64_t git_user_rules(Arena scratch);

bool git_walk(Arena *arena, Arena scratch, const GitRepo *repo, const WalkOptions *options,
              WalkResult *result, Err *err) MUST_USE;
