/* Constructions: a call of a type is also one of the constructor that the type has or inherits. */
#pragma once

#include "index/resolve/targets.h"

/* Adds edges to the constructors of the types among a call's targets. */
void constructors_add(Scope *scope, const Reference *reference, const Targets *types);
