/* Stubs and interface files, and the sources beside them that they announce. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* Finds what stubs announce; before anything is resolved. */
void stub_index(Resolver *resolver, Arena scratch);
/* What a stub's symbol announces; anything else is itself. */
uint32_t stub_lead(const Resolver *resolver, uint32_t symbol);
