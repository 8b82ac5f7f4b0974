/* Paths that begin with a package: `com.example.Foo.bar()` in Java and its kin. */
#pragma once

#include "index/resolve/resolver.h"

/* `path` is at the front of *rest. Takes its longest prefix that names a type or package off *rest
   and sets *value; false if no prefix does. */
bool packages_take_path(Resolver *resolver, uint32_t at, Str path, Str *rest, Value *value);
