/* Identity of the files whose text a window shows: whether a text still matches its file. */
#pragma once

#include "base/str.h"

/* The hash of a file's content, if it contains `text`, which may be empty. Empty if it does not
   contain it, or if the file is unreadable or outside the root. `path` is relative to the root. */
Str shown_hash(Arena *arena, Str root, Str path, Str text);
/* The hash of content already read. */
Str shown_hash_of(Arena *arena, Str bytes);
