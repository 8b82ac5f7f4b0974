/* The last step of collecting references: what is bound in a symbol, or in a function around it, is
   no USE of anything outside; and a BIND without a type that nothing asks for says nothing. */
#pragma once

#include "lang/outline.h"

void settle_references(Arena scratch, Outline *outline);
