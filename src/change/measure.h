/* What a change weighs: of its symbols risk, who uses them and what they do to the world, of its
   files which others they use, in both states. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

/* `catalog` as of the old or the new state, with symbols and links. Sets ChangedSymbol.before or
   .after of those that the catalog has with this very outline; of the new state also their hashes,
   and where both are known, how effects differ (ChangedSymbol.what). */
void change_measure(Arena *arena, Arena scratch, ChangeSet *set, const Catalog *catalog, bool old);
