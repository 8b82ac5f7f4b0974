/* Which files an update makes resolve their references again: those that changed, those whose
   imports lead elsewhere now, those that point at a symbol which is gone, and those that mention a
   name which may mean something else. What others can see of a symbol is its definition: name,
   kind, owner, type, parent, modifiers, arity; lines are no part of it, so editing a body touches
   only the file itself. */
#pragma once

#include "index/resolve/resolve.h"

typedef struct DirtySet DirtySet;

DirtySet *dirty_open(Arena *arena, Catalog *catalog);
/* Call once a file before it changes or goes, or after it was put: what it was is kept. */
void dirty_note(DirtySet *dirty, uint32_t file);
/* After the changes, the catalog numbered again: a flag a file, true for those to resolve. Links of
   the others are brought up to date where symbols only moved in their files. The resolver must know
   the catalog as it is now. */
const bool *dirty_files(DirtySet *dirty, Resolver *resolver, Arena scratch);
