/* Hunks of a staged file, so that a user can take some and leave others. */
#pragma once

#include "edit/edit.h"
#include "git/line_diff.h"

/* The hunks of a file that exists before and after; none: it is created, deleted, or too large, and
   is taken or left whole. */
bool hunks_of(Arena *arena, const EditFile *file, LineHunkVec *hunks, Err *err) MUST_USE;
/* The file's text with those hunks that are kept. */
Str hunks_apply(Arena *arena, const EditFile *file, const LineHunkVec *hunks, const bool *keep);
