/* Constructions: a call that makes an object of a type also calls a constructor of the type. */
#pragma once

#include "index/resolve/targets.h"

/* Adds edges to the constructors, of the types among a call's targets, that take the arguments. */
void constructors_add(Scope *scope, const Reference *reference, const Targets *types);
/* Whether the type has a constructor in its own head, `class A(x: Int)`, beside declared ones. */
bool constructors_has_primary(Resolver *resolver, uint32_t type);
