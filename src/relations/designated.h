/* Members that code names without an object before them: in braces of a type, and in macros. */
#pragma once

#include "lang/lang.h"

/* `Point` of `Point{x: 1}`, `new Point { X = 1 }` and `Point(x = 1)`: the start of the brackets
   that directly hold the place, or STR_NONE. */
size_t designated_bracket(Str text, size_t at);
/* C: the value that has the member at `start`, as an expression: `struct args a = { .x = 1 }`,
   `offsetof(struct args, x)`. Empty for other places. */
Str designated_value(Arena *arena, const Language *language, Str text, size_t start);
