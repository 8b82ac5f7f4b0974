/* Operations on path names, without touching the file system. */
#pragma once

#include "base/str.h"

Str path_base(Str path);      /* last component */
Str path_directory(Str path); /* all but the last component and its slash; "." for a mere name */
Str path_extension(Str path); /* without the dot; empty without one; ".bashrc" has none */
Str path_join(Arena *arena, Str directory, Str name);
bool path_is_absolute(Str path);
size_t path_depth(Str path); /* slashes: 0 for a name alone */
/* "." and ".." and double slashes removed by text alone; never climbs above "/". */
Str path_normalise(Arena *arena, Str path);
/* Whether path equals root or lies below it; both absolute and normalised. */
bool path_is_inside(Str path, Str root);
