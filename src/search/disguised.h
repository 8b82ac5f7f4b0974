/* Where code spells a name otherwise than letter by letter (lang/disguise.h). The index knows the
   files with such a spelling: very few. */
#pragma once

#include "search/built.h"

/* Searches the indexed code of languages that have the same disguises as `language`. Does nothing
   for a language without disguises. */
void disguised_find(const MentionSearch *search, Arena *arena, const Language *language, Str name,
                    Built *found);
