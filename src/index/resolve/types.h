/* Types as they are written. */
#pragma once

#include "index/resolve/resolver.h"

/* What a type written at a place is: `a.b.C[]` gives VALUE_TYPE with a suffix. VALUE_UNKNOWN has
   the name in `named`: it may be a type parameter. Answers are cached. */
Value types_find(Resolver *resolver, uint32_t at, Str text);
/* Follows type aliases to what they stand for; distinct types (ENTRY_DISTINCT) are no aliases. */
Value types_unalias(Resolver *resolver, Value value);
/* A value of the symbol's declared type; for a function, what it returns. */
Value types_of_symbol(Resolver *resolver, uint32_t symbol);
/* C++: whether only a macro opens the namespace, so that its contents appear to be outside of it.
 */
bool types_is_macro_namespace(const Resolver *resolver, Str name);
/* The path without such namespaces at its front. */
Str types_skip_macro_namespaces(Resolver *resolver, uint32_t at, Str path);
