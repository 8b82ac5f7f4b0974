/* The closest of several candidates. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Keeps the candidates that a place most likely means: definitions before declarations, then the
   same file, included files (C), the same folder, the longest common path. True when all candidates
   left define one symbol and each build compiles one of them. */
bool closest_keep(Resolver *resolver, uint32_t at, Finds *finds);
/* The only type or namespace among the candidates, or SYMBOL_NOWHERE if several are left. */
uint32_t closest_scope(Resolver *resolver, uint32_t at, const Finds *finds);
