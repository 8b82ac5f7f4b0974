/* Three-way merge of a text, as `git merge-file` does it: changes of two versions to a common base
   are joined if they do not touch. */
#pragma once

#include "base/err.h"

typedef enum MergeResult {
    MERGE_CLEAN,
    MERGE_CONFLICT,
    MERGE_NOT_TEXT,  /* one of them holds a NUL byte */
    MERGE_TOO_LARGE, /* too large to compare (line_diff.h) */
} MergeResult;

typedef struct MergeSides {
    Str base, ours, theirs;
} MergeSides;

/* *merged is set when the result is MERGE_CLEAN. Where only one version differs from the base, it
   is the result, whatever it holds. */
bool merge_file(Arena *arena, const MergeSides *sides, MergeResult *result, Str *merged,
                Err *err) MUST_USE;
