/* Code that takes a value apart by the places of its parts, where a type has more or fewer now. */
#pragma once

#include "change/use_text.h"

/* Adds patterns and lists of variables outside of the change that have as many parts as the type
   had before: `case P(a, b)`, `let P { a } =`, `auto [a, b] = p`, `a, b = P(1, 2)`. */
void pattern_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                      ConsequenceVec *found);
