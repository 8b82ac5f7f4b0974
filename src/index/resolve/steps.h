/* Which step found the target of a reference (catalog/edge_steps.def). The functions that decide
   set Scope.step; where they do not, the places of both ends decide. */
#pragma once

#include "index/resolve/resolver.h"

/* The step of the reference's edge to the target. */
EdgeStep steps_of(Scope *scope, const Reference *reference, uint32_t target);
/* The step of a member that was found by the value of the receiver. */
EdgeStep steps_of_member(const Scope *scope, const Reference *reference, const Value *value,
                         const Finds *finds);
