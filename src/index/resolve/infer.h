/* Type inference of expressions. */
#pragma once

#include "index/resolve/resolver.h"

/* What an expression, as lang/walk/expression.h spells it, is at a place. `scope` may be NULL: then
   there are no local variables. */
Value infer_expression(Resolver *resolver, const Scope *scope, uint32_t at, Str expression);
