/* Types in the signatures of Java: `<T extends Foo>`, `(final Foo[] all, int... more)`. */
#pragma once

#include "lang/outline.h"

/* Whether the name is a type parameter of the symbol (index + 1; 0: none) or of one around it.
 *bound is what it extends, without type arguments; it may be empty. */
bool java_signature_variable(const SymbolVec *symbols, uint32_t symbol, Str name, Str *bound);
/* The erasure of a type, as the compiler of a caller sees it: `T[]` is `Foo[]` or `Object[]`; a
   type without type parameters is unchanged. */
Str java_signature_erase(Arena *arena, const SymbolVec *symbols, uint32_t symbol, Str type);
/* The erased parameter types of a method, as lang/walk/type.h spells them, with commas between:
   `Foo[],int[]`. Empty for other symbols, and when the signature is cut or has none. */
Str java_signature_parameters(Arena *arena, const Outline *outline, uint32_t symbol);
