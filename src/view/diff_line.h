/* Inside view: one line of code as HTML. */
#pragma once

#include "base/buf.h"
#include "change/change.h"
#include "view/diff_words.h"

/* `<p data-n="12">…</p>` with strings, comments, numbers and common keywords as `<q>`, `<i>`, `<u>`
   and `<b>`, and what is marked (or nothing: NULL) as `<mark>`. `line` is within the side's text
   and has its end; of a long one the part around the first mark is shown, and how much is left out.
 */
void diff_put_line(Buf *out, const ChangeSide *side, const TokenVec *tokens, Str line,
                   uint32_t number, const WordMarks *marks);
