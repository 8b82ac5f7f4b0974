/* Objects that are made where they are used: `new A().f()` runs no override of f. */
#pragma once

#include "index/resolve/value.h"

/* A type that is named at the place, not one that a variable or a parameter holds. */
Value made_named(Value type);
/* What a construction of the type gives. It is exact if the type is, unless something that the type
   declares may give an object of a class below: Rules.makers. */
Value made_instance(Resolver *resolver, const Value *type);
