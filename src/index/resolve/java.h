/* Java: overload resolution, anonymous classes, and what classes inherit from the JDK. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Adds the methods of that name that a call on the type may mean, inherited ones included. */
void java_members(Scope *scope, const Reference *reference, uint32_t type, uint32_t name,
                  Finds *finds);
/* Keeps the methods that take the arguments, or only the most specific one if there is one. */
void java_choose(Scope *scope, const Reference *reference, Finds *finds);
/* A bare call in an anonymous class: adds the methods of its base; false when it has none. */
bool java_anonymous(Scope *scope, const Reference *reference, Finds *finds);
/* Whether a bare call that was found in an outer class may as well mean what a class between them
   inherits from the JDK: `size()` in a nested collection. */
bool java_may_inherit(Scope *scope, const Reference *reference, const Finds *finds);
/* Adds the calls of super constructors that are not written. */
void java_add_implicit(Scope *scope);
