/* Modifiers in two heads, and who sees the declarations, for those who use them. */
#pragma once

#include "change/change.h"

/* Adds to changed->breaking and changed->what. */
void head_modifiers_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
/* Whom a result concerns that only `await` takes apart: those who do not wait for it. 0: the
   language has no such results. */
unsigned head_modifiers_unawaited(const Language *language);
