/* Uses of names that a file no longer passes on: those that its own imports brought, those that a
   list of exports had, and those that an import of all names took. Declarations that are gone or
   hidden are looked for by consequences.h. */
#pragma once

#include "change/use_text.h"

/* Adds them for the changed file `index`, whose id is that of the new state. */
void passed_names_add(TextUses *uses, uint32_t index, uint32_t id, ConsequenceVec *found);
