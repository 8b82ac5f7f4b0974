/* What IPython adds to Python in a cell. */
#pragma once

#include "base/str.h"

/* Replaces what is not Python in a cell's text by Python of the same length. `%time f()` keeps its
   call; other magic lines (`%matplotlib inline`, `!pip install x`, `f?`) become comments; what a
   command returns (`files = !ls`) becomes a number. Strings and continued lines stay. */
void magic_hide(char *text, size_t len);
