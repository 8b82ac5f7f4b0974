/* Type inference of expressions. */
#pragma once

#include "index/resolve/resolver.h"

/* The value of an expression, as lang/walk/expression.h spells it, at a place. `scope` may be NULL:
   no local variables. */
Value infer_expression(Resolver *resolver, const Scope *scope, uint32_t at, Str expression);
/* What calling a value returns. */
Value infer_called(Resolver *resolver, const Value *value);
/* The result of the member that `a[i]`, or `a(x)`, means in the value's type. */
Value infer_result_of_member(Resolver *resolver, const Value *value, bool call);
/* Whether overloads of a member have one result, so that the arguments do not matter. */
bool infer_have_one_result(Resolver *resolver, const Finds *finds);
