/* White space and comments of a pair: do they change what the code means? */
#pragma once

#include "change/change.h"

/* Adds to changed->parts and changed->what, or takes away what the language's own reader finds
   equal. */
void kind_layout_compare(Arena *arena, Arena scratch, const ChangeSet *set, ChangedSymbol *changed);
