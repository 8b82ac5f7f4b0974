/* Decides whether a text replaces a file or symbol, or only quotes it. Internal to the module. */
#pragma once

#include "lang/lang.h"

typedef enum WholeVerdict {
    WHOLE_REPLACES,
    WHOLE_QUOTES, /* a run of the existing lines */
    WHOLE_DROPS   /* most lines would be lost */
} WholeVerdict;

/* `before` is the text to be replaced: a file or one symbol. Empty lines and white space around
   lines are ignored. */
WholeVerdict whole_judge(Arena scratch, Str before, Str after, bool is_symbol);
/* Whether `text` is a run of consecutive lines of `of`. */
bool whole_is_run(Arena scratch, Str of, Str text);
/* The first line of a comment or docstring of `before` that `after` drops without replacement while
   it keeps the code; empty if no comment is lost. */
Str whole_lost_comment(Arena scratch, const Language *language, Str before, Str after);
