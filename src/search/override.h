/* Methods that stand in for one another: through inheritance, and in Go by having what an interface
   asks for. A call of a base's or an interface's method may run any of those that stand in for it,
   which no edge tells. */
#pragma once

#include "index/catalog/catalog.h"

#define OVERRIDES_MAX 200

/* Appends the methods of bases and interfaces, however far up, that this one stands in for, the
   nearest first; at most OVERRIDES_MAX. None for what is no method. Needs symbols and links. */
void override_bases(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);
/* Appends those that stand in for it. */
void override_derived(Catalog *catalog, Arena *arena, uint32_t method, IdVec *found);
