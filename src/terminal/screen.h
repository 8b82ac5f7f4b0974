/* The last rows of a terminal, drawn in place: inline, so that earlier output stays in the
   scrollback. A frame is drawn over the shown one by writing only the differences. Bytes are
   appended to a buffer; the caller writes them at once. */
#pragma once

#include "terminal/cells.h"

typedef struct Frame {
    VEC(CellSpan) rows;
    size_t cursor_row, cursor_column;
} Frame;

typedef struct Screen {
    Arena arenas[2]; /* of the shown frame, and of the next one */
    int next;
    Frame shown;
    size_t row; /* row of the frame with the terminal's cursor */
    size_t columns;
    bool styled;
} Screen;

/* `columns`: of the terminal. Frames must be narrower: the last column stays empty, since terminals
   differ in their behaviour after it. */
void screen_open(Screen *screen, size_t columns, bool styled);
void screen_close(Screen *screen); /* works as SCOPED(screen_close) */
/* Starts the next frame, whose rows are allocated in the returned arena. */
Arena *screen_begin(Screen *screen);
void frame_add(Arena *arena, Frame *frame, CellSpan row);
/* Draws a frame made since screen_begin. */
void screen_draw(Screen *screen, const Frame *frame, Buf *out);
/* Removes the frame: further output begins at its place. */
void screen_erase(Screen *screen, Buf *out);
/* Leaves the frame in place, and goes to a new row below it. */
void screen_leave(Screen *screen, Buf *out);
/* Call after a resize: the terminal has rewrapped the shown rows. */
void screen_resize(Screen *screen, size_t columns, Buf *out);
/* Clears the whole terminal, or redraws after foreign output. */
void screen_clear(Screen *screen, Buf *out);
void screen_forget(Screen *screen);
