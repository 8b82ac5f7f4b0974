/* Members that a type had from a base which it has no more. */
#pragma once

#include "change/use_text.h"

/* Whether all members that the type lost with its bases are known, in a language that looks members
   up when the code runs: then only uses of these break (lost_members_add). */
bool lost_members_are_known(TextUses *uses, const ChangedSymbol *changed);
/* Adds uses of them for the changed file `index`, whose id is that of the new state. */
void lost_members_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                      ConsequenceVec *found);
