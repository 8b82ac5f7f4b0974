/* Perl. */
#pragma once

#include "index/resolve/resolver.h"

/* Rules.resolve of Perl. */
void perl_resolve(Scope *scope, const Reference *reference);
