/* Display width: the columns that text takes on a terminal. They are two for East Asian wide
   characters and emoji, none for combining marks and joiners, one for all others. An invalid byte
   takes one, as it is shown as U+FFFD. For single lines; control bytes take none. */
#pragma once

#include "base/str.h"

size_t width_columns(Str text);

/* The text if it fits, else truncated to at most max columns (>= 1), the ellipsis included. It is
   cut in the middle, so that both ends of a path are visible, or at the end, between words where
   that costs little. */
Str width_cut_middle(Arena *arena, Str text, size_t max);
Str width_cut_end(Arena *arena, Str text, size_t max);
/* The text before offset `at` < text.len and the ellipsis, cut between words where that costs
   little. */
Str width_cut_at(Arena *arena, Str text, size_t at);
