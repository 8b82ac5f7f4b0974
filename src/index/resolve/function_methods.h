/* Methods of functions in JavaScript: `f.call(x)`, `f.apply(x)`, `f.bind(x)`. */
#pragma once

#include "index/resolve/resolver.h"

/* Sets *itself to the call of f, or to its use with `bind`; false for any other reference. */
bool function_methods_target(Scope *scope, const Reference *reference, Reference *itself);
