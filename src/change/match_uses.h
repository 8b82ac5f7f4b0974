/* Matches, switches and tables elsewhere that name every variant of a type but a new one. */
#pragma once

#include "change/use_text.h"

/* Adds them, and what says that nothing else can come (`assertNever(x)`). `catalog` of the uses is
   as of the new state. */
void match_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found);
