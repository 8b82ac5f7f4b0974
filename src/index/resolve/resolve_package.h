/* Java and its kin: names with their packages in front. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* Of a path at the front of *rest takes what a package and, if there is one, a type in it names;
   false when it begins otherwise. */
bool package_path(Resolver *resolver, uint32_t at, Str path, Str *rest, Value *value);
