/* Extension methods, which add to a type from outside. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* C#: adds the methods of that name that extend the value's type and whose class the place sees. */
void extensions_find(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                     Finds *finds);
/* Kotlin, Scala, Swift: adds the methods of that name that extend a type outside the repository
   which the value is known to have. True when there are any. */
bool extensions_find_foreign(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                             Finds *finds);
/* Scala: adds the methods of that name in blocks and implicit classes for the value's type, which
   is of the repository; those that the place sees, if there are any. */
bool extensions_find_beside(Resolver *resolver, uint32_t at, uint32_t name, const Value *value,
                            Finds *finds);
/* Kotlin, Scala, Swift, Dart: what `this` is in an extension of a type outside the repository,
   with type arguments: in `fun List<Foo>.f()`. VALUE_UNKNOWN elsewhere. */
Value extensions_self(Resolver *resolver, uint32_t at);
