/* Where code spells a name otherwise than letter by letter (lang/disguise.h). The index knows which
   files have any such spelling, which are nearly none. */
#pragma once

#include "search/built.h"

/* Looks in the indexed code of languages that have the same disguises as `language`. Nothing where
   it has none. */
void disguised_find(const MentionSearch *search, Arena *arena, const Language *language, Str name,
                    Built *found);
