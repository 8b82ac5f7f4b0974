/* Which files an update makes resolve their references again: those that changed, those that point
   into a file whose symbols moved, and those that mention a name which now means something else. */
#pragma once

#include "index/catalog.h"

typedef struct Touched Touched;

Touched *touched_open(Arena *arena, Catalog *catalog);
/* Call once a file before it changes or goes; its entries are kept as they were. */
void touched_note(Touched *touched, uint32_t file);
/* After the changes, the catalog numbered again: a flag a file, true for those to resolve. `all`:
   every file with references (the set of files changed, so imports may lead elsewhere). */
const bool *touched_files(Touched *touched, bool all);
