/* What IPython adds to Python in a cell. */
#pragma once

#include "base/str.h"

/* Replaces text that is not Python in a cell by Python of the same length. `%time f()` keeps its
   call; other magic lines (`%matplotlib inline`, `!pip install x`, `f?`) become comments; the
   result of a command (`files = !ls`) becomes a number. Strings and continued lines stay. */
void magic_hide(char *text, size_t len);
