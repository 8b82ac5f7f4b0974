/* Metrics of a change in both states: risk, users and effects of its symbols, and the files its
   files use. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

/* Sets ChangedSymbol.before or .after of symbols whose file has the same outline in the catalog.
   For the new state it also sets hashes and, where both states are known, reports how effects
   differ (ChangedSymbol.what). `catalog` is as of the old or new state, with symbols and links. */
void change_measure(Arena *arena, Arena scratch, ChangeSet *set, const Catalog *catalog, bool old);
