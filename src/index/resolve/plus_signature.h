/* What signatures of C++ say of parameters: `(const Foo &foo, int n = 0) const`. */
#pragma once

#include "lang/outline.h"

/* Of a function: its parameters' types (lang/walk/type_plus.h), commas between, `=` before what may
   be left out, `?` for what is unknown and for parameters of templates, `...` for any number; then
   `;const` of a const method: `const Foo&,=int;const`. Empty for other symbols, without parameters
   and when the signature is cut. */
Str plus_parameters(Arena *arena, const Outline *outline, uint32_t symbol);
