/* Files and directories that only this user can access: anyone else who can write in a directory
   controls what is in it, and where its links lead. */
#pragma once

#include "base/str.h"

/* Whether the directory is this user's and writable by no one else. True for a missing one, which
   fs_make_directories will create so. */
bool fs_is_private(Arena scratch, Str directory);
/* Makes a regular file of this user unreadable for all others; false if it is none, such as a link.
   A missing one is created empty if `wanted`, else it counts as private. */
bool fs_make_private(Arena scratch, Str path, bool wanted);
/* Whether the path is a regular file of this user, or nothing; a link is not followed. */
bool fs_is_own_file(Arena scratch, Str path);
