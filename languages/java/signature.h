/* Types in the signatures of Java: `<T extends Foo>`, `(final Foo[] all, int... more)`. */
#pragma once

#include "lang/outline.h"

/* The erasure of a type, as the compiler of a caller sees it: `T[]` is `Foo[]` or `Object[]`; a
   type without type parameters is unchanged. */
Str java_erase(Arena *arena, const SymbolVec *symbols, uint32_t symbol, Str type);
