/* Checks the invariants of a catalog, which hold after every load, numbering and resolved change.
   The development build asserts them there, as SQLite does with its pages. Other builds check
   nothing. */
#pragma once

#include "index/catalog/catalog.h"

/* The first violated invariant as a sentence in the arena; empty if all hold. Takes time linear in
   the loaded parts. Entries and links of lazy and lean catalogs are not checked. */
Str catalog_fault(Arena *arena, const Catalog *catalog);

#ifdef FOVEA_INVARIANTS
/* Ends the process with that sentence on standard error if an invariant is violated. */
void catalog_assert_sound(const Catalog *catalog);
#else
static inline void catalog_assert_sound(const Catalog *catalog)
{
    (void)catalog;
}
#endif
