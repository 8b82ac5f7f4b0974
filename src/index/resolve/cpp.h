/* C++, CUDA. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Rules.resolve of these languages. */
void cpp_resolve(Scope *scope, const Reference *reference);
/* Whether the call constructs an object, given the candidates for its name. */
bool cpp_is_construction(Scope *scope, const Reference *reference, const Finds *finds);
/* Adds its edge to the class; a name that is not a class is only a use of the type. */
void cpp_add_construction(Scope *scope, const Reference *reference);
/* What `operator[]` or `operator->` of the value's class returns; VALUE_UNKNOWN without one. */
/* What `*value` is; the value itself where that is not known. */
Value cpp_pointed(Resolver *resolver, Value value);
Value cpp_operator_result(Resolver *resolver, const Value *value, Str operator);
