/* Literals of a type, in languages where an object of the right shape is a value of it, that lack a
   member which the type asks for. */
#pragma once

#include "change/use_text.h"

void literal_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                      ConsequenceVec *found);
