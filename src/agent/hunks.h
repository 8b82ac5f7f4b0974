/* Hunks of a staged file, so that a user can take some, leave others, and edit others. */
#pragma once

#include "edit/edit.h"
#include "git/line_diff.h"

/* The hunks of a file that exists before and after. Empty if it is created, deleted, or too large:
   it is taken or left whole. */
bool hunks_of(Arena *arena, const EditFile *file, LineHunkVec *hunks, Err *err) MUST_USE;

/* The decision on a hunk: the bytes [from, to) of the file before are replaced. */
typedef struct HunkChoice {
    bool taken; /* else they stay */
    size_t from, to;
    Str text;
} HunkChoice;

/* The choice that takes a hunk as it is. */
HunkChoice hunks_take(const EditFile *file, const LineHunk *hunk);
/* The choice that turns the file into `after`, in which a user has edited only the hunk at `index`.
   `choices` are those of the hunks before it. False if it changes lines of another hunk. */
bool hunks_change(const EditFile *file, const LineHunkVec *hunks, const HunkChoice *choices,
                  size_t index, Str after, HunkChoice *choice);
/* The file's text with one choice for each hunk. */
Str hunks_join(Arena *arena, const EditFile *file, const HunkChoice *choices, size_t count);
