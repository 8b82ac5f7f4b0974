/* What means something only in its place: an interpreter's line, `<?php`, "use strict", front
   matter. Rows are LangFacts.leads, a text with its place in front. `0` is the first byte of the
   file, and `^` that or the one after a byte order mark. `1` is the first line, `2` one of the
   first two. `=` begins a line before all code; `#` is in a comment there. `|` is in one of the
   comments that begin the file, without a blank line. */
#pragma once

#include "review/rule.h"

/* Finds those of the base that the new text still has, and where they mean nothing any more. */
void leads_find_lost(const ReviewFind *find, const ChangedFile *file);
