/* Uses that only the name shows: the net below the symbol graph, so that a break is not approved
   because an edge is missing. */
#pragma once

#include "change/use_text.h"

/* Notes that the graph said what a line means by a name, so that the net leaves it out. */
void name_uses_looked(TextUses *uses, Str path, uint32_t line, Str name);
/* Whether something else of the new state has the name of a member. *inherited: a base of the owner
   has it. */
bool name_uses_apart(TextUses *uses, const Consequence *use, Str name, Str owner, bool *inherited);
/* Whether the receiver before a name is called like the owner of a member. */
bool name_uses_hints(const UseText *file, size_t name, Str owner);
/* Adds uses of the changed symbols of a file by name, where the text does not show that they still
   fit. */
void name_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                   ConsequenceVec *found);
