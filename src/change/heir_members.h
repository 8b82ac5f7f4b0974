/* The members that a type has of its own or inherits, for what a base asks of it. */
#pragma once

#include "change/side.h"
#include "index/catalog/catalog.h"

/* Names of the members of the type at an index of a file, 0: of none. The members of `asker`, a
   dense id, are left out: it asks for them. */
StrVec heir_members(Arena *arena, Catalog *catalog, uint32_t file, uint32_t type, uint32_t asker);
