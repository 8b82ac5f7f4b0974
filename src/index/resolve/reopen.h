/* Classes and modules that any file may open again (LangFacts.classes_can_be_reopened: Ruby, Perl).
   One symbol represents each, by its full name. */
#pragma once

#include "index/resolve/resolver.h"

/* Chooses the symbol that represents each class; call before members are placed. */
void reopen_index(Resolver *resolver, IdSpan order);
/* Sets *value to the type that a path such as `A::B` names. It is looked up in the types around the
   place, then at the top level. False if it is not found. */
bool reopen_find(Resolver *resolver, uint32_t at, Str path, Value *value);
