/* Bases outside the repository: what a type inherits from them is not known. */
#pragma once

#include "index/resolve/visible.h"

/* Whether a type between the place and what was found may inherit the name from such a base, which
   would hide what was found. `end`: the entry around the place that has what was found; 0: none. */
bool unknown_bases_may_hide(Resolver *resolver, SymbolPlace at, uint32_t end,
                            const Meaning *meaning);
