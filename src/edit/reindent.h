/* Adapts added lines to the style of the file. Where a hunk's old lines differ from the file in
   indentation, quotes or dashes, its added lines are changed the same way. */
#pragma once

#include "edit/match.h"

/* Sets texts[i] for each added line of the hunk. False if the indentation cannot be carried over.
 */
bool reindent_hunk(Arena *arena, const FileText *file, const Hunk *hunk, const Match *match,
                   Str *texts) MUST_USE;
/* Shifts the lines of a text so that the first is indented as given. False if a later line is
   indented less than the first, or not with the same characters. */
bool reindent_text(Arena *arena, Str text, Str indent, Str *moved) MUST_USE;
