/* Bounds of type parameters: `T extends Foo`, `T: Foo + Bar`. */
#pragma once

#include "index/resolve/resolver.h"

/* An instance of the bound of the type parameter `name`. If it has several bounds, the one with the
   member that the reference names; then Value.named keeps the parameter's name. */
Value bounds_value(const Scope *scope, const Reference *reference, Str name);
/* For a value whose type parameter has several bounds, the bound that has a function of this name;
   any other value unchanged. */
Value bounds_with_member(const Scope *scope, uint32_t at, Value value, Str name);
