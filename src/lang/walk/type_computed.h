/* Parts of the normalisation of types (type.h). */
#pragma once

#include "lang/registry.h"

/* Depth to which type arguments are kept. */
#define TYPE_NESTED_MAX 3
/* Longer lists of arguments are dropped. */
#define TYPE_ARGUMENTS_BYTES 128

/* TypeScript: `Deps['db']`, `typeof a.b`, `ReturnType<typeof f>`, `InstanceType<typeof C>`, `A &
   B`,
   `{ a: A }`, `x is Foo`; empty for other types. */
Str type_computed(Arena *arena, const Language *language, Str text, int depth);
/* As type_text, of a type in `depth` others. */
Str type_text_in(Arena *arena, const Language *language, Str source, int depth);
/* Length of a qualified name: A, a.b, ns::C, \N\S. Its last component begins at *last. */
size_t type_chain_length(Str text, size_t *last);
