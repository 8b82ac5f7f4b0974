/* pytest: fixtures that a parameter names. */
#pragma once

#include "index/resolve/resolver.h"

/* The function that a parameter of a test means by its name: one of the file, or of the nearest
   conftest.py above it. SYMBOL_NOWHERE: no such function. */
uint32_t fixtures_find(Resolver *resolver, uint32_t at, Str name);
/* What that function returns, or yields. */
Value fixtures_value(Resolver *resolver, uint32_t at, Str name);
