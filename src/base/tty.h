/* The terminal on standard input and output: modes of its line discipline, size, input with a
   time limit, and the signals that concern it. However the process ends, except by SIGKILL, the
   terminal is left as it was found: at exit, on fatal signals and crashes, and while the process is
   suspended. Input and output that are not a terminal, such as pipes, use the same functions; modes
   then do nothing. */
#pragma once

#include "base/str.h"

typedef enum TtyMode {
    TTY_LINES, /* as it was found: the system edits lines, Ctrl-C is SIGINT */
    TTY_KEYS,  /* every byte at once, no echo; Ctrl-C and Ctrl-Z are bytes */
    TTY_BUSY,  /* as TTY_KEYS, but Ctrl-C is SIGINT; input waits to be read */
} TtyMode;

typedef struct Tty {
    int in, out;
    bool in_is_terminal, out_is_terminal;
    bool escapes; /* it understands control sequences: bracketed paste is switched on with keys */
    bool gone;    /* hung up, or writing failed */
    TtyMode mode;
} Tty;

typedef struct TtySize {
    unsigned columns, rows;
} TtySize;

/* Opens the two descriptors; `escapes` says whether the terminal understands control sequences.
   Handlers for signals are installed until tty_close; at most one Tty is open. */
void tty_open(Tty *tty, int in, int out, bool escapes);
void tty_close(Tty *tty); /* works as SCOPED(tty_close) */
void tty_set_mode(Tty *tty, TtyMode mode);
/* 80 by 24 where the terminal does not say. */
TtySize tty_size(const Tty *tty);

/* Reads available input, at most len bytes, and waits up to timeout_ms for it (-1: without limit).
   TTY_NOTHING: the time is over, or a signal came first; TTY_END: end of the input. */
typedef enum TtyRead {
    TTY_BYTES,
    TTY_NOTHING,
    TTY_END
} TtyRead;
TtyRead tty_read(Tty *tty, char *into, size_t len, int timeout_ms, size_t *got) MUST_USE;
/* Writes all bytes; false, with `gone` set, when that fails. */
bool tty_write(Tty *tty, Str bytes);

/* Becomes true on SIGINT and stays so until tty_clear_interrupt. A third SIGINT meanwhile ends the
   process: it does not respond. */
const volatile bool *tty_interrupt(void);
void tty_clear_interrupt(void);
/* Why the screen has to be redrawn, since the last call. */
typedef enum TtyEvent {
    TTY_SAME,
    TTY_RESIZED,
    TTY_RESUMED /* the process was suspended: something else was written meanwhile */
} TtyEvent;
TtyEvent tty_take_event(void);
/* Suspends the process, as Ctrl-Z does; returns when it is continued. */
void tty_suspend(void);
