/* Wildcard imports: `import a.*`, `from a import *`, Scala's `import value._`. */
#pragma once

#include "index/resolve/visible.h"

/* Adds to *meaning the symbols that the file's wildcard imports make visible. */
void wildcard_find(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind,
                   Meaning *meaning);
/* Scala: the same, then `package` (symbols of the package's other files), then the packages around
   it. Symbols of packages are doubtful if a wildcard import leads out of the repository, since the
   import would come first. */
void wildcard_find_around(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind,
                          const Finds *package, Meaning *meaning);
/* Adds the symbols that a static import of a class, or of all its members, makes visible. */
void wildcard_find_static(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                          Finds *finds);
/* Python and OCaml, where later imports win: whether a wildcard import from outside the repository
   follows the line of a declaration or import, and so may hide it. */
bool wildcard_may_hide(Resolver *resolver, SymbolPlace at, uint32_t line);
