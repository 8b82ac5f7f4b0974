/* Rules.reopens: classes and modules that any file opens again. Only resolve*.c include this. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* Which symbol stands for each, before anything is placed. */
void reopen_all(Resolver *resolver, IdSpan order);
/* What a path such as `A::B` is at a place, in the types around it or at the top. */
bool reopen_find(Resolver *resolver, uint32_t at, Str path, Value *value);
