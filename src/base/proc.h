/* Child processes: no shell, no inherited descriptors but the three, killed when their time is
   over. Programs are looked up in the absolute directories of PATH alone, by those they start, too:
   whatever the working directory holds is never run. */
#pragma once

#include "base/err.h"

typedef struct ProcResult {
    int exit_code; /* 128 + signal when killed */
    bool timed_out;
    bool cut;     /* output was longer than the cap */
    bool stopped; /* by ProcLimits.cancel, or because nobody takes the output any more */
    Str output;
} ProcResult;

#define PROC_FILE "/proc/self/fd/3"
#define PROC_FILE_FD 3

typedef struct ProcLimits {
    int time_ms;                 /* of work (work_limit.h) */
    size_t memory_max;           /* bytes that it may allocate; 0: as many as this process */
    size_t output_max;           /* bytes; 0: PROC_OUTPUT_MAX */
    int still_ms;                /* without any work; 0: WORK_STILL_MS */
    Str file;                    /* what it finds in PROC_FILE, beside its input; empty: nothing */
    const volatile bool *cancel; /* ends it soon after it is set; NULL: never */
    /* Gets all output so far whenever there is more; false ends it. NULL: nobody waits for it. */
    bool (*take)(void *state, Str output);
    void *state;
} ProcLimits;

/* Runs argv (terminated by NULL; argv[0] is looked up in PATH) with `input` on standard input and
   collects standard output. Standard error is dropped. */
bool proc_run(Arena *arena, const char *const *argv, Str input, ProcLimits limits,
              ProcResult *result, Err *err) MUST_USE;
/* Starts a program (a path, or looked up in PATH) with argv without waiting for it: in a session of
   its own, its three descriptors empty. It goes on when this process ends. Its id; 0: it cannot be
   started. */
uint64_t proc_start(const char *program, const char *const *argv) MUST_USE;
/* Whether from now on this process and those it starts get memory in small pages, whatever
   arena_expect asks for: one that forks or lives long takes less memory so. */
void proc_use_small_pages(bool small);
/* What the system's lists of processes call this one, whatever path it was started by. */
void proc_set_name(const char *name);
/* Whether a program of that name is on PATH. */
bool proc_exists(const char *name);
/* Where it is: the first that may be executed. */
bool proc_find(const char *name, char path[PATH_BYTES_MAX]);
int64_t proc_clock_ms(void); /* monotonic */
void proc_sleep_ms(int ms);
