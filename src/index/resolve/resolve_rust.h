/* Rust: modules that are named from where one is. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* Takes `self` and `super` off the front of *rest as long as the modules stand in the file of `at`;
   false when it begins otherwise or leads out of the file. `self` alone is a module only where no
   type is around it: elsewhere it is the object. */
bool rust_find_near(Resolver *resolver, uint32_t at, Str *rest, Value *value);
