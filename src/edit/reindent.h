/* Added lines in the style of the file: where old lines of a hunk are indented otherwise than in
   the file, or have other quotes and dashes, the added lines are changed in the same way. */
#pragma once

#include "edit/match.h"

/* Sets texts[i] for each added line of the hunk. False if the indentation cannot be carried over.
 */
bool reindent_hunk(Arena *arena, const FileText *file, const Hunk *hunk, const Match *match,
                   Str *texts) MUST_USE;
/* The lines of a text, moved so that the first one is indented as given. False if a later line is
   indented less than the first, or not with the same characters. */
bool reindent_text(Arena *arena, Str text, Str indent, Str *moved) MUST_USE;
