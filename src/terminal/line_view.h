/* The view of a line editor: prompt and text, the candidates of a completion, the status line. */
#pragma once

#include "terminal/line_editor.h"
#include "terminal/screen.h"
#include "terminal/status.h"

typedef struct LineView {
    Str prompt;           /* `> ` */
    const Status *status; /* NULL: no status line */
    size_t columns, rows; /* of the frame: at least 4 and 1 */
} LineView;

/* If the text has more rows than fit, those around the cursor are shown, with arrows at the
   edges. */
void line_view(Arena *arena, const LineEditor *editor, const LineView *view, Frame *frame);
/* Only prompt and text from its start: the rows that remain after submission. */
void line_view_submitted(Arena *arena, const LineEditor *editor, const LineView *view,
                         Frame *frame);
