/* Code elsewhere that needs what a type could do before a change: a derived trait, a base, a method
   of its values and not only of pointers to them. */
#pragma once

#include "change/use_text.h"

void trait_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found);
/* The words that need what a trait or base gives its types (LangFacts.gives); empty: they are not
   known. */
Str trait_uses_words(const Language *language, Str trait);
