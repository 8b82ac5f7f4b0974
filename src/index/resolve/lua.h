/* Lua. */
#pragma once

#include "index/resolve/resolver.h"

/* Rules.resolve of Lua. */
void lua_resolve(Scope *scope, const Reference *reference);
