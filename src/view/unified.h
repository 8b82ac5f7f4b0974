/* Unified diffs, as `diff -u` and git write them. */
#pragma once

#include "base/buf.h"
#include "base/err.h"

typedef struct UnifiedFile {
    Str old_path, new_path; /* empty: the file does not exist */
    Str before, after;
} UnifiedFile;

/* Writes the diff of one file; nothing when contents and paths are equal. Control characters are
   written unchanged, so that the diff can be applied; `shown` writes them as spaces, for people. */
bool unified_put(Buf *out, Arena scratch, const UnifiedFile *file, bool shown, Err *err) MUST_USE;
