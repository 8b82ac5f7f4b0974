/* Shared by the files of the terminal. */
#pragma once

#include "base/tty.h"
#include "terminal/line_view.h"
#include "terminal/markdown.h"
#include "terminal/terminal.h"

#include <pthread.h>

/* Bytes that can be typed during an answer: the system's own buffer has 4 KB; a paste may be
   larger. */
#define AHEAD_BYTES_MAX (2 * INPUT_PASTE_BYTES_MAX)
#define ACTIVITY_BYTES_MAX 200
#define STATUS_BYTES_MAX 200

struct Terminal {
    Tty tty;
    TerminalKind kind;
    bool styled, busy, in_markdown, ended;
    Screen screen;
    Input input;
    LineHistory history;
    LineEditor editor;
    Markdown *markdown;
    Arena arena; /* of one operation */
    Buf out;     /* of one operation, in `arena` */
    Status status;
    char status_text[3][STATUS_BYTES_MAX];
    char activity[ACTIVITY_BYTES_MAX];
    size_t activity_len;
    int64_t activity_ms, drawn_ms;
    unsigned turns; /* of the spinner */
    bool stale;     /* the shown frame is out of date */
    char *ahead;    /* typed but not handled yet */
    size_t ahead_len;
    pthread_mutex_t lock; /* guards all fields while the ticker runs */
    pthread_cond_t stop;
    pthread_t ticker;
    bool ticks;
};

/* terminal_ticker.c: the ticker runs from terminal_begin to terminal_end. */
void terminal_open_lock(Terminal *terminal);
void terminal_close_lock(Terminal *terminal);
/* Recursive: Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal); */
Terminal *terminal_lock(Terminal *terminal);
void terminal_unlock(Terminal **terminal);
void terminal_start_ticker(Terminal *terminal);
void terminal_stop_ticker(Terminal *terminal); /* without the lock */

/* terminal.c */
void terminal_flush(Terminal *terminal); /* writes `out`, and empties it */
/* After a resize or a suspension: invalidates the shown frame. True if it must be drawn. */
bool terminal_follow_size(Terminal *terminal);
size_t terminal_rows(const Terminal *terminal);

/* terminal_read.c */
/* Moves typed bytes from the system's buffer to `ahead`, waiting at most timeout_ms; false at the
   end of the input. */
bool terminal_fill(Terminal *terminal, int timeout_ms);
