/* Calls with `null` that an added overload makes ambiguous. */
#pragma once

#include "change/use_text.h"

/* Adds calls outside of the change that give `null` where an added function and another one of its
   name take objects of different types. */
void null_calls_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found);
