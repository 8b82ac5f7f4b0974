/* Parts of the rewriting pass for Swift. */
#pragma once

#include <stddef.h>

/* Conditional compilation: lines with #if, #elseif, #else and #endif are blanked, so that the
   parser sees all branches. When branches open brackets that are closed after the #endif, only
   the first branch stays. */
void prepare_branches(char *text, size_t len);
