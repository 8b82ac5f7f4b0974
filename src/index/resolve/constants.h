/* Uses of constants and variables at the top of a module or namespace (TypeScript, JavaScript). */
#pragma once

#include "index/resolve/resolver.h"

/* Adds a use edge when the reference names such a constant. */
void constants_add_use(Scope *scope, const Reference *reference);
/* Adds an edge to such a constant that a type names as its base; Python's as well. `at`: the place
   around the type. */
bool constants_add_base(Scope *scope, uint32_t at, const Reference *reference);
/* The same for the first name of the receiver: `ns.X.f()` is a use of X. */
void constants_add_receiver_use(Scope *scope, const Reference *reference);
