/* Callbacks: functions that are passed to functions. */
#pragma once

#include "index/resolve/resolver.h"

/* A parameter of a callback, `subscribe<0.1>`: the second argument that the first parameter of
   `subscribe`, a function, is called with. */
Value callbacks_parameter(Resolver *resolver, const Scope *scope, uint32_t at, Str text);
