#pragma once
/* What the parser core and the grammars call instead of the C library (support.c). */

/* Called with the reason when an assertion of the core or of a grammar fails, or it calls abort().
   Must not return: it unwinds out of the parse. Unset or returning: the process aborts.
   Set it once, before the first parse. */
extern void (*fovea_grammar_failed)(const char *why);
