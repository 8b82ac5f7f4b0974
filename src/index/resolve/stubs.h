/* Stubs and interface files (`core.pyi`, `box.d.ts`, `store.mli`), and the sources that they
   declare. */
#pragma once

#include "index/resolve/resolver.h"

/* Pairs symbols of stubs with their sources; before references are resolved. */
void stubs_index(Resolver *resolver, Arena scratch);
/* The source of a stub's symbol; any other symbol unchanged. */
uint32_t stubs_source(const Resolver *resolver, uint32_t symbol);
