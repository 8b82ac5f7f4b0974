/* Options: values that a function reads by their names from one argument, as `options["width"]`,
   `opts.get("width")`, `$args{width}`, `{ width }`. */
#pragma once

#include "change/use_text.h"

/* Adds to changed->breaking the options that the function does not read any more, with their names
   in changed->asked. */
void option_reads_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
/* The names that a call of that name on a line gives to values, in its arguments and in literals
   among them. */
StrVec option_reads_given(TextUses *uses, Str path, uint32_t line, Str name);
/* Why the call whose name is at a token breaks, as it gives an option that is not read any more; or
   empty. */
Str option_reads_concern(TextUses *uses, const UseText *file, size_t i,
                         const ChangedSymbol *changed);
