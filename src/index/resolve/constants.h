/* Uses of constants and variables at the top of a module or namespace (TypeScript, JavaScript). */
#pragma once

#include "index/resolve/resolver.h"

/* Adds a use edge when the reference names such a constant. */
void constants_add_use(Scope *scope, const Reference *reference);
/* The same for what the receiver begins with: `ns.X.f()` is a use of X. */
void constants_add_receiver_use(Scope *scope, const Reference *reference);
