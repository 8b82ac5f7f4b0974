/* Commands that we print are meant to be copied into a POSIX shell. */
#pragma once

#include "base/str.h"

/* The text as one word: as it is when that is safe, else in single quotes; with control characters,
   or bytes that are no text, as $'…', which most shells know. */
Str shell_quote(Arena *arena, Str text);
/* A path; one that starts with a dash with ./ before it, so that no program takes it for an option.
 */
Str shell_quote_path(Arena *arena, Str path);
