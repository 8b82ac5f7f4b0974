/* Writer of unified diffs, as `git diff` shows them: of one edited file, or of a set. */
#pragma once

#include "base/buf.h"
#include "edit/edit.h"

/* Appends the diff of a file, with three lines of context. Nothing for files without difference. */
bool edit_put_unified(Buf *out, const EditFile *file, Err *err) MUST_USE;
