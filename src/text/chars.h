/* Characters of text of any size: Unicode code points, an invalid byte counting as one. */
#pragma once

#include "base/fs.h"

/* Where characters [first, first + count) lie in a file (from 0), and how many it has. */
typedef struct CharSpan {
    uint64_t start, end; /* bytes */
    uint64_t found;      /* characters in the span */
    uint64_t total_chars;
    bool partly; /* it would have taken longer than COUNT_TIME_MS: there are more */
} CharSpan;

void chars_find(Str text, uint64_t first, uint64_t count, CharSpan *span);

/* Reads the file once, at memory speed for ASCII, in FS_BLOCK_BYTES of the scratch. What is
   appended after the open is not seen; ERR_STALE when the file became shorter. ERR_INTERRUPTED when
   *file->cancel became true, ERR_FAILED when COUNT_TIME_MS do not lead to the last one. */
bool chars_find_in_file(Arena scratch, const FsFile *file, uint64_t first, uint64_t count,
                        CharSpan *span, Err *err) MUST_USE;
