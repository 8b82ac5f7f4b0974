/* Writer of unified diffs, as git and patch read them. */
#pragma once

#include "base/buf.h"
#include "edit/edit.h"

/* Unchanged lines around a change. */
#define UNIFIED_CONTEXT 3

/* Appends the diff of a file: its head, and its hunks if it is text. Control characters of contents
   stay as they are; a terminal's output replaces them. */
bool unified_put(Buf *out, Arena scratch, const EditFile *file, Err *err) MUST_USE;
/* The diffs of all files. */
bool unified_put_set(Buf *out, Arena scratch, const EditFileVec *files, Err *err) MUST_USE;
