/* Namespaces that have full names (Rules.namespaces_have_full_names: C#, PHP). One symbol
   represents each namespace, whichever files open it. */
#pragma once

#include "index/resolve/visible.h"

/* Sets the unit of a file and registers the namespaces that it opens. */
void namespaces_open_file(Resolver *resolver, uint32_t id);
/* The symbol that represents the namespace of a block. */
uint32_t namespaces_of(const Resolver *resolver, uint32_t symbol);
/* Adds members of the nearest namespace that has some: `space`, else those around it. */
void namespaces_find(Resolver *resolver, uint32_t space, uint32_t name, FindKind kind,
                     Finds *finds);
/* PHP: adds functions of the namespace with that name, or, if `within`, with that name in the
   namespace around the place. */
void namespaces_find_function(Resolver *resolver, uint32_t at, Str path, bool within, uint32_t name,
                              Finds *finds);
/* Whether a symbol is in the namespace around the place, or in none. */
bool namespaces_is_seen(const Resolver *resolver, uint32_t at, uint32_t symbol);
/* Adds symbols outside any namespace that belong to the same project as the place. */
void namespaces_find_global(Resolver *resolver, uint32_t at, uint32_t name, FindKind kind,
                            Finds *finds);
/* Takes a path of namespace and type off the front of *rest and sets *value to the type. False when
   the path begins otherwise. In other languages, packages_take_path. */
bool namespaces_take_path(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* Sets *meaning to the target of an import's alias: `using A = B.C`. */
void namespaces_follow_alias(Resolver *resolver, uint32_t at, const ImportLink *link, FindKind kind,
                             Meaning *meaning);
/* Adds the symbols that an import of a namespace, or a static import of a type, makes visible. */
void namespaces_find_imported(Resolver *resolver, uint32_t at, const ImportLink *link,
                              uint32_t name, FindKind kind, Finds *finds);
