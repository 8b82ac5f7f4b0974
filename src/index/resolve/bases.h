/* Bases: the types that a type inherits from or implements. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Adds the direct bases of all parts of a type that are in the repository. True when a base is not.
   Answers are cached once all bases have been collected. */
bool bases_find(Resolver *resolver, uint32_t type, Finds *finds);
/* What one base, as written, is. */
Value bases_value(Resolver *resolver, BaseRow *base);
