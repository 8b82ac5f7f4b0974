/* Functions of C that nothing declares any more. A call of one has an edge that leaves the
   repository, as a system library may supply it, so the edges alone do not show that it is broken.
 */
#pragma once

#include "change/consequences.h"

/* Adds sure calls of functions that the new state declares nowhere. Calls of functions whose file
   is gone as a whole count as likely, since that file may have replaced a library. */
void undeclared_add(Arena *arena, const ChangeSet *set, Catalog *catalog, const OldUseVec *uses,
                    ConsequenceVec *found);
/* Whether a line of C is compiled conditionally, apart from the header's include guard. Systems
   that have the symbol themselves may not need the declaration. */
bool undeclared_is_conditional(Str text, uint32_t line);
