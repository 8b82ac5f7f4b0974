/* What a function's body does with one of its parameters, as its tokens show it. */
#pragma once

#include "change/side.h"

/* Whether a call may leave the argument out: the body never uses it, or first asks whether it is
   there. */
bool parameter_needs_nothing(const ChangeSide *side, uint32_t index, Str name);
/* Whether the body gives the parameter that value where none was given: `if x is None: x = value`,
   `x || value`. */
bool parameter_needs_default_to(const ChangeSide *side, uint32_t index, Str name, Str value);
/* Whether the body asks what kind of value it was given (LangHeads.type_tests). */
bool parameter_needs_are_asked(const ChangeSide *side, uint32_t index, Str name);
