/* Members of a type, a namespace, a module, an object or a file. These are entries nested in it or
   in an impl block of its name, and entries that name it as their owner (Go methods, C++
   definitions outside the class). The latter are searched for in files of its language in its own
   directory. A type declared in parts (search/parts.h) has the members of all parts. */
#pragma once

#include "index/catalog/catalog.h"

/* Members of one type or file; generated ones have tens of thousands. */
#define MEMBERS_MAX 5000

/* Whether a symbol of this kind can have members. */
bool members_holds(const Catalog *catalog, uint32_t symbol);
/* Appends the members, at most MEMBERS_MAX, without the symbol itself. Needs the catalog's
   symbols. */
void members_of(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *found);
