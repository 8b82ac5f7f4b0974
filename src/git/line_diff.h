/* Which lines of two texts differ, as `git diff -U0` says it with its own defaults (Myers'
   algorithm, boundaries moved by indentation). Binary contents are the caller's to leave out. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

/* Lines count from 1. Where a count is 0, nothing stands there, and `start` is the line before it
   (0: before the first). */
typedef struct LineHunk {
    uint32_t old_start;
    uint32_t old_count;
    uint32_t new_start;
    uint32_t new_count;
} LineHunk;
typedef VEC(LineHunk) LineHunkVec;

/* *coarse: the texts are too large to compare, and what lies between the lines that they have in
   common at both ends is one hunk. */
bool line_diff(Arena *arena, Str old, Str new, LineHunkVec *hunks, bool *coarse, Err *err) MUST_USE;
