/* Standard output and standard error of the program. */
#pragma once

#include "tools/tool.h"

/* Standard output. To a terminal no control characters are written except tabs and line ends: they
   are replaced by visible symbols. All fields but `terminal` start as zero. */
typedef struct Output {
    bool terminal;
    char tail[4]; /* bytes of an incomplete character at the end of the last write */
    size_t tail_len;
} Output;

Output output_open(void);
/* A sink that writes at once; the output must outlive it. ERR_READER_GONE, without a message, when
   the reader has closed the pipe. */
SessionSink output_sink(Output *output);

/* `Error: …` and `Hint: …` on standard error. */
void output_error(const Err *err);
