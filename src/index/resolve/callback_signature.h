/* Signatures of callbacks: what a function calls the functions with that it is given, `(done:
   (error: Failure, n: Reply) => void)`. */
#pragma once

#include "lang/outline.h"

/* The parameter types of all callbacks of a function: `0.0:Failure,0.1:Reply` has its parameter,
   that one's parameter, and the type as lang/walk/type.h spells it. Empty when there is none. */
Str callback_signature_parameters(Arena *arena, const Outline *outline, uint32_t symbol);
