/* What belongs to a type, a namespace, a module, an object or a file: what stands in it, in an impl
   block of its name, or names it as its owner (Go's methods, C++'s definitions outside of the
   class); such are looked for in the files of its language in its own directory. Of a type that is
   declared in parts (search/parts.h) what stands in any. */
#pragma once

#include "index/catalog/catalog.h"

#define MEMBERS_MAX 5000

/* Whether anything can belong to it. */
bool members_holds(const Catalog *catalog, uint32_t symbol);
/* Appends them, at most MEMBERS_MAX, not the symbol itself. Needs the catalog's symbols. */
void members_of(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *found);
