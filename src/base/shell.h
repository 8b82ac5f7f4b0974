/* Shell quoting: commands that we print can be copied into a POSIX shell. */
#pragma once

#include "base/str.h"

/* Quotes a text as one word: unchanged when that is safe, else in single quotes. With control
   characters, or bytes that are not text, it is quoted as $'…', which most shells know. */
Str shell_quote(Arena *arena, Str text);
/* Quotes a path. One that starts with a dash gets ./ before it, so that no program takes it for an
   option. */
Str shell_quote_path(Arena *arena, Str path);
