/* The terminal of a conversation: lines are read with an editor, answers stream as Markdown, and a
   status line is below them. All output passes through clean.h: no text can control the
   terminal. However the process ends, base/tty.h restores the terminal.

       Terminal *terminal = terminal_open(arena, &options);
       while (terminal_read_line(terminal, arena, &prompt, &text) == TERMINAL_TEXT) {
           terminal_begin(terminal);
           ... terminal_set_activity, terminal_write_markdown; stop when *terminal_interrupt() ...
           terminal_end(terminal);
       }
       terminal_close(terminal);

   Its abilities depend on where it runs:
   - a terminal: editor, styles, status line; without colours if NO_COLOR is set;
   - TERMINAL_PLAIN: a dumb terminal (TERM), or one where nothing may move, for screen readers: the
     system edits lines, text appears in whole lines, nothing is redrawn;
   - TERMINAL_PIPE: input or output is not a terminal: lines are read and text is written as in
     plain mode, without prompts and activities; with styles if the output is a terminal. */
#pragma once

#include "base/err.h"
#include "terminal/line_editor.h"
#include "terminal/status.h"

typedef struct Terminal Terminal;

typedef enum TerminalKind {
    TERMINAL_FULL,
    TERMINAL_PLAIN,
    TERMINAL_PIPE
} TerminalKind;

typedef struct TerminalOptions {
    bool plain;  /* the user wants plain mode; the variable FOVEA_PLAIN has the same effect */
    Str history; /* path of the history's file; empty: no history */
} TerminalOptions;

/* Opens standard input and output. Only one is open at a time. It lives in the arena. */
Terminal *terminal_open(Arena *arena, const TerminalOptions *options);
void terminal_close(Terminal *terminal);
/* Columns for text; 80 if unknown. */
size_t terminal_columns(const Terminal *terminal);

typedef enum TerminalRead {
    TERMINAL_TEXT,
    TERMINAL_INTERRUPTED, /* Ctrl-C without a text */
    TERMINAL_CANCELLED,   /* by TerminalPrompt.cancel */
    TERMINAL_ENDED        /* Ctrl-D without a text, end of input, or the terminal is gone */
} TerminalRead;

typedef struct TerminalPrompt {
    Str prompt; /* `> ` */
    /* NULL: no completion. It may take some tenths of a second, during which nothing moves. */
    LineComplete complete;
    void *state;                 /* of `complete` */
    const volatile bool *cancel; /* ends the reading soon after it is set; NULL: never set */
} TerminalPrompt;

/* Reads a text of one or more lines, which may be empty, in `arena`: valid UTF-8 without control
   characters but line feeds and tabs. Text typed ahead comes first. */
TerminalRead terminal_read_line(Terminal *terminal, Arena *arena, const TerminalPrompt *prompt,
                                Str *text);
typedef struct TerminalQuestion {
    Str text;
    const char *keys; /* such as "ynq"; shown after the text */
} TerminalQuestion;

/* Asks for one of the keys and returns it: alone on its line, or pressed and followed by nothing.
   0: Escape, Ctrl-C, no terminal. Text pasted, or typed before the question, is no answer: the
   latter waits for the next line. If `text` is not NULL, a sentence is a refusal and *text has it;
   otherwise it is asked again, as for any other word. Ends the output begun by terminal_begin. */
char terminal_ask(Terminal *terminal, Arena *arena, const TerminalQuestion *question, Str *text);

/* Lets the user edit a text in the program named by $VISUAL or $EDITOR, split at spaces; no shell
   is started. `name` is that of the program's file, in a directory that only this user can access.
   Ends the output begun by terminal_begin. Fails if no program is named, if it fails, or without a
   terminal. */
bool terminal_edit(Terminal *terminal, Arena *arena, Str name, Str text, Str *edited,
                   Err *err) MUST_USE;

/* From begin to end Ctrl-C sets *terminal_interrupt(), at once and even if the program is busy; the
   status line is shown, and typed text is kept. */
void terminal_begin(Terminal *terminal);
void terminal_end(Terminal *terminal);
/* Rings the bell, which terminals show as a sign or a notice; not in a pipe. */
void terminal_ring(Terminal *terminal);
/* For ChatRequest.cancel and others. terminal_begin and terminal_read_line clear it. */
const volatile bool *terminal_interrupt(const Terminal *terminal);
/* Takes typed bytes and draws if due. A thread calls it from begin to end, so the program may be
   busy or wait for long. False if the terminal is gone. */
bool terminal_poll(Terminal *terminal);

/* Copied; shown from begin to end, and while a line is read. */
void terminal_set_status(Terminal *terminal, const Status *status);
/* The current activity, until the next call or terminal_end; empty: none. In plain mode it is a
   line of text. */
void terminal_set_activity(Terminal *terminal, Str activity);

/* A piece of an answer. The Markdown ends with terminal_end, or before anything else is written. */
void terminal_write_markdown(Terminal *terminal, Str piece);
/* Lines of text, of a unified diff, of an error (in red if colours are on). */
void terminal_write_text(Terminal *terminal, Str text);
/* Lines of text or a list, whose rows break between words, below its last column. */
void terminal_write_list(Terminal *terminal, Str text);
void terminal_write_diff(Terminal *terminal, Str diff);
void terminal_write_error(Terminal *terminal, Str text);
