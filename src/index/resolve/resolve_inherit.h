/* What a type may have from bases that nobody knows. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* Whether a type between the place and what was found, which stands in the entry `end` or, 0,
   outside of all, may have the name from a base that is not of the repository. */
bool inherit_hides(Resolver *resolver, SymbolPlace at, uint32_t end, const Meaning *meaning);
