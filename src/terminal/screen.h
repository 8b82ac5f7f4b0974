/* The last rows of a terminal, drawn in place: inline, so that what is above stays in the
   scrollback. A frame is drawn over the one that is shown, by the few bytes in which they differ.
   Bytes are appended to a buffer; the caller writes them at once. */
#pragma once

#include "terminal/cells.h"

typedef struct Frame {
    VEC(CellSpan) rows;
    size_t cursor_row, cursor_column;
} Frame;

typedef struct Screen {
    Arena arenas[2]; /* of the shown frame, and of the next */
    int next;
    Frame shown;
    size_t row; /* of the frame, where the terminal's cursor is */
    size_t columns;
    bool styled;
} Screen;

/* `columns`: of the terminal. Frames have to be narrower: the last column stays empty, since
   terminals differ in what they do after it. */
void screen_open(Screen *screen, size_t columns, bool styled);
void screen_close(Screen *screen); /* works as SCOPED(screen_close) */
/* Starts the next frame, whose rows are allocated in the returned arena. */
Arena *screen_begin(Screen *screen);
void frame_add(Arena *arena, Frame *frame, CellSpan row);
/* Draws a frame that was made since screen_begin. */
void screen_draw(Screen *screen, const Frame *frame, Buf *out);
/* Removes the frame: what is written next comes where it began. */
void screen_erase(Screen *screen, Buf *out);
/* Leaves the frame where it is, and goes to a new row below it. */
void screen_leave(Screen *screen, Buf *out);
/* After a change of the terminal's width, which has broken the shown rows anew. */
void screen_resize(Screen *screen, size_t columns, Buf *out);
/* Clears the whole terminal, or draws anew where something else was written. */
void screen_clear(Screen *screen, Buf *out);
void screen_forget(Screen *screen);
