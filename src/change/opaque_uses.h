/* Code that looks into a C type, though only its name is in the header now. */
#pragma once

#include "change/use_text.h"

void opaque_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                     ConsequenceVec *found);
