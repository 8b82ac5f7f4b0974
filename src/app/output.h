/* Standard output and standard error of the program. */
#pragma once

#include "tools/tool.h"

/* A sink that writes to standard output at once. ERR_READER_GONE, without a message, when the
   reader has gone away. */
ToolSink output_sink(void);

/* `Error: …` and `Hint: …` on standard error. */
void output_error(const Err *err);

/* How far a long call is, on standard error: one line that is rewritten on a terminal, a line each
   time elsewhere. */
void output_progress(void *state, uint32_t done, uint32_t total, uint64_t bytes);
