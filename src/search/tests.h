/* Which symbols are tests. */
#pragma once

#include "index/catalog/catalog.h"

/* In a file of tests; in Rust also within a module `tests` beside the code. */
bool tests_hold(const Catalog *catalog, uint32_t symbol);
/* Something that a runner of tests runs, rather than what tests share: by its name where the
   language has a rule for that, else what nothing calls. */
bool tests_is_case(const Catalog *catalog, uint32_t symbol);
/* The same where the caller knows whether something calls it, because the catalog's metrics are
   of another state (index/update/as_of.h). */
bool tests_is_case_called(const Catalog *catalog, uint32_t symbol, bool called);
/* Appends what a test of the symbol uses: itself, and of a constructor the type, by whose name it
   is called. */
void tests_focus(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *focus);
