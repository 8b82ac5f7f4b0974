/* Fields that are properties now, where others hand over the field itself: `ref a.Count`. */
#pragma once

#include "change/use_text.h"

void reference_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                        ConsequenceVec *found);
