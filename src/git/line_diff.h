/* Line diff: the hunks in which two texts differ, as `git diff -U0` reports them by default (Myers'
   algorithm with the indent heuristic). The caller leaves out binary contents. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

/* Lines count from 1. If a count is 0, that side has no lines, and `start` is the line before them
   (0: before the first). */
typedef struct LineHunk {
    uint32_t old_start;
    uint32_t old_count;
    uint32_t new_start;
    uint32_t new_count;
} LineHunk;
typedef VEC(LineHunk) LineHunkVec;

/* Fills in *hunks, allocated in `arena`. *coarse: the texts are too large to compare; one hunk
   covers everything between their common first and last lines. */
bool line_diff(Arena *arena, Str old, Str new, LineHunkVec *hunks, bool *coarse, Err *err) MUST_USE;
/* Whether a line of the new text is in one of the hunks. */
bool line_diff_adds(const LineHunkVec *hunks, uint32_t line);
/* Whether the texts are too large to compare. */
bool line_diff_is_too_large(Arena scratch, Str old, Str new);
