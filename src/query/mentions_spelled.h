/* Other ways in which text writes a name: a component as a tag, a getter as a property. */
#pragma once

#include "index/catalog/catalog.h"

typedef VEC(Str) StrVec;

/* Appends the spellings that the language of the symbol has (LangFacts.spellings), without the word
   itself. */
void mentions_spellings(Arena *arena, const Catalog *catalog, uint32_t symbol, Str word,
                        StrVec *spellings);
