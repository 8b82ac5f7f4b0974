/* How a line editor looks: prompt and text, the candidates of a completion, the status line. */
#pragma once

#include "terminal/line_editor.h"
#include "terminal/screen.h"
#include "terminal/status.h"

typedef struct LineView {
    Str prompt;           /* `> ` */
    const Status *status; /* NULL: none */
    size_t columns, rows; /* that the frame may have: at least 4 and 1 */
} LineView;

/* If there is more text than rows, those around the cursor are shown, with arrows at the edges. */
void line_view(Arena *arena, const LineEditor *editor, const LineView *view, Frame *frame);
/* Only prompt and text from its start: what stays when it was submitted. */
void line_view_submitted(Arena *arena, const LineEditor *editor, const LineView *view,
                         Frame *frame);
