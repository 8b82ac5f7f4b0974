/* What differs between the heads of two declarations, for those who use them. */
#pragma once

#include "change/change.h"

/* Adds to changed->breaking and changed->what, up to CHANGE_WHAT_MAX texts each. If constructors in
   the heads of types differ, the signature counts as different, too. */
void heads_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
