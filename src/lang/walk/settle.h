/* The last step of collecting references: what is bound in a symbol, or in a function around it, is
   no USE of anything outside; and a local variable through which nothing is called says nothing.
   Arguments that are variables of a declared type become values of that type. */
#pragma once

#include "lang/outline.h"

void settle_references(Arena *arena, Arena scratch, Outline *outline);
/* Before that: what is assigned becomes the symbols' `writes`, in the arena. */
void settle_writes(Arena *arena, Arena scratch, Outline *outline);
