/* Uses of keys that a table, which others can name, has no more: `CONFIG["port"]`, `LIMITS[:high]`,
   `E.B`, `$OPT{deep}`, `stats()["mean"]`. */
#pragma once

#include "change/use_text.h"

/* Adds them for the changed file `index`, whose id is that of the new state. */
void key_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                  ConsequenceVec *found);
