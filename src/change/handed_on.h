/* Declarations that only hand on what stands elsewhere now: `type State = work.State`,
   `Queued = work.Queued`, `var New = work.New`. */
#pragma once

#include "change/change.h"

/* Whether the new declaration is nothing but the name of one that the change has in another file,
   and whose text is what this one had before. */
bool handed_on_is(const ChangeSet *set, const ChangedSymbol *changed);
