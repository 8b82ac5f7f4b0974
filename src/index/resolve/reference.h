/* Resolving a reference by the rules that most languages share. */
#pragma once

#include "index/resolve/resolver.h"
#include "index/resolve/targets.h"

/* Adds the edges of a call, use, type or base. */
void reference_resolve(Scope *scope, const Reference *reference);
/* A construction leads to its type, and to the constructor that takes the arguments: adds edges to
   those of `types`. */
void reference_add_constructors(Scope *scope, const Reference *reference, const Targets *types);
