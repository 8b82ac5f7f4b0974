/* Homes: which scope declares a symbol. */
#pragma once

#include "index/resolve/resolver.h"

/* Indexes the whole catalog: units, homes, members, bases, and declarations in stubs. All other
   functions need this first. */
void home_index(Resolver *resolver, Arena scratch);
/* The home of a symbol, or SYMBOL_NOWHERE when it is not known. */
uint32_t home_of(const Resolver *resolver, uint32_t symbol);
/* The innermost type around a place, the place included, or SYMBOL_NOWHERE. A method that is
   declared outside its type still belongs to it. */
uint32_t home_type_around(const Resolver *resolver, uint32_t at);
