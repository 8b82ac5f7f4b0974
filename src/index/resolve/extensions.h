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
