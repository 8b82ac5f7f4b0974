/* The first sentence of what people write about a thing: a README, a comment or docstring at the
   top of a file. Each gives the empty string when there is no such sentence; results are UTF-8, on
   one line, without markup. */
#pragma once

#include "base/str.h"

/* From Markdown or reStructuredText: no heading, badge, list, table, quote or code. */
Str prose_of_markup(Arena *arena, Str text);
/* From the lines at the head of `text` that begin with `lead` (`//`, `//!`, `#`). */
Str prose_of_lines(Arena *arena, Str text, Str lead);
/* From a block at the head of `text`, up to `close`; a `*` before a line is left out. */
Str prose_of_block(Arena *arena, Str text, Str close);
