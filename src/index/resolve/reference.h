/* Resolving a reference by the rules that most languages share. */
#pragma once

#include "index/resolve/resolver.h"
#include "index/resolve/targets.h"

/* Adds the edges of a call, use, type or base. */
void reference_resolve(Scope *scope, const Reference *reference);
