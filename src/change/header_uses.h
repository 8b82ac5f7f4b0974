/* Names of the library that files have through a header which the changed file included. */
#pragma once

#include "change/use_text.h"

/* Adds lines outside of the change that use a name of a library's header, where the changed file no
   longer includes it and no file that they see does. */
void header_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                     ConsequenceVec *found);
