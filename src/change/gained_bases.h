/* Types that gave an interface or trait what it asked for, which has another base from now on. */
#pragma once

#include "change/use_text.h"

/* Looks for heirs of the types of one changed file that lack what a new base asks for; `id` is the
   file in the catalog. */
void gained_bases_add(TextUses *uses, uint32_t index, uint32_t id, ConsequenceVec *found);
