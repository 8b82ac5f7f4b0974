/* Types that take all values of another: a change to such a type breaks nobody who gives one. */
#pragma once

#include "lang/lang.h"

/* Whether values of the narrow type may be given where the wide one is asked for, as the texts of
   the types show it: unions, optional types, references to constants, wildcards, type parameters
   and the pairs of LangFacts.wider_types. */
bool widening_takes(const Language *language, Str wide, Str narrow);
