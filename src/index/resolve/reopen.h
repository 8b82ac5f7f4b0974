/* Classes and modules that any file may open again (Rules.classes_can_be_reopened: Ruby, Perl). One
   symbol stands for each, by its full name. */
#pragma once

#include "index/resolve/resolver.h"

/* Chooses the symbol that stands for each class; before members are placed. */
void reopen_index(Resolver *resolver, IdSpan order);
/* Sets *value to the type that a path such as `A::B` names at a place, in the types around it or at
   the top level; false when there is none. */
bool reopen_find(Resolver *resolver, uint32_t at, Str path, Value *value);
