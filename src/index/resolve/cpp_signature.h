/* Parameters in the signatures of C++: `(const Foo &foo, int n = 0) const`. */
#pragma once

#include "lang/outline.h"

/* The parameter types of a function, as lang/walk/type_plus.h spells them, with commas between. `=`
   precedes a type with a default, `?` is an unknown type or a template parameter, `...` any number;
   `;const` follows for a const method: `const Foo&,=int;const`. Empty for other symbols, without
   parameters, and when the signature is cut. */
Str cpp_signature_parameters(Arena *arena, const Outline *outline, uint32_t symbol);
