/* Values of a C++ type where they are copied, though the type can no longer be, or where others are
   made one, though its constructor does so no longer by itself. */
#pragma once

#include "change/use_text.h"

void value_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found);
