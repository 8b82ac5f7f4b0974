/* What is in a list, a map, a tuple, or an object that holds others. */
#pragma once

#include "index/resolve/resolver.h"

/* An element of a list, of a container of the standard library, or of a class that extends one.
   `each`: by iterating, else by index. */
Value elements_of(Resolver *resolver, const Value *value, bool each);
/* `.0` of a list of a few values, or of any list. */
bool elements_take(Resolver *resolver, const Language *language, const Value *value, Str word,
                   Value *element);
/* `.@key`: the element under a literal key. False for other words. */
bool elements_take_keyed(Resolver *resolver, const Language *language, const Value *value, Str word,
                         Value *element);
