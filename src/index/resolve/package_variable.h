/* Perl: variables that are named with their package: `$main::log`. */
#pragma once

#include "index/resolve/resolver.h"

/* Takes such a variable off the front of *rest and sets *value; false when it begins otherwise. */
bool package_variable_take(Resolver *resolver, uint32_t at, Str *rest, Value *value);
