/* Members of functions in JavaScript and TypeScript: `f.g = …`, a namespace of the same name, and
   the prototype that `new F()` has. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Adds the members of the function that the value is, or of an object that it constructs. */
void script_members_find(Resolver *resolver, const Value *value, uint32_t name, FindKind kind,
                         Finds *finds);
/* Adds the method that the file's code puts onto the prototype of a literal's class:
   `String.prototype.f = …`. False if there is no such method, or the receiver is no literal. */
bool script_members_of_literal(Resolver *resolver, Str receiver, uint32_t name, Finds *finds);
