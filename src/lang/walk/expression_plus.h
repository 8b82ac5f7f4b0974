/* C++: functions that give what they are given. */
#pragma once

#include "lang/registry.h"

/* `std::move(x)` is x; empty for other functions, and in other languages. */
Str expression_of_plus(Arena *arena, const Language *language, Str function, Str inside);
