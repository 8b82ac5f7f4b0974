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

typedef struct Err {
    ErrCode code;
    char message[ERR_MESSAGE_BYTES]; /* without "Error: " and without a line end */
    char hint[ERR_HINT_BYTES];       /* may be empty */
} Err;

/* The prefix of the message when it is shown: `Error: `, or `Error ` before "reading file: …". */
const char *err_prefix(const Err *err);

/* Both return false, so that `return err_set(...)` reads well. Control bytes become spaces. */
bool err_set(Err *err, ErrCode code, const char *format, ...) PRINTF_LIKE(3, 4);
bool err_hint(Err *err, const char *format, ...) PRINTF_LIKE(2, 3);
