/* What signatures of Java say of types: `<T extends Foo>`, `(final Foo[] all, int... more)`. */
#pragma once

#include "lang/outline.h"

/* Whether the name is a type parameter there (index + 1 of the symbol, 0: none is). *bound is what
   it extends, without type arguments, or empty. */
bool type_variable(const SymbolVec *symbols, uint32_t symbol, Str name, Str *bound);
/* `T[]` as the caller's compiler sees it: `Foo[]`, `Object[]`; another type as it is. */
Str erased_type(Arena *arena, const SymbolVec *symbols, uint32_t symbol, Str type);
/* Of a method: its parameters' types as lang/walk/type.h spells them, erased, commas between:
   `Foo[],int[]`. Empty for other symbols and when the signature is cut or has none. */
Str parameter_types(Arena *arena, const Outline *outline, uint32_t symbol);
