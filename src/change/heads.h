/* What differs between the heads of two declarations, for those who use them. */
#pragma once

#include "change/change.h"

/* Exceptions that a head no longer lists, which callers may not catch from now on. */
StrVec heads_errors_lost(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed);
/* Adds to changed->breaking and changed->what, up to CHANGE_WHAT_MAX texts each. If constructors in
   the heads of types differ, the signature counts as different, too. */
void heads_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
