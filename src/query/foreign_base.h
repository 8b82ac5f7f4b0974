/* Whether code outside of the repository may call a member, since a base of its type is from there.
 */
#pragma once

#include "index/catalog/catalog.h"

/* The name of such a base of the type around the symbol, or of one of its own bases; or empty.
   Looks at the stored references of at most a few types. */
Str foreign_base_of(const Catalog *catalog, Arena *arena, uint32_t symbol);
