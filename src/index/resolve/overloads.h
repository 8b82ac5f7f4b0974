/* Overloads by the number, names and types of the arguments, for languages whose calls keep these
   (Language.calls_keep_arguments). */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/signatures.h"

/* Keeps the functions that take the arguments of the call, or only the most specific one if there
   is one. Keeps all when none takes them. */
void overloads_choose(Scope *scope, const Reference *reference, Finds *finds);
/* The function among the finds that a call with these arguments means; SYMBOL_NOWHERE if it is not
   known. */
uint32_t overloads_pick(const CallPlace *place, Str given, const Finds *finds);
