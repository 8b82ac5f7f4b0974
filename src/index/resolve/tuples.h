/* Tuples, lists of a few values and objects that code writes out: `tuple<A(),B()>{}`. */
#pragma once

#include "index/resolve/resolver.h"

/* Whether the value is a list of a few values. */
bool tuples_is(const Resolver *resolver, const Value *value);
/* The element at an index, or one of all elements (STR_NONE), of such a list. Without `each`, which
   of them is not known. */
Value tuples_element(Resolver *resolver, const Value *value, size_t index, bool each);
/* Evaluates the parts of `__tuple<x,name:y>{}`. Returns the first one's index + 1 in
   Resolver.others. */
uint32_t tuples_values(Resolver *resolver, const Scope *scope, uint32_t at, Str list);
