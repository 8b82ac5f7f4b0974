/* Time limit by processor time, so that a busy machine changes nothing. The wall clock counts only
   while no processor time is used, which is how a process hangs. */
#pragma once

#include "base/base.h"

#include <sys/types.h>

typedef struct WorkLimit {
    int64_t look_ms;  /* by proc_clock_ms: time before which it cannot be over */
    int64_t still_ms; /* wall-clock time without any work; WORK_STILL_MS unless set */
    pid_t pid;
    int64_t limit_ms, start_ms, worked_ms, moved_ms;
} WorkLimit;

/* Starts now. `pid` is a child of this process, or 0 for the calling thread, which alone may then
   query it. */
void work_limit_start(WorkLimit *limit, pid_t pid, int64_t limit_ms);
/* Also ends it after `still_ms` milliseconds of wall-clock time without any work. Time in which the
   caller itself was held up does not count (as when a terminal stops both). */
void work_limit_expect(WorkLimit *limit, int64_t still_ms);
/* Whether the limit is reached. Also true when the process has ended. */
bool work_limit_is_over(WorkLimit *limit);
/* Remaining milliseconds of processor time, 0 when the limit is reached. */
int64_t work_limit_left(const WorkLimit *limit);
