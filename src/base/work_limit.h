/* How long a piece of work may take: by the processor time of who does it, so that a busy machine
   changes nothing; by the clock only while that uses none, which is how a process hangs. */
#pragma once

#include "base/base.h"

#include <sys/types.h>

typedef struct WorkLimit {
    int64_t look_ms;  /* by proc_clock_ms: it is not over before */
    int64_t still_ms; /* of the clock without any work; WORK_STILL_MS unless said otherwise */
    pid_t pid;
    int64_t limit_ms, start_ms, worked_ms, moved_ms;
} WorkLimit;

/* Starts now. `pid` is a child of this process, 0 the calling thread, which alone may ask then. */
void work_limit_start(WorkLimit *limit, pid_t pid, int64_t limit_ms);
/* From now on it is also over after so many milliseconds of the clock without any work, during
   which the asker itself was not held up (as both are where a terminal stops them). */
void work_limit_expect(WorkLimit *limit, int64_t still_ms);
/* Also when the process has ended. */
bool work_limit_is_over(WorkLimit *limit);
/* Milliseconds of work, 0 when none are left. */
int64_t work_limit_left(const WorkLimit *limit);
