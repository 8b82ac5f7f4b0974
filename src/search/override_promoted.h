/* Go types that satisfy an interface by methods of types that they embed (promoted methods). */
#pragma once

#include "index/catalog/catalog.h"

/* Appends all types that satisfy the interface, those with methods of their own among them; at most
   OVERRIDES_MAX. Needs symbols and links. */
void override_promoted(Catalog *catalog, Arena *arena, uint32_t interface, IdVec *types);
