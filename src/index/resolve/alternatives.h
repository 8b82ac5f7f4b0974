/* Alternatives: symbols among which the run decides, such as two imports of one name in `try` and
   `except`. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Adds a likely edge to each. */
void alternatives_add(Scope *scope, const Reference *reference, const Finds *finds);
/* The same for a member of the modules that several imports of one name lead to; false when fewer
   than two do. */
bool alternatives_add_member(Scope *scope, const Reference *reference, uint32_t name);
