/* What a function's body gives its callers, where its head does not say so: the kinds of its
   results, and the errors that it raises. */
#pragma once

#include "change/change.h"

/* Adds to changed->breaking what callers notice: another kind or number of results, none where
   there was one. */
void outcomes_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
/* Lists the errors that the old body raises, or passes on in a way that callers can tell, and the
   new one does not. */
StrVec outcomes_errors_lost(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed);
/* The errors that only the new body raises. */
StrVec outcomes_errors_new(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed);
/* The error values that a result was, and that it only wraps now. */
StrVec outcomes_errors_wrapped(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed);
