/* Standard output and standard error of the program. */
#pragma once

#include "tools/tool.h"

/* Standard output. To a terminal, which obeys what is written to it, no control characters are
   written but tabs and ends of lines: they are shown as signs. Zeroed, but for `terminal`. */
typedef struct Output {
    bool terminal;
    char tail[4]; /* the beginning of a character whose rest is to come */
    size_t tail_len;
} Output;

Output output_open(void);
/* A sink that writes at once; the output must live as long. ERR_READER_GONE, without a message,
   when the reader has gone away. */
ToolSink output_sink(Output *output);

/* `Error: …` and `Hint: …` on standard error. */
void output_error(const Err *err);
