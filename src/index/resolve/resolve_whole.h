/* Imports as a whole: `import a.*`, `from a import *`, `import value._`. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* What a static import of a class, or of all that is in it, makes visible. */
void whole_find_static(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                       Finds *finds);
/* Whether the import names a path within the file that it leads to. */
bool whole_is_path(const Resolver *resolver, const ImportLink *link);
/* Whether the file has what is in front of the path's last name. */
bool find_is_nested(Resolver *resolver, const ImportLink *link);
/* In what the file imports as a whole. */
void whole_find(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind, Meaning *meaning);
/* Python and OCaml, where what comes later counts: whether an import as a whole of who knows what
   stands behind the line on which something was declared or imported. */
bool whole_hides(Resolver *resolver, SymbolPlace at, uint32_t line);
/* Scala: the same, then `package`, which is what other files of the package have, then the packages
   around it. What these have is in doubt where an import leads nowhere: it would come before. */
void whole_find_around(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind,
                       const Finds *package, Meaning *meaning);
