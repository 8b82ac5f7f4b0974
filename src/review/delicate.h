/* Files that take effect without anybody running them: on a build server, when a folder or an
   editor is opened, when git works, or on agents and on this program. A person must agree to a
   change. */
#pragma once

#include "base/str.h"

/* Why the file at a path, in lower case, is delicate; NULL: it is not. */
const char *delicate_find(Str path);
/* Whether a user's task names the path, its last part, or a folder of it with a dot in front, and
   does not say to leave it alone. */
bool delicate_is_named(Arena *arena, Str task, Str path);
