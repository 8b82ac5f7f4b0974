/* Spelling suggestions for hints in error messages: the closest of a list of names by edit
   distance. */
#pragma once

#include "base/str.h"

/* The name with the fewest edits (insert, delete, replace, transpose), ASCII case ignored; the
   first of equals. Empty if no name is near: at most one edit for every three letters. */
Str nearest_find(Str word, const Str *names, size_t count);
