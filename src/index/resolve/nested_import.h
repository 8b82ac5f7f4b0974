/* Imports of a path within a file: Java's `import a.A.B.name`, Rust's `use a::Kind::*`. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Adds the symbols that such an import makes visible as `name`; false if it makes none visible. */
bool nested_import_find(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                        Finds *finds);
/* Whether the import names a path. */
bool nested_import_is_path(const Resolver *resolver, const ImportLink *link);
/* Whether the file declares the path up to its last name. */
bool nested_import_exists(Resolver *resolver, const ImportLink *link);
