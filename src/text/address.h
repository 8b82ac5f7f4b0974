/* What people write to name a file or a part of it, and paths shown so that they can be written
   back. A path that has control characters or invalid UTF-8 in it, or begins with a quote or a
   blank, or ends with one, is shown in double quotes with \n, \t, \r, \", \\ and \xNN for any byte;
   whatever stands behind it may be in the quotes or behind them. */
#pragma once

#include "base/buf.h"

/* In how many places a text is cut at most. */
#define ADDRESS_CUTS_MAX 32

/* A path, or one with lines behind it, as text. */
Str address_shown(Arena *arena, Str text);
/* The same in JSON, where only bytes that are no UTF-8 cannot stand. */
Str address_value(Arena *arena, Str text);
/* One whole quoted value; false when it is none. */
bool address_unquote(Arena *arena, Str text, Str *value) MUST_USE;
/* What is meant by a text that may be quoted. */
Str address_read(Arena *arena, Str text);
/* Where the last `::` before `end` is that has something on both sides, or STR_NONE. From the end
   of the text on, the longest path comes first. */
size_t address_cut(Str text, size_t end);
