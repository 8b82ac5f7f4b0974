/* Who can see a symbol, judging by its file alone. */
#pragma once

#include "change/side.h"

/* The word of a statement beside a member that says how it is seen, `private` or `module_function`;
   or empty. */
Str visibility_section(const ChangeSide *side, uint32_t index);
/* Visibility from 0 (private) to 3 (public). Members of an interface are as visible as it is, with
   or without a modifier. */
int visibility_of_symbol(const ChangeSide *side, uint32_t index);
/* Whether it is a function of C with its body in a header: each file that includes it has its own.
 */
bool visibility_is_copied(const ChangeSide *side, uint32_t index);
/* Whether it and all its containers are visible elsewhere and none of these is a function. */
bool visibility_is_public(const ChangeSide *side, uint32_t index);
