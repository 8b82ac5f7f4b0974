/* The include graph: of C and C++, and of scripts that run others in their place (`source`). */
#pragma once

#include "index/resolve/resolver.h"

/* Whether a file includes another, directly or not. */
bool includes_reach(Resolver *resolver, uint32_t file, uint32_t included);
/* Whether it does so only through includes that a build may leave out (#if): edges over these are
   likely at most. */
bool includes_are_conditional(Resolver *resolver, uint32_t file, uint32_t included);
