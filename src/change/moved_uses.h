/* Values that are gone where they were handed on, and are used again: their type is no longer
   copied, or a method takes them for good now. */
#pragma once

#include "change/use_text.h"

void moved_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found);
