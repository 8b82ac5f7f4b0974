/* Calls of the methods that a symbol overrides or implements: each may run the symbol. */
#pragma once

#include "relations/found_uses.h"

/* Adds their callers to the uses, likely at most. False, and adds nothing, when there are too many
   to list. */
bool dispatched_add(Arena *arena, Catalog *catalog, uint32_t symbol, const Exclusion *exclude,
                    FoundUses *uses);
