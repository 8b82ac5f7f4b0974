/* Other names of types: `using B = A;`, `typealias B = A`, `B = A` in Python and JavaScript. */
#pragma once

#include "index/resolve/resolver.h"

/* Adds an edge of kind BASE from each name of the file that is only another name of a type. */
void aliases_add(Scope *scope);
