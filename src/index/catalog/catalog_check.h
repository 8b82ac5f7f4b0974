/* Invariants of a catalog: what holds after every load, numbering and resolved change, whatever
   came before. The development build asserts them there, as SQLite does with its pages; other
   builds check nothing. */
#pragma once

#include "index/catalog/catalog.h"

/* The first invariant that does not hold, as a sentence in the arena; empty when all do. Linear in
   what is in memory; parts that a lazy or lean catalog keeps elsewhere are left out. */
Str catalog_fault(Arena *arena, const Catalog *catalog);

#ifdef FOVEA_INVARIANTS
/* Ends the process with the sentence on standard error. */
void catalog_assert_sound(const Catalog *catalog);
#else
static inline void catalog_assert_sound(const Catalog *catalog)
{
    (void)catalog;
}
#endif
