/* Detects that an answer's prose disowns its edits: they are an example, the code as it is, one of
   several choices, or wrong, or nothing was changed. */
#pragma once

#include "base/str.h"

/* The sentence that disowns the edits, in the arena; empty: no such sentence, or no edit. */
Str meant_denial(Arena *arena, Str answer);
