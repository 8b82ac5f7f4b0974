/* Commits in the user's repository, by the program git: only the files of the edits, on the current
   branch. The user's index and other changes stay as they are. Nothing is pushed, no history is
   rewritten, and git's hooks run as for any commit: the error has their output. */
#pragma once

#include "edit/edit.h"

typedef struct GitCommitted {
    Str id;    /* abbreviated */
    Str title; /* in the repository's style */
} GitCommitted;

/* Whether git knows the work tree and the user has no changes of their own in these files. False
   with why otherwise, or without a repository. Call it before edits are written. */
bool git_commit_possible(Arena *arena, Str root, const EditFileVec *files, Str *why);
/* Commits the files, which must be written already. */
bool git_commit_files(Arena *arena, Str root, const EditFileVec *files, Str title,
                      GitCommitted *done, Err *err) MUST_USE;
/* Makes a branch at HEAD and checks it out; a branch that exists is an error. */
bool git_commit_branch(Arena *arena, Str root, Str name, Err *err) MUST_USE;
/* The title in the style of this repository: with the prefix (`area: `) and the capital that most
   of the last commits to these files have. `subjects`: of these commits, one a line, newest
   first. */
Str git_commit_style(Arena *arena, Str subjects, Str title);
