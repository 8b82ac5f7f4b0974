/* Which files' texts the preprocessor of C puts before or into a file's. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* By any way. */
bool resolve_includes(Resolver *resolver, uint32_t file, uint32_t included);
/* It does only by ways that a build may leave out: an edge over them is likely at most. */
bool resolve_doubts(Resolver *resolver, uint32_t file, uint32_t included);
