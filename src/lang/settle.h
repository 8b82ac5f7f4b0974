/* The last step of collecting references: what is bound in a symbol, or in a function around it, is
   no USE of anything outside; and a local variable through which nothing is called says nothing. */
#pragma once

#include "lang/outline.h"

void settle_references(Arena scratch, Outline *outline);
