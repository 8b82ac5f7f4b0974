/* What signatures say of functions that are given to a function: `(done: (error: Failure, n: Reply)
 * => void)`. */
#pragma once

#include "lang/outline.h"

/* Of a function: `0.0:Failure,0.1:Reply`, its parameter, that one's parameter and its type as
   lang/walk/type.h spells it. Empty when it has none. */
Str callback_parameters(Arena *arena, const Outline *outline, uint32_t symbol);
