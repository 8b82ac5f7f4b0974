/* Changes to a copy of the text before it is parsed, of the same length and with the same lines,
   where a grammar does not know what a language allows (Language.prepare). */
#pragma once

#include <stddef.h>

/* Conditional compilation where the grammar has none: lines from #if, #elseif, #else and #endif
   become blanks, so that all branches are seen; of branches that open brackets for what follows
   the #endif only the first. */
void prepare_branches(char *text, size_t len);

/* Kotlin of today for a grammar of Kotlin 1.8: contexts, guards, multi-dollar strings, … */
void prepare_kotlin(char *text, size_t len);
