/* Functions of Python that say what their value is. */
#pragma once

#include "lang/registry.h"

/* The expression (lang/walk/expression.h) that a call stands for: `type(x)` is `x.__class__`,
   `cast(T, x)` is `T{}`, `getattr(x, "f")` is `x.f`. `function` is the path that is called,
   `inside` what stands between its brackets. Empty when it is none of these. */
Str expression_of_python(Arena *arena, const Language *language, Str function, Str inside);
