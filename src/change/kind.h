/* Classification of symbol pairs: what differs, and whether callers break. */
#pragma once

#include "change/pair.h"

/* Whether it is a constructor on both sides that only has its class's name, so that a new name is
   no rename. */
bool kind_follows_class(const ChangeSet *set, const ChangedSymbol *changed);

/* Fills in kind, parts, breaking and what for the pair of symbols in `changed`. The kind is
   CHANGE_NONE if nothing differs. */
void kind_of_pair(Arena *arena, Arena scratch, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed);
/* The same for a symbol without a partner. */
void kind_of_lone(Arena *arena, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed);
