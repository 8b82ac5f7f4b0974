/* Unified diffs by the program git. Nothing runs that the repository's configuration names: no file
   monitors, filters, diff drivers or transports. */
#pragma once

#include "base/vec.h"
#include "git/repo.h"

/* Whether a text may be a revision or a range: `HEAD~3`, `main..HEAD`, `staged`. */
bool git_diff_is_name(Str text);
/* What a diff compares, and of which files. */
typedef struct GitDiffAsk {
    /* - `staged`, unless a branch or tag has that name: the index against HEAD;
       - a revision, `A..` or `A..HEAD`: from there to the work tree;
       - `A..B`: between the two; with three dots, from their merge base. */
    Str what;
    bool staged;      /* the index against HEAD, whatever `what` is */
    const Str *texts; /* only these files, as text whatever their attributes say */
    size_t text_count;
} GitDiffAsk;

/* Reads a unified diff: to the work tree without context, and between other states with it, so that
   its text can be found in the work tree. *working: its new side is the work tree. ERR_NOT_FOUND if
   git does not know the revision, the path is in no repository, or git is not installed. */
bool git_diff_read(Arena *arena, const GitRepo *repo, const GitDiffAsk *ask, Str *patch,
                   bool *working, Err *err) MUST_USE;
/* Appends the paths of files that git does not track and no rule ignores, as a diff to the work
   tree lacks them; at most UNTRACKED_MAX. Appends nothing without git. */
#define UNTRACKED_MAX 1000
typedef VEC(Str) UntrackedVec;
bool git_diff_untracked(Arena *arena, const GitRepo *repo, UntrackedVec *paths, Err *err) MUST_USE;
