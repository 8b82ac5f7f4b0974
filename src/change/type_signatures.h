/* Functions whose head is the type after a mark: `f :: a -> b` (LangHeads.type_mark). */
#pragma once

#include "change/change.h"

/* Whether the heads of both states have such a type, so that names of parameters mean nothing. */
bool type_signatures_are_known(const ChangeSet *set, const ChangedSymbol *changed);
/* Says what differs between the types, and whom that breaks: nobody, if the new one takes all that
   the old one did. */
void type_signatures_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
