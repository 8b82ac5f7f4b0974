/* Signatures of callbacks: the arguments with which a function calls the functions passed to it,
   `(done: (error: Failure, n: Reply) => void)`. */
#pragma once

#include "lang/outline.h"

/* The parameter types of all callbacks of a function, such as `0.0:Failure,0.1:Reply`: index of the
   function's parameter, index of the callback's parameter, and the type as lang/walk/type.h spells
   it. Empty for a function without callbacks. */
Str callback_signature_parameters(Arena *arena, const Outline *outline, uint32_t symbol);
