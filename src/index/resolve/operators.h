/* Operators, and other calls that the language makes without a name: `a + b`, `a[i]`, a loop's
   iterator. */
#pragma once

#include "index/resolve/resolver.h"

/* Adds the edges of a call with REFERENCE_OPERATOR: of the function that the type of an operand
   declares or inherits. In C++ it may also be a function of two operands beside the type. */
void operators_resolve(Scope *scope, const Reference *reference);
