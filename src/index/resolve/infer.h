/* Type inference of expressions. */
#pragma once

#include "index/resolve/resolver.h"

/* The value of an expression, as lang/walk/expression.h spells it, at a place. `scope` may be NULL:
   no local variables. */
Value infer_expression(Resolver *resolver, const Scope *scope, uint32_t at, Str expression);
