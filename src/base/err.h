/* Error: why something failed, for the user: one line of message, and a hint on what to do.
   A function that can fail returns bool and takes `Err *err` last; the failing place writes both
   texts once and returns false. Callers pass it on unchanged. */
#pragma once

#include "base/limits.h"
#include "base/str.h"

/* Messages are for one line on a terminal; a hint may name a command. */
#define ERR_MESSAGE_BYTES 1024
#define ERR_HINT_BYTES 2400

typedef enum ErrCode { /* the values are the program's exit codes */
    ERR_NONE = 0,
    ERR_FAILED = 1,
    ERR_USAGE = 2,
    ERR_NOT_FOUND = 3, /* or not allowed */
    ERR_STALE = 4,     /* changed meanwhile */
    ERR_NO_MODEL = 5,  /* no chat model is configured */
    ERR_CAP = 6,       /* a cap on cost or tokens is reached */
    ERR_CUT = 7,       /* the model's answer is not whole */
    ERR_INTERRUPTED = 130,
    ERR_READER_GONE = 141, /* the reader of the output is gone: 128 + SIGPIPE, no message */
} ErrCode;

/* What callers may need to know beyond the code; set by err_is, never read from the message. */
typedef enum ErrKind {
    ERR_PLAIN,
    ERR_READING, /* a file that exists and is allowed could not be read: shown as `Error reading …`
                  */
    ERR_CHANGED,     /* another program changed a file meanwhile; nothing was written */
    ERR_OVER_WINDOW, /* the request exceeds the model's window */
} ErrKind;

typedef struct Err {
    ErrCode code;
    ErrKind kind;
    uint32_t line;   /* line of the mistake in a text; 0: not known */
    uint32_t reason; /* byte of the message at which the bare reason begins (err_reason) */
    char message[ERR_MESSAGE_BYTES]; /* without "Error: " and without a line end */
    char hint[ERR_HINT_BYTES];       /* may be empty */
} Err;

/* The prefix of the message when it is shown: `Error: `, or `Error ` for ERR_READING. */
const char *err_prefix(const Err *err);

/* Both return false, so that `return err_set(...)` reads well. Control bytes become spaces. */
bool err_set(Err *err, ErrCode code, const char *format, ...) PRINTF_LIKE(3, 4);
bool err_hint(Err *err, const char *format, ...) PRINTF_LIKE(2, 3);
/* Sets what every cancelled step says, and returns false. */
bool err_interrupted(Err *err);

/* Both refine the error that was just set, and return false. */
bool err_is(Err *err, ErrKind kind);
/* `reason`: the end of the message that says why, without the path or the line; `line`: 1-based, or
   0. A reason that is not the end of the message is not noted. */
bool err_because(Err *err, const char *reason, uint64_t line);
/* The reason alone, in the error's memory; the whole message if no reason was noted. */
const char *err_reason(const Err *err);
