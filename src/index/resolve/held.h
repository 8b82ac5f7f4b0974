/* What constants of a module hold, in JavaScript and TypeScript: `const m = math`, `const { sum } =
   Numbers`, `import D = Shapes.Disc`. */
#pragma once

#include "index/resolve/resolver.h"

/* The value of a name that the file of the place binds to an expression; VALUE_UNKNOWN if it binds
   none. */
Value held_named(Resolver *resolver, uint32_t at, uint32_t name);
