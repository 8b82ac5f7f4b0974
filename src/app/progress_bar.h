/* Progress of indexing on standard error: a bar that is redrawn on a terminal, else a line now and
   then. */
#pragma once

#include "base/buf.h"
#include "tools/tool.h"

typedef enum ProgressForm {
    PROGRESS_LINES,
    PROGRESS_BAR,
    PROGRESS_NONE,
} ProgressForm;

typedef struct Progress {
    ProgressForm form;
    int64_t start_ms; /* a second before the first step; 0: none yet */
    bool shown;
} Progress;

/* Chooses the form by the terminal and the call's options: --quiet, --progress. */
Progress progress_bar_open(const ToolCall *call);
/* For ProgressSink.put, with a Progress as state. */
void progress_bar_put(void *state, const ProgressStep *step);
/* Erases the bar before something else is written to the terminal. */
void progress_bar_clear(Progress *progress);
/* The same; with --progress reports success when `ok`. */
void progress_bar_close(Progress *progress, const ToolCall *call, bool ok);

/* `index: 43 % (26,000 of 60,000 files, 210 MB)` */
void progress_bar_write_line(Buf *out, const ProgressStep *step);
/* `█████░░░  43 %  26,000 of 60,000 files  1,950 files/s  15.8 MB/s  0:17 left`, at most 79
   columns; the first second gives no estimate of the time left. */
void progress_bar_write(Buf *out, const ProgressStep *step, int64_t elapsed_ms);
