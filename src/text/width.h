/* Columns that text takes on a terminal: two for East Asian wide characters and emoji, none for
   combining marks and joiners, one for all others. An invalid byte takes one, as it is shown as
   U+FFFD. Meant for single lines; control bytes take none. */
#pragma once

#include "base/str.h"

size_t width_columns(Str text);

/* The text when it fits, else cut to at most max columns (>= 1), the ellipsis included: in the
   middle, so that both ends of a path are seen, or at the end, between words where that costs
   little. */
Str width_cut_middle(Arena *arena, Str text, size_t max);
Str width_cut_end(Arena *arena, Str text, size_t max);
/* What stands before offset `at` < text.len, ended between words where that costs little, and the
   ellipsis. */
Str width_cut_at(Arena *arena, Str text, size_t at);
