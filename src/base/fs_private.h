/* Places that belong to this user alone: whoever else can write in a directory decides what is in
   it, and where its links lead. */
#pragma once

#include "base/str.h"

/* Whether the directory is this user's, and nobody else may write in it. True for a missing one: it
   is made so (fs_make_directories). */
bool fs_is_private(Arena scratch, Str directory);
/* Whether the path is a regular file of this user, which nobody else can read from now on. A
   missing one is made, empty, where that is wanted, else it counts as one. A link is none. */
bool fs_make_private(Arena scratch, Str path, bool wanted);
/* Whether the path is a regular file of this user, or nothing; a link is not followed. */
bool fs_is_own_file(Arena scratch, Str path);
