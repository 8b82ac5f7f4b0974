/* Decoder from the bytes of a terminal to keys: UTF-8, control characters, escape sequences (CSI,
   SS3, CSI u) and bracketed paste. Bytes may arrive in any pieces. They are untrusted: a paste
   keeps no control character but line feeds and tabs, and unknown sequences are dropped whole. */
#pragma once

#include "base/buf.h"

typedef enum KeyCode {
    KEY_NONE,
    KEY_CHAR, /* `c`; with `control` the letter of Ctrl and a letter, in lower case */
    KEY_PASTE,
    KEY_ENTER,
    KEY_TAB,
    KEY_BACKSPACE,
    KEY_ESCAPE,
    KEY_UP,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_DELETE,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_INSERT
} KeyCode;

typedef struct Key {
    KeyCode code;
    uint32_t c;
    bool control, meta, shift;
    Str paste; /* valid until the next paste */
    bool cut;  /* the paste was longer than INPUT_PASTE_BYTES_MAX */
} Key;

/* A model's window is smaller; a longer text was pasted by mistake. */
#define INPUT_PASTE_BYTES_MAX ((size_t)1 << 20)
/* The longest supported sequence has 12 bytes; mouse reports have some 20. */
#define INPUT_SEQUENCE_BYTES_MAX 64
/* Timeout after ESC for the rest of a sequence, which a slow network may split. */
#define INPUT_ESCAPE_MS 50

typedef struct Input {
    char held[INPUT_SEQUENCE_BYTES_MAX]; /* an incomplete sequence */
    size_t len;
    bool skipping; /* the rest of an overlong sequence */
    bool in_paste;
    bool after_return; /* the last byte of the paste was CR: a LF would belong to it */
    Arena arena;       /* of the paste */
    Buf paste;
} Input;

void input_open(Input *input);
void input_close(Input *input); /* works as SCOPED(input_close) */

/* Takes bytes off the front until a key is complete; false when all are taken without a complete
   key. */
bool input_next(Input *input, Str *bytes, Key *key);
/* Whether an incomplete sequence is waiting: if INPUT_ESCAPE_MS pass without a byte, call
   input_flush. */
bool input_waits(const Input *input);
/* Returns the waiting bytes as single keys, such as Escape; false: nothing waits. */
bool input_flush(Input *input, Key *key);
