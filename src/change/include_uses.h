/* Names that a file gave to others because it imported them: C's headers, `require` of Ruby. */
#pragma once

#include "change/use_text.h"

/* Adds places outside of the change that use a name of a file which the changed one no longer
   imports, where nothing else brings it to them. */
void include_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                      ConsequenceVec *found);
