/* Values of a type that have no hash any more, where others take them as keys or put them in sets.
 */
#pragma once

#include "change/use_text.h"

/* Looks for uses of the types of one changed file; `id` is the file in the catalog. */
void hash_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                   ConsequenceVec *found);
