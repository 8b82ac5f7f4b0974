/* Calls of the methods that a symbol overrides or implements: each may run the symbol. */
#pragma once

#include "relations/found_uses.h"

/* Adds their callers to the uses, likely at most. False if some are missing: there are too many to
   list, or the receiver has a type between, which may be a sibling of the symbol's type. */
bool dispatched_add(Arena *arena, Catalog *catalog, uint32_t symbol, const Exclusion *exclude,
                    FoundUses *uses);
