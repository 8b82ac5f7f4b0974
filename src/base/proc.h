/* Child processes that run programs: no shell, no inherited descriptors but the standard three,
   killed when their time is over. Programs are searched only in the absolute directories of PATH,
   also by their own children: nothing in the working directory is ever run. */
#pragma once

#include "base/err.h"

typedef struct ProcResult {
    int exit_code; /* 128 + signal when killed */
    bool timed_out;
    bool cut;     /* output was longer than the cap */
    bool stopped; /* by ProcLimits.cancel, or because `take` returned false */
    Str output;
} ProcResult;

#define PROC_FILE "/proc/self/fd/3"
#define PROC_FILE_FD 3

typedef struct ProcLimits {
    int time_ms;                 /* processor time (work_limit.h) */
    size_t memory_max;           /* bytes that it may allocate; 0: the limit of this process */
    size_t output_max;           /* bytes; 0: PROC_OUTPUT_MAX */
    uint64_t file_max;           /* bytes of any file that it or its children write; 0: no limit */
    int still_ms;                /* wall-clock time without any work; 0: WORK_STILL_MS */
    int silence_ms;              /* wall-clock time without any output; 0: no limit */
    bool with_errors;            /* standard error joins the output; else it is dropped */
    bool without_terminal;       /* it and its children cannot ask anything on the terminal */
    Str file;                    /* contents of PROC_FILE, in addition to its input; empty: none */
    const volatile bool *cancel; /* ends it soon after it is set; NULL: never */
    /* Receives all output so far whenever there is more; false stops the child. May be NULL. */
    bool (*take)(void *state, Str output);
    void *state;
} ProcLimits;

/* Runs argv (terminated by NULL; argv[0] is looked up in PATH) with `input` on standard input and
   collects standard output. */
bool proc_run(Arena *arena, const char *const *argv, Str input, ProcLimits limits,
              ProcResult *result, Err *err) MUST_USE;
/* A running program whose standard input and output are one socket to this process. */
typedef struct ProcLink {
    uint64_t process; /* 0: none */
    int fd;
} ProcLink;
/* Starts a program (a path, or looked up in PATH; argv[0]) and links it to this process. What it
   writes to standard error is dropped. */
bool proc_link_open(const char *const *argv, ProcLink *link, Err *err) MUST_USE;
/* The exit code of a linked program that has ended or ends within a moment, 128 + signal if it was
   killed; its link is then closed. -1: it runs on. */
int proc_link_exit(ProcLink *link);
/* Closes the socket, which ends a program that reads it, and waits for its end; after a moment it
   is killed. Works as SCOPED(proc_link_close). */
void proc_link_close(ProcLink *link);
/* Starts a program (a path, or looked up in PATH) with argv without waiting for it. It gets a new
   session, its three descriptors are empty, and it outlives this process. Returns its id; 0: it
   cannot be started. */
uint64_t proc_start(const char *program, const char *const *argv) MUST_USE;
/* Runs a program (a path, or looked up in PATH) on this process's own terminal and descriptors, and
   waits until it ends, without a time limit. Ctrl-C goes to the program meanwhile. *exit_code is
   128 + signal if it was killed. */
bool proc_run_here(const char *const *argv, int *exit_code, Err *err) MUST_USE;
/* Sets whether this process and those it starts get memory in small pages only, whatever
   arena_expect requests. This saves memory in processes that fork or live long. */
void proc_use_small_pages(bool small);
/* Sets this process's name in process lists, whatever path it was started by. */
void proc_set_name(const char *name);
/* Whether a program of that name is on PATH. */
bool proc_exists(const char *name);
/* Finds the first executable of that name on PATH. */
bool proc_find(const char *name, char path[PATH_BYTES_MAX]);
int64_t proc_clock_ms(void); /* monotonic */
void proc_sleep_ms(int ms);
