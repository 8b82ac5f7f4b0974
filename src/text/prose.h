/* First sentence of a description: a README, or a comment or docstring at the top of a file. Each
   function returns the empty string if it finds no such sentence. Results are UTF-8, on one line,
   without markup. */
#pragma once

#include "base/str.h"

/* Of Markdown or reStructuredText; headings, badges, lists, tables, quotes and code are skipped. */
Str prose_of_markup(Arena *arena, Str text);
/* Of the lines at the start of `text` that begin with `lead` (`//`, `//!`, `#`). */
Str prose_of_lines(Arena *arena, Str text, Str lead);
/* Of a block at the start of `text`, up to `close`; a `*` before a line is dropped. */
Str prose_of_block(Arena *arena, Str text, Str close);
