/* What Swift's prepare function is made of. */
#pragma once

#include <stddef.h>

/* Conditional compilation: lines with #if, #elseif, #else and #endif become blanks, so that the
   parser sees all branches. Where branches open brackets for what follows the #endif, only the
   first is left. */
void prepare_branches(char *text, size_t len);
