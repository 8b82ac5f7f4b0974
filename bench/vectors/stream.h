/* The stream of words that extract writes and train reads: numbers of 32 bits. Words are numbered
   by first occurrence; marks say what the words after them are. */
#pragma once

#include <stdint.h>

#define STREAM_MARK 0x80000000u

typedef enum StreamPart {
    STREAM_DOC,  /* the comment before a declaration, or the first sentence of its docstring */
    STREAM_NAME, /* its name and its owner's */
    STREAM_SIGNATURE,
    STREAM_BODY,    /* of a function its text, of a container its members' names */
    STREAM_END,     /* end of a declaration */
    STREAM_PACKAGE, /* the package of the declarations that follow */
    STREAM_PARTS
} StreamPart;

#define STREAM_STREAM_FILE "stream"
#define STREAM_WORDS_FILE "words"
