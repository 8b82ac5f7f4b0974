/* Test symbols: which symbols are tests. */
#pragma once

#include "index/catalog/catalog.h"

/* Whether it is in a test file or, in Rust, in a module `tests` of a source file. */
bool tests_hold(const Catalog *catalog, uint32_t symbol);
/* Whether a test runner runs a symbol that is known to be in tests, as opposed to a helper: by its
   name where the language has a rule, else because nothing calls it. `called`: whether anything
   does; the catalog's metrics may be of another state (index/update/as_of.h). */
bool tests_may_be_case(const Catalog *catalog, uint32_t symbol, bool called);
/* Appends the symbols that a test of the symbol uses: the symbol itself and, for a constructor, its
   type, by whose name it is called. */
void tests_focus(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *focus);
/* Whether another symbol surely or likely uses it: its fan-in, of a catalog whose metrics are of
   another state. */
bool tests_are_called(const Catalog *catalog, uint32_t symbol);
