/* Declarations that a replaced text lacks. Internal to the module. */
#pragma once

#include "base/str.h"

typedef struct LostAsked {
    Str path;
    Str before, after; /* the whole file */
    Str task;          /* what it names may go */
} LostAsked;

/* The qualified name of the first declaration that is lost; empty: none. It may point into the
   texts. */
Str patch_lost_symbol(Arena *arena, const LostAsked *asked);
