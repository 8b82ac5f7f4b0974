/* Bases outside the repository, whose members are not known. */
#pragma once

#include "index/resolve/visible.h"

/* Whether a type between the place and the found symbol may inherit the name from such a base,
   which would hide the symbol. `end`: the entry around the place that has the symbol; 0: none. */
bool unknown_bases_may_hide(Resolver *resolver, SymbolPlace at, uint32_t end,
                            const Meaning *meaning);
