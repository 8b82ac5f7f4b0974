/* C. */
#pragma once

#include "index/resolve/resolver.h"

/* Rules.resolve of C. */
void c_code_resolve(Scope *scope, const Reference *reference);
