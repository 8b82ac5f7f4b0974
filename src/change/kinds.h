/* Declarations that are of another kind under the same name: does that break those who use them? */
#pragma once

#include "change/change.h"

/* Whether a use of the old declaration cannot be one of the new one: a call where a value is now,
   a new object of a class that is an interface. */
bool kinds_break(const ChangeSet *set, const ChangedSymbol *changed);
/* Whether only calls without the word that makes a value, `new`, break: it is a class now. */
bool kinds_break_calls(const ChangeSet *set, const ChangedSymbol *changed);
/* Whether calls of the old declaration can no longer be calls. */
bool kinds_end_calls(const ChangeSet *set, const ChangedSymbol *changed);
/* Whether it could be called with `new`, and can be no more. */
bool kinds_end_new(const ChangeSet *set, const ChangedSymbol *changed);
