/* What somebody probably meant: the closest of a list of names, for hints in error messages. */
#pragma once

#include "base/str.h"

/* The name with the fewest edits (insert, delete, replace, swap of neighbours), ASCII case ignored;
   the first of equals. Empty when none is near: at most one edit for every three letters. */
Str nearest_find(Str word, const Str *names, size_t count);
