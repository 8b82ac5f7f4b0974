/* Identity of the files whose text a window shows: whether a text is still what its file says. */
#pragma once

#include "base/str.h"

/* The hash of a file's content, if it contains `text`, which may be empty. Empty if it does not, if
   the file cannot be read, or leads out of the root. `path` is relative to the root. */
Str shown_hash(Arena *arena, Str root, Str path, Str text);
/* The hash of a content that was read already. */
Str shown_hash_of(Arena *arena, Str bytes);
