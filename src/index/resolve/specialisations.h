/* C++: templates and their specialisations, which share a name. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Drops specialisations of a template that is a candidate, too: the name alone means the template.
 */
void specialisations_drop(const Resolver *resolver, Finds *finds);
/* Whether the type is a template that has specialisations: a member of it may be one of theirs. */
bool specialisations_exist(const Resolver *resolver, uint32_t type);
