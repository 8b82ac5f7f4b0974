/* Temporary directories that only this user can access, for data that may be large. A process that
   is killed leaves its directory behind. */
#pragma once

#include "base/err.h"

/* Makes a directory in TMPDIR, or in /var/tmp or /tmp. Its absolute path is kept in the arena. */
bool fs_temporary_open(Arena *arena, Str *directory, Err *err) MUST_USE;
/* Removes it with everything in it; links are removed, not followed. No effect on an empty path. */
void fs_temporary_close(Arena scratch, Str directory);
