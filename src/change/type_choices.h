/* Types that are declared as one of several: `type Id = string | number`. */
#pragma once

#include "change/change.h"

/* Says how the alternatives differ, as users see them who leave out type parameters with a default.
   A new one concerns only who matches all (match_uses.h). False: the declarations are of another
   form. */
bool type_choices_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
/* Whether a declared type takes what it took, for the same users. */
bool type_choices_widen(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed);
