/* Local variables of the file at hand. */
#pragma once

#include "index/resolve/resolver.h"

/* Records a variable's declared type or initial value, from a BIND reference. */
void variables_bind(Scope *scope, const Reference *reference);
/* The variable of that name that is visible at a place, or NULL. */
const Value *variables_find(const Scope *scope, uint32_t at, Str name);
/* Java: `this` in a method of an anonymous class, as far as the base of the class tells; NULL
   elsewhere. */
const Value *variables_anonymous_this(const Scope *scope, uint32_t at);
