/* One line of code as HTML, with syntax highlighting and marked words. Internal to view. */
#pragma once

#include "base/buf.h"
#include "change/change.h"
#include "view/diff_words.h"

/* Writes `<p data-n="12">…</p>`. Strings, comments, numbers and common keywords are `<q>`, `<i>`,
   `<u>` and `<b>`; `marks` (NULL: none) are `<mark>`. `line` is a slice of the side's text, line
   end included. A long line is cut to the part around the first mark, with the size of the parts
   left out. */
void diff_put_line(Buf *out, const ChangeSide *side, const TokenVec *tokens, Str line,
                   uint32_t number, const WordMarks *marks);
