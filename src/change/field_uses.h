/* Uses of fields that no declaration names (field_writes.h) and that a type has no more. */
#pragma once

#include "change/use_text.h"

/* Adds them for the changed file `index`, whose id is that of the new state. */
void field_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found);
