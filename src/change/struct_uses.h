/* Code that takes values of a type for references, though the type is a struct now, whose values
   are copied and are never nothing. */
#pragma once

#include "change/use_text.h"

void struct_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                     ConsequenceVec *found);
