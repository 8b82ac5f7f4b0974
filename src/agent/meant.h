/* Whether the prose of an answer says that its edits are not meant: that they are an example, the
   code as it is, one of several choices, or wrong, or that nothing was changed. */
#pragma once

#include "base/str.h"

/* The sentence that says so, in the arena; empty: none does, or the answer has no edit. */
Str meant_denial(Arena *arena, Str answer);
