/* Commands that we print are meant to be copied into a POSIX shell. */
#pragma once

#include "base/str.h"

/* The text as one word: as it is when that is safe, else in single quotes. */
Str shell_quote(Arena *arena, Str text);
