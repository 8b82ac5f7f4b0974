/* Code elsewhere that catches, or asks for, what a change no longer raises, or no longer is. */
#pragma once

#include "change/use_text.h"

void error_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found);
