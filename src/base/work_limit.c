/* Processor time cannot exceed elapsed time, and the clock is cheap to read. Processor time is read
   only when as much time has elapsed as remained. */
#include "base/work_limit.h"

#include "base/limits.h"
#include "base/proc.h"

#include <time.h>

#define UNKNOWN INT64_MAX

static int64_t worked_ms(pid_t pid)
{
    clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
    struct timespec now;
    if ((pid && clock_getcpuclockid(pid, &clock) != 0) || clock_gettime(clock, &now) != 0)
        return UNKNOWN;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void work_limit_start(WorkLimit *limit, pid_t pid, int64_t limit_ms)
{
    int64_t now = proc_clock_ms();
    *limit = (WorkLimit){.look_ms = now + limit_ms,
                         .still_ms = WORK_STILL_MS,
                         .pid = pid,
                         .limit_ms = limit_ms,
                         .start_ms = worked_ms(pid),
                         .moved_ms = now};
}

/* The interval between checks, chosen so that the wall-clock limit is exceeded by at most a
   quarter. */
static int64_t next_look_ms(const WorkLimit *limit, int64_t now)
{
    int64_t left = MAX(limit->limit_ms - limit->worked_ms, (int64_t)1);
    return MIN(now + MIN(left, MAX(limit->still_ms / 4, (int64_t)1)),
               limit->moved_ms + limit->still_ms);
}

void work_limit_expect(WorkLimit *limit, int64_t still_ms)
{
    limit->still_ms = still_ms;
    limit->look_ms = next_look_ms(limit, limit->moved_ms);
}

bool work_limit_is_over(WorkLimit *limit)
{
    int64_t now = proc_clock_ms();
    if (now < limit->look_ms)
        return false;
    int64_t worked = worked_ms(limit->pid);
    if (worked == UNKNOWN || limit->start_ms == UNKNOWN)
        return true;
    worked -= limit->start_ms;
    bool held_up = now - limit->look_ms > limit->still_ms / 2;
    if (worked > limit->worked_ms || held_up)
        limit->moved_ms = now;
    limit->worked_ms = worked;
    limit->look_ms = next_look_ms(limit, now);
    return worked >= limit->limit_ms || now >= limit->moved_ms + limit->still_ms;
}

int64_t work_limit_left(const WorkLimit *limit)
{
    int64_t worked = worked_ms(limit->pid);
    if (worked == UNKNOWN || limit->start_ms == UNKNOWN)
        return 0;
    return MAX(limit->limit_ms - (worked - limit->start_ms), (int64_t)0);
}
