/* Paths that a model writes: relative, normalised, below the root. */
#pragma once

#include "base/str.h"

/* The path in its normal form; false if it may not be edited, and *why says so in a sentence. Only
   the text is judged; the tree resolves links. */
bool edit_path_take(Arena *arena, Str text, Str *path, const char **why) MUST_USE;
/* Whether some file system treats this path component as `.git`. */
bool edit_path_is_git(Str part);
