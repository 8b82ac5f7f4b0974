/* Adapts added lines to the style of the file. Where a hunk's old lines differ from the file in
   indentation, quotes or dashes, its added lines are changed the same way. */
#pragma once

#include "edit/hunk_match.h"

/* Sets texts[i] for each added line of the hunk. False if the indentation cannot be carried over,
   or is that of a line within a string. */
bool reindent_hunk(Arena *arena, const MatchFile *file, const Hunk *hunk, const Match *match,
                   Str *texts) MUST_USE;
/* The lines of a text of the file, moved so that the first one is indented as given. False if a
   later line is indented less than the first, or not with the same characters, or begins within a
   string that does not document. */
bool reindent_text(const MatchFile *file, Arena *arena, Str text, Str indent, Str *moved) MUST_USE;
