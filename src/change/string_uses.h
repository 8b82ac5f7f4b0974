/* Modules and their members that strings name: dynamic imports, settings, entry points. */
#pragma once

#include "change/use_text.h"

/* Adds strings, in code and in settings, that name a file which is no longer at its path, or a
   symbol of the file that is gone, as `package.module` or as a path. */
void string_uses_add(TextUses *uses, uint32_t index, ConsequenceVec *found);
