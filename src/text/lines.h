/* Counting and finding lines, at memory speed, in memory and in files read block by block. A line
   ends at LF; CRLF counts as one end, and text after the last LF is a line too. */
#pragma once

#include "base/fs.h"

/* The number of LF bytes in the text. */
size_t lines_count_feeds(Str text);
/* The number of lines in the text; 0 when it is empty. */
size_t lines_count(Str text);
/* The offset of the first byte of a line (1-based), or text.len if there are fewer. */
size_t lines_offset(Str text, size_t line);
/* The offset of the first byte of the line that holds the byte at an offset. */
size_t lines_start_at(Str text, size_t offset);
/* The 1-based line that holds the byte at an offset. */
size_t lines_at_offset(Str text, size_t offset);

/* Bytes of context that are still shown with a part of a line. */
#define LINES_BESIDE_MAX 160
/* Whether the lines of the bytes [start, end) hold much else, as in minified code, or are the whole
   text. Then the bytes are shown alone. */
bool lines_are_crowded(Str text, size_t start, size_t end);

/* The bytes that hold the lines [first, first + count) of a file, and the size of the file. */
typedef struct LineSpan {
    uint64_t start, end; /* bytes; end includes the last line's LF */
    uint64_t found;      /* lines in the span; 0 when `first` is past the end */
    uint64_t total_lines;
    uint64_t total_bytes;
    bool partly; /* the time limit COUNT_TIME_MS was reached: there are more lines and bytes */
} LineSpan;

/* Reads the file once, in blocks of FS_BLOCK_BYTES from the scratch. Bytes appended after the open
   are not seen, so a growing log can be read; ERR_STALE if the file became shorter.
   ERR_INTERRUPTED if *file->cancel became true, ERR_FAILED if the first line is not reached within
   COUNT_TIME_MS. first >= 1. */
bool lines_find_in_file(Arena scratch, const FsFile *file, uint64_t first, uint64_t count,
                        LineSpan *span, Err *err) MUST_USE;

/* Sets the error for a position too far into a file; returns false. */
bool lines_fail_far(const FsFile *file, Err *err);
/* Sets the error for a file that ended before its size; returns false. */
bool lines_file_shrank(const FsFile *file, Err *err);
