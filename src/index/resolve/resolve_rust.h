/* Rust: modules that are named from where one is. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* What a module stands for: its block, or the file that it is in. */
Value rust_module_value(Resolver *resolver, uint32_t symbol);
/* Takes `crate::a`, `super::b`, `self::c` off the front of *rest as far as modules go; false when
   it begins otherwise or leads out of the repository. `self` alone is a module only where no type
   is around it: elsewhere it is the object. */
bool rust_find_path(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* The same where a module that is declared there stands in front, or a crate of the repository. */
bool rust_find_module(Resolver *resolver, uint32_t at, Str *rest, Value *value);
