/* How far the index is, on standard error: a bar that is rewritten on a terminal, a line now and
   then elsewhere. */
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

/* By the terminal, and by what the call says: --quiet, --progress. */
Progress progress_open(const ToolCall *call);
/* For ProgressSink.put, with a Progress as state. */
void progress_put(void *state, const ProgressStep *step);
/* Takes the bar away: something else is written to the terminal. */
void progress_clear(Progress *progress);
/* The same; with --progress says that it is done, when it is. */
void progress_close(Progress *progress, const ToolCall *call, bool ok);

/* `index: 43 % (26,000 of 60,000 files, 210 MB)` */
void progress_write_line(Buf *out, const ProgressStep *step);
/* `█████░░░  43 %  26,000 of 60,000 files  1,950 files/s  15.8 MB/s  0:17 left`, at most 79
   columns; no time is left to tell in the first second. */
void progress_write_bar(Buf *out, const ProgressStep *step, int64_t elapsed_ms);
