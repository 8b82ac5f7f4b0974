/* Exceptions that a head lists, which callers must catch or declare. */
#pragma once

#include "change/change.h"

/* Adds to changed->breaking the exceptions that callers must handle from now on. */
void thrown_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
/* Exceptions that a head no longer lists, which callers may not catch from now on. */
StrVec thrown_lost(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed);
/* Whether the new head says that it may raise an error, or a kind of it. */
bool thrown_lists(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed, Str error);
