/* Changes to a copy of the text before it is parsed, of the same length and with the same lines,
   where a grammar does not know what a language allows (Language.prepare). */
#pragma once

#include <stddef.h>

/* Conditional compilation where the grammar has none: lines from #if, #elseif, #else and #endif
   become blanks, so that all branches are seen; of branches that open brackets for what follows
   the #endif only the first. */
void prepare_branches(char *text, size_t len);
