/* Lines. A line ends at LF; CRLF counts as one end, and text after the last LF is a line too.
   Counting and finding work at memory speed, on text in memory and on files that are read block by
   block. */
#pragma once

#include "base/fs.h"

/* LF bytes in the text. */
size_t lines_count_feeds(Str text);
/* Lines in the text; 0 when it is empty. */
size_t lines_count(Str text);
/* Offset of the first byte of a line (1-based), or text.len when there are fewer. */
size_t lines_offset(Str text, size_t line);
/* 1-based line that holds the byte at offset. */
size_t lines_at_offset(Str text, size_t offset);

/* Bytes beside a part of a line that are still shown with it. */
#define LINES_BESIDE_MAX 160
/* Whether the lines in which bytes [start, end) stand hold much else, as in minified code, or are
   all of the text: then the bytes are shown alone. */
bool lines_are_crowded(Str text, size_t start, size_t end);

/* Where lines [first, first + count) lie in a file, and how large the file is. */
typedef struct LineSpan {
    uint64_t start, end; /* bytes; end includes the last line's LF */
    uint64_t found;      /* lines in the span; 0 when `first` is past the end */
    uint64_t total_lines;
    uint64_t total_bytes;
    bool partly; /* it would have taken longer than COUNT_TIME_MS: there are more lines and bytes */
} LineSpan;

/* Reads the file once, in blocks, in FS_BLOCK_BYTES of memory from the scratch. What is appended
   after the open is not seen, so a growing log can be read; ERR_STALE when the file became shorter.
   ERR_INTERRUPTED when *file->cancel became true, ERR_FAILED when COUNT_TIME_MS do not lead to the
   first line. first >= 1. */
bool lines_find_in_file(Arena scratch, const FsFile *file, uint64_t first, uint64_t count,
                        LineSpan *span, Err *err) MUST_USE;

/* The error for a place that is too far into a file. */
bool lines_fail_far(const FsFile *file, Err *err);
/* The error for a file that ended before its size. */
bool lines_file_shrank(const FsFile *file, Err *err);
