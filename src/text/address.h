/* Quoting of paths in addresses (a path, or a path with lines): written so that they can be read
   back. A path is shown in double quotes if it has control characters or invalid UTF-8, begins with
   a quote, or begins or ends with a blank. Escapes are \n, \t, \r, \", \\ and \xNN for any byte.
   What follows the path may be inside or outside the quotes. */
#pragma once

#include "base/buf.h"

/* Positions at which a text is split at most. */
#define ADDRESS_CUTS_MAX 32

/* A path, or a path with lines, quoted if need be. */
Str address_shown(Arena *arena, Str text);
/* The same for a JSON string, which needs quoting only for bytes that are not UTF-8. */
Str address_value(Arena *arena, Str text);
/* Decodes a text that is one quoted value as a whole; false if it is not. */
bool address_unquote(Arena *arena, Str text, Str *value) MUST_USE;
/* Decodes a text that may be quoted. */
Str address_read(Arena *arena, Str text);
/* The offset of the last `::` before `end` with something on both sides, or STR_NONE. Searching
   from the end of the text finds the longest path first. */
size_t address_cut(Str text, size_t end);
