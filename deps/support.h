#pragma once
/* What the parser core and the grammars call instead of the C library (support.c). */

/* Called with the reason when an assertion of the core or of a grammar fails, or it calls abort().
   Must not return: it unwinds out of the parse. Unset or returning: the process aborts.
   Set it once, before the first parse. */
extern void (*fovea_grammar_failed)(const char *why);
/* Called while the same text is read again and again between two reports of progress: a scanner may
   look as far as the end of the text from each character that fits nowhere. May unwind out of the
   parse. */
extern void (*fovea_grammar_pulse)(void);
