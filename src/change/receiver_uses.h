/* Calls of a method that changes its object from now on, where the object may not be changed. */
#pragma once

#include "change/use_text.h"

/* Looks for calls of the methods of one changed file; `id` is the file in the catalog. */
void receiver_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                       ConsequenceVec *found);
