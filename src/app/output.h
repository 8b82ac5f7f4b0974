/* Standard output and standard error of the program. */
#pragma once

#include "tools/tool.h"

/* A sink that writes to standard output at once. ERR_READER_GONE, without a message, when the
   reader has gone away. */
ToolSink output_sink(void);

/* `Error: …` and `Hint: …` on standard error. */
void output_error(const Err *err);
