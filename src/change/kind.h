/* What differs within a pair of symbols, and what that means for those who use it. */
#pragma once

#include "change/pair.h"

/* Whether the name of a constructor says only what its class is called. */
bool kind_follows_class(const ChangeSet *set, const ChangedSymbol *changed);

/* Fills in kind, parts, breaking and what of one pair; `changed` has its symbols. A pair that does
   not differ has the kind CHANGE_NONE. */
void kind_of_pair(Arena *arena, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed);
/* The same of a symbol without a partner. */
void kind_of_lone(Arena *arena, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed);
