/* Python, TypeScript and JavaScript. */
#pragma once

#include "index/resolve/resolver.h"

/* Rules.resolve of these languages. */
void dynamic_resolve(Scope *scope, const Reference *reference);
bool dynamic_runs_in_order(const Resolver *resolver, uint32_t file);
/* Names with a meaning in these languages only: `cls`, `super()`, `exports`, `a.b` after `import
   a.b`. Takes one off the front of *rest and sets *value; false if *rest begins with another. */
bool dynamic_special_name(Resolver *resolver, uint32_t at, Str *rest, Value *value);
/* The type meant by a name that is not a type's: a function used with `new`, the default export of
   a module, a TypeVar of Python. */
Value dynamic_assigned_type(Resolver *resolver, uint32_t at, uint32_t name);
