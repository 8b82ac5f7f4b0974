/* Finding characters by number in text of any size. A character is a Unicode code point; an invalid
   byte counts as one. */
#pragma once

#include "base/fs.h"

/* The bytes that hold the characters [first, first + count) of a file (from 0), and how many it
   has. */
typedef struct CharSpan {
    uint64_t start, end; /* bytes */
    uint64_t found;      /* characters in the span */
    uint64_t total_chars;
    bool partly; /* the time limit COUNT_TIME_MS was reached: there are more */
} CharSpan;

void chars_find(Str text, uint64_t first, uint64_t count, CharSpan *span);

/* Reads the file once, at memory speed for ASCII, using FS_BLOCK_BYTES of the scratch. Bytes
   appended after the open are not seen; ERR_STALE if the file became shorter. ERR_INTERRUPTED if
   *file->cancel became true, ERR_FAILED if the last character is not reached within COUNT_TIME_MS.
 */
bool chars_find_in_file(Arena scratch, const FsFile *file, uint64_t first, uint64_t count,
                        CharSpan *span, Err *err) MUST_USE;
