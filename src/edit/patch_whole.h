/* Whether a text that is to replace another one is one, or only quotes it. Internal to the module.
 */
#pragma once

#include "lang/lang.h"

typedef enum WholeVerdict {
    WHOLE_REPLACES,
    WHOLE_QUOTES, /* it is a run of the lines that are there */
    WHOLE_DROPS   /* most lines would go */
} WholeVerdict;

/* `before` is what would be replaced: a file, or a symbol of one. Empty lines and the space around
   lines do not count. */
WholeVerdict whole_judge(Arena scratch, Str before, Str after, bool is_symbol);
/* Whether all lines of a text are in another one, in a row. */
bool whole_is_run(Arena scratch, Str of, Str text);
/* The first line of a comment or docstring of `before` that is not in `after`, nor replaced there,
   though its code is; empty if there is no such comment. */
Str whole_lost_comment(Arena scratch, const Language *language, Str before, Str after);
